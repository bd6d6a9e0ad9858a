"""The seeds that instances are made from."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

PUBLIC_SEED = "webdev-certs public set 1"
"""Published: whoever reads the code can make these instances. They serve until a deployment has its own."""


def load_or_create_seed(path: Path) -> str:
    """Return the seed in a file that only its owner can read; make it with 256 random bits if there is none.

    Several processes may do this at once.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written under another name first, so that nobody reads half a seed.
        partial = path.with_name(f".{path.name}-{os.getpid()}")
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32) + "\n")
        # A link, unlike a renaming, never replaces the seed of another process.
        with suppress(FileExistsError):
            os.link(partial, path)
        partial.unlink()
    return path.read_text("ascii").strip()
