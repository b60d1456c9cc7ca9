"""SSZ libraries that run in processes of their own: other languages, other interpreters.

README.md beside this file says how a peer is spoken to and how one is added.
"""
