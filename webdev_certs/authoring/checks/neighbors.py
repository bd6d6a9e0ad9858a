"""Compute which practice questions are nearest to each other in meaning, and notice when that is out of date.

Learners who miss a question get links to the nearest ones. Measured on the 1,107 practice families of the
built-in bank in November 2026: the nearest family has a similarity of 0.52 at the median, and below `LEAST`
questions often have only their technology in common.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from webdev_certs.authoring.checks.families import with_samples
from webdev_certs.authoring.checks.paraphrases import Vectors, similarities, vectors_of
from webdev_certs.server.content import bank as bank_module
from webdev_certs.server.content.bank import (
    NEIGHBORS_FILE,
    Bank,
    Family,
    Fault,
    Neighbors,
    TechnologyBank,
    read_neighbors,
)
from webdev_certs.server.domain.families import family_of

NEAREST = 5
"""The most neighbors of a family. Screens show fewer; a bank may lose some until it is released again."""
LEAST = 0.4
"""The lowest similarity of neighbors (`paraphrases`)."""


def write_neighbors(bank: Bank, root: Path) -> int:
    """Write the neighbors of the practice families in a bank's folder; return how many have some.

    Args:
        bank: All banks. A neighbor may be in another folder.
        root: The folder of one bank.

    Raises:
        MissingRuntime: The language model is not installed.
    """
    samples = with_samples(bank).technologies
    owned = {name: own for name, technology in samples.items() if (own := _own(technology, root / name))}
    if not owned:
        return 0
    # Those of all items, because only the vectors of the latest call are kept for the next one.
    vectors = vectors_of(item for technology in samples.values() for item in technology.items)
    number = 0
    for name, own in owned.items():
        nearest = _nearest(samples[name], {family.id for family in own}, vectors)
        number += len(nearest)
        text = Neighbors(digest=_digest(own), nearest=nearest).model_dump_json()
        # A family a line, so that differences can be read.
        (root / name / NEIGHBORS_FILE).write_text(text.replace('],"', '],\n"') + "\n", "utf-8")
    return number


def check_neighbors(technology: TechnologyBank) -> Iterator[Fault]:
    """Warn if the neighbors were computed from other questions, or are missing in the built-in bank."""
    folders = {_folder(technology, path) for path in technology.files.values()}
    for folder in sorted(folders):
        own = _own(technology, folder)
        found = read_neighbors(folder, [])
        if own and (found.digest != _digest(own) if found else folder.parent == bank_module.BUILT_IN):
            yield Fault(
                folder / NEIGHBORS_FILE,
                "",
                "is out of date: run `webdev-certs items neighbors`",
                warning=True,
            )


def _nearest(technology: TechnologyBank, of: set[str], vectors: Vectors) -> dict[str, tuple[str, ...]]:
    families = [item for item in technology.items if item.pool == "practice"]
    ids = [family_of(item.id) for item in families]
    matrix = similarities(families, vectors)
    np.fill_diagonal(matrix, 0)
    found = {
        family: tuple(ids[at] for at in np.argsort(-row, kind="stable")[:NEAREST] if row[at] >= LEAST)
        for family, row in zip(ids, matrix, strict=True)
        if family in of
    }
    return {family: nearest for family, nearest in sorted(found.items()) if nearest}


def _own(technology: TechnologyBank, folder: Path) -> list[Family]:
    """Return the practice families whose files are in a folder."""
    return [
        family
        for family in technology.families.values()
        if family.pool == "practice" and technology.files[family.id].is_relative_to(folder)
    ]


def _folder(technology: TechnologyBank, path: Path) -> Path:
    return next(parent for parent in path.parents if parent.name == technology.blueprint.technology)


def _digest(families: list[Family]) -> str:
    lines = sorted(f"{family.id} {family.digest}" for family in families)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
