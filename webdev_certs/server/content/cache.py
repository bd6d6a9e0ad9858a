"""The user's cache: what can be made again, shared by all copies of the product on a machine."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Our folder in the user's cache (XDG Base Directory Specification)."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webdev-certs"
