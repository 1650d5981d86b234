"""`python -m hasenpfeffer`."""

from __future__ import annotations

import sys

from hasenpfeffer.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
