"""Which practice questions are nearest to each other in meaning, as a file that is kept with the bank.

`webdev-certs items release` and `items neighbors` write it (authoring/checks/neighbors.py), because the
language model that compares texts is not part of the running product.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from webdev_certs.server.content.files import Fault

FILE = "neighbors.json"
"""Name of the file, in a technology's folder of a bank."""


class Neighbors(BaseModel):
    """What the file has."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    digest: str
    """SHA-256 in hex of the families of the folder, as they were when the file was written."""
    nearest: Mapping[str, tuple[str, ...]]
    """Id of a practice family of the folder → the nearest families of its technology, the nearest first."""


def read_neighbors(folder: Path, faults: list[Fault]) -> Neighbors | None:
    """Return what the file of a technology's folder has, or None without a file or after adding a fault."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        return Neighbors.model_validate_json(path.read_bytes())
    except ValidationError:
        faults.append(Fault(path, "", "is malformed: delete it or write it again with `items neighbors`"))
        return None
