"""Parts by name: paths, filters, and where a part lies in the Merkle tree."""
