"""Surfaces of other libraries, over the types and values of pyssz."""
