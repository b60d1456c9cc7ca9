//! What the harness needs of a type.

use ssz::{Decode, Encode};
use tree_hash::TreeHash;

/// An SSZ object; the methods are those of states, and for others do nothing.
pub trait Object: Encode + Decode + TreeHash + Clone + Send + 'static {
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
