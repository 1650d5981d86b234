"""For all tests: games of people are saved, and what is kept for speed is kept, in folders of the tests' own."""

from __future__ import annotations

import os
import tempfile

_FOLDERS = {
    name: tempfile.TemporaryDirectory(prefix="hasenpfeffer-") for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME")
}
os.environ |= {name: folder.name for name, folder in _FOLDERS.items()}
