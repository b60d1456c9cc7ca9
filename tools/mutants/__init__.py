"""Mutants: small changes to the library, each of which some test should notice.

``python -m tools.mutants`` makes, runs and reports them; CONTRIBUTING.md tells how to read the
report. ``sampling`` has what both languages share, ``c_source`` and ``python_source`` find the
places, ``c_suite`` and ``python_suite`` run the tests, ``verdicts`` knows what people said of
survivors.
"""
