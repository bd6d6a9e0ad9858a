"""Secrets in files of the data folder, which are made once."""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def read_or_create(path: Path, make: Callable[[], str]) -> str:
    """Return the text of a file; make the file first, readable only by its owner, if there is none.

    Several processes may do this at once, and all get the text of the first one.

    Args:
        path: The file.
        make: Returns the text of a new file.

    Raises:
        OSError: The file can neither be read nor made.
    """
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Linked into place once complete: unlike renaming, that never replaces the file of another process.
        descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(make())
            with suppress(FileExistsError):
                os.link(draft, path)
        finally:
            os.unlink(draft)
    return path.read_text()
