"""The kinds of SSZ types, a module for each."""
