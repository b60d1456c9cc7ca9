"""Sizes with names, and what the names mean."""
