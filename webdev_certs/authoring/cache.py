"""The user's cache folder, for files that can be made again; all copies of the product share it."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the product's folder in the user's cache (XDG Base Directory Specification)."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webdev-certs"
