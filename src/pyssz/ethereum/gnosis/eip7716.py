"""The types of eip7716 for gnosis, loaded on first use. Made by tools/ethereum_stubs.py."""

from pyssz.ethereum._namespace import stand_for

stand_for(__name__)
