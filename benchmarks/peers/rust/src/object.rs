//! What the harness needs of a type.

/// An SSZ object; the methods that do nothing are those of states.
///
/// Types of each library get the first five from its macro below.
pub trait Object: Clone + Send + 'static {
    fn decoded(data: &[u8]) -> Self;
    fn encoded(&self) -> Vec<u8>;
    fn append_to(&self, buffer: &mut Vec<u8>);
    fn size(&self) -> usize;
    fn root(&self) -> [u8; 32];

    fn balance_count(&self) -> usize {
        0
    }
    fn balance(&self, _index: usize) -> u64 {
        0
    }
    fn set_balance(&mut self, _index: usize, _amount: u64) {}
    fn set_all_balances(&mut self, _amount: u64) {}
    /// Take in what was changed, for types that put it off.
    fn commit(&mut self) {}
    fn sum_effective_balances(&self) -> u64 {
        0
    }
}

/// The methods of a type of ethereum_ssz and tree_hash.
#[macro_export]
macro_rules! of_ethereum_ssz {
    () => {
        fn decoded(data: &[u8]) -> Self {
            <Self as ssz::Decode>::from_ssz_bytes(data).unwrap_or_else(|why| panic!("{why:?}"))
        }
        fn encoded(&self) -> Vec<u8> {
            ssz::Encode::as_ssz_bytes(self)
        }
        fn append_to(&self, buffer: &mut Vec<u8>) {
            ssz::Encode::ssz_append(self, buffer)
        }
        fn size(&self) -> usize {
            ssz::Encode::ssz_bytes_len(self)
        }
        fn root(&self) -> [u8; 32] {
            tree_hash::TreeHash::tree_hash_root(self).0
        }
    };
}

/// The methods of a type of libssz, with the hasher that is its default.
#[macro_export]
macro_rules! of_libssz {
    () => {
        fn decoded(data: &[u8]) -> Self {
            <Self as libssz::SszDecode>::from_ssz_bytes(data)
                .unwrap_or_else(|why| panic!("{why:?}"))
        }
        fn encoded(&self) -> Vec<u8> {
            libssz::SszEncode::to_ssz(self)
        }
        fn append_to(&self, buffer: &mut Vec<u8>) {
            libssz::SszEncode::ssz_append(self, buffer)
        }
        fn size(&self) -> usize {
            libssz::SszEncode::encoded_len(self)
        }
        fn root(&self) -> [u8; 32] {
            libssz_merkle::HashTreeRoot::hash_tree_root(self, &libssz_merkle::Sha2Hasher)
        }
    };
}
