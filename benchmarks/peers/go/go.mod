module pyssz-benchmark-peer

go 1.24.0

require (
	github.com/ferranbt/fastssz v1.0.0
	github.com/karalabe/ssz v0.3.0
	github.com/pk910/dynamic-ssz v1.3.2
	github.com/prysmaticlabs/go-bitfield v0.0.0-20240618144021-706c95b2dd15
	golang.org/x/sys v0.36.0
)

require (
	github.com/casbin/govaluate v1.10.0 // indirect
	github.com/emicklei/dot v1.6.2 // indirect
	github.com/holiman/uint256 v1.3.1 // indirect
	github.com/klauspost/cpuid/v2 v2.3.0 // indirect
	github.com/minio/sha256-simd v1.0.0 // indirect
	github.com/mitchellh/mapstructure v1.3.2 // indirect
	github.com/pk910/hashtree-bindings v0.2.2 // indirect
	github.com/prysmaticlabs/gohashtree v0.0.4-beta // indirect
	golang.org/x/mod v0.23.0 // indirect
	golang.org/x/sync v0.11.0 // indirect
	golang.org/x/tools v0.30.0 // indirect
	gopkg.in/yaml.v2 v2.3.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

tool (
	github.com/ferranbt/fastssz/sszgen
	github.com/karalabe/ssz/cmd/sszgen
	github.com/pk910/dynamic-ssz/dynssz-gen
)
