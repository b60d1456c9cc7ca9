"""The types for type checkers. Made by tools/ethereum_stubs.py."""
