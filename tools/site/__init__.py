"""The documentation site, in steps: `tools/documentation.py` calls them one after the other.

Pages are written for the forge, where they can be read as they are. `stage` brings them into the
order of a site, `reference` adds what is made from docstrings and from the parser of the command
line, `notebooks` executes the recipes, Sphinx makes HTML of it all (`conf.py`), and `check` looks
at what came out.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
