"""``python -m pyssz``: the same as the command ``pyssz``."""

import sys

from pyssz.cli import main

if __name__ == "__main__":
    sys.exit(main())
