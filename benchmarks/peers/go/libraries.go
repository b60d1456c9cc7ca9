package main

import (
	"io"

	fastssz "github.com/ferranbt/fastssz"
	karassz "github.com/karalabe/ssz"
	dynssz "github.com/pk910/dynamic-ssz"

	"pyssz-benchmark-peer/dynamic"
	"pyssz-benchmark-peer/fast"
	"pyssz-benchmark-peer/karalabe"
	"pyssz-benchmark-peer/reflected"
)

// A library has a function for each thing that it can do; nil for what it can't.
type library struct {
	name, module string
	types        map[string]func() any
	decode       func(data []byte, value any) error
	encode       func(value any) ([]byte, error)
	encodeInto   func(value any, buffer []byte) ([]byte, error)
	size         func(value any) int
	root         func(value any) ([32]byte, error)
	streamIn     func(reader io.Reader, size int, value any) error
	streamOut    func(value any, writer io.Writer) error
	prove        func(value any, gindex int) ([][]byte, error)
}

var libraries = []library{
	{
		name:   "fastssz",
		module: "github.com/ferranbt/fastssz",
		types:  fast.New,
		decode: func(data []byte, value any) error {
			return value.(fastssz.Unmarshaler).UnmarshalSSZ(data)
		},
		encode: func(value any) ([]byte, error) { return value.(fastssz.Marshaler).MarshalSSZ() },
		encodeInto: func(value any, buffer []byte) ([]byte, error) {
			return value.(fastssz.Marshaler).MarshalSSZTo(buffer[:0])
		},
		size:  func(value any) int { return value.(fastssz.Marshaler).SizeSSZ() },
		root:  func(value any) ([32]byte, error) { return value.(fastssz.HashRoot).HashTreeRoot() },
		prove: proveFast,
	},
	dynamicLibrary("dynamic-ssz generated", dynamic.New),
	dynamicLibrary("dynamic-ssz reflection", reflected.New),
	{
		name:   "karalabe/ssz",
		module: "github.com/karalabe/ssz",
		types:  karalabe.New,
		decode: func(data []byte, value any) error {
			return karassz.DecodeFromBytes(data, value.(karassz.Object))
		},
		encode: func(value any) ([]byte, error) {
			object := value.(karassz.Object)
			buffer := make([]byte, karassz.Size(object))
			return buffer, karassz.EncodeToBytes(buffer, object)
		},
		encodeInto: func(value any, buffer []byte) ([]byte, error) {
			return buffer, karassz.EncodeToBytes(buffer, value.(karassz.Object))
		},
		size: func(value any) int { return int(karassz.Size(value.(karassz.Object))) },
		root: func(value any) ([32]byte, error) {
			return karassz.HashSequential(value.(karassz.Object)), nil
		},
		streamIn: func(reader io.Reader, size int, value any) error {
			return karassz.DecodeFromStream(reader, value.(karassz.Object), uint32(size))
		},
		streamOut: func(value any, writer io.Writer) error {
			return karassz.EncodeToStream(writer, value.(karassz.Object))
		},
	},
}

func proveFast(value any, gindex int) ([][]byte, error) {
	tree, err := fastssz.ProofTree(value.(fastssz.HashRootProof))
	if err != nil {
		return nil, err
	}
	proof, err := tree.Prove(gindex)
	if err != nil {
		return nil, err
	}
	return proof.Hashes, nil
}

func dynamicLibrary(name string, types map[string]func() any) library {
	engine := dynssz.NewDynSsz(nil, dynssz.WithNoFastSsz())
	return library{
		name:   name,
		module: "github.com/pk910/dynamic-ssz",
		types:  types,
		decode: func(data []byte, value any) error { return engine.UnmarshalSSZ(value, data) },
		encode: func(value any) ([]byte, error) { return engine.MarshalSSZ(value) },
		encodeInto: func(value any, buffer []byte) ([]byte, error) {
			return engine.MarshalSSZTo(value, buffer[:0])
		},
		size: func(value any) int {
			size, err := engine.SizeSSZ(value)
			if err != nil {
				panic(err)
			}
			return size
		},
		root: func(value any) ([32]byte, error) { return engine.HashTreeRoot(value) },
		streamIn: func(reader io.Reader, size int, value any) error {
			return engine.UnmarshalSSZReader(value, reader, size)
		},
		streamOut: func(value any, writer io.Writer) error {
			return engine.MarshalSSZWriter(value, writer)
		},
		prove: func(value any, gindex int) ([][]byte, error) {
			tree, err := engine.GetTree(value)
			if err != nil {
				return nil, err
			}
			proof, err := tree.Prove(gindex)
			if err != nil {
				return nil, err
			}
			return proof.Hashes, nil
		},
	}
}
