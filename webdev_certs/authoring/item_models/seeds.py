"""The seeds that instances are made from."""

import secrets
from pathlib import Path

from webdev_certs.shared.secret_files import read_or_create

PUBLIC_SEED = "webdev-certs public set 1"
"""Public, so anybody can make these instances. They are used until a deployment has its own."""


def load_or_create_seed(path: Path) -> str:
    """Return the seed in a file that only its owner can read; make it with 256 random bits if there is none.

    Several processes may do this at once.
    """
    return read_or_create(path, lambda: secrets.token_hex(32) + "\n").strip()
