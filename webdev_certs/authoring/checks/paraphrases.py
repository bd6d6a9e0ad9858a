"""Items of one technology that ask almost the same in other words, found by sentence embeddings.

Two items are compared by what they ask (stem, key, code) and by why the key is right (its explanation), and
the mean of both similarities counts. Measured on the 1,077 items of the built-in bank in November 2026: the
most similar pair of different items reaches 0.704, and each of nine paraphrases with other names and other
wording reaches 0.729 to 0.879 with its original. TF-IDF does without a model, but puts only four of the nine
above the most similar pair of different items, with words as with letter n-grams.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from webdev_certs.authoring.checks.embedding import Vector, encode_all
from webdev_certs.authoring.checks.faults import fault_of
from webdev_certs.authoring.execution.packages import cache_folder
from webdev_certs.server.content.bank import Bank, Fault
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.families import family_of

SAME = 0.72
ALIKE = 0.66
AT_A_TIME = 200
Vectors = Mapping[str, Vector]
"""Text → its unit vector."""


def check_paraphrases(bank: Bank) -> Iterator[Fault]:
    """Compare the items of each technology by what they mean; a pair is reported at its second item.

    Raises:
        MissingRuntime: The model is not installed.
    """
    items = [item for technology in bank.technologies.values() for item in technology.items]
    vectors = vectors_of(items)
    for technology in bank.technologies.values():
        for first, second, similarity in alike(technology.items, vectors):
            message = f"means almost the same as {first.id} (similarity {similarity:.2f})"
            yield fault_of(
                technology, second, message, warning=similarity < SAME or _may_be_alike(first, second)
            )


def _may_be_alike(first: Item, second: Item) -> bool:
    """Return whether two items may be about the same matter.

    Practice prepares for exams, whose instances are never the items of practice. Two models of an exam may be
    alike if they are enemies: their instances are not in the same exam.
    """
    in_exams = [item.pool != "practice" for item in (first, second)]
    are_enemies = family_of(first.id) in second.enemies or family_of(second.id) in first.enemies
    return any(in_exams) and (not all(in_exams) or are_enemies)


def alike(
    items: Iterable[Item], vectors: Vectors, least: float = ALIKE
) -> Iterator[tuple[Item, Item, float]]:
    """Yield the pairs of items with at least this similarity, and their similarity."""
    items = list(items)
    matrix = similarities(items, vectors)
    for first, second in zip(*np.nonzero(np.triu(matrix >= least, k=1)), strict=True):
        yield items[first], items[second], float(matrix[first, second])


def nearest(item: Item, others: Iterable[Item]) -> list[tuple[Item, float]]:
    """Return other items with their similarity to one, the most similar first.

    Raises:
        MissingRuntime: The model is not installed.
    """
    others = list(others)
    vectors = vectors_of((item, *others))
    own = [vectors[text] for text in _aspects(item)]
    near = [
        (each, float(sum(a @ vectors[text] for a, text in zip(own, _aspects(each), strict=True))) / 2)
        for each in others
    ]
    return sorted(near, key=lambda pair: -pair[1])


def similarities(items: Sequence[Item], vectors: Vectors) -> Vector:
    """Return the similarity of each pair of items, shape (n, n)."""
    if not items:
        return np.empty((0, 0), np.float32)
    asked, why = zip(*map(_aspects, items), strict=True)
    return (_compare(asked, vectors) + _compare(why, vectors)) / np.float32(2)


def vectors_of(items: Iterable[Item]) -> Vectors:
    """Return the vector of each text of the items that is compared.

    Raises:
        MissingRuntime: The model is not installed.
    """
    return _vectors(text for item in items for text in _aspects(item))


def vectors_file() -> Path:
    """Return the path of the file that keeps computed vectors between runs."""
    return cache_folder() / "vectors.npz"


def _aspects(item: Item) -> tuple[str, str]:
    """Return two texts: what an item asks, the most important part first, and why its key is right."""
    right = [option for option in item.options if option.id in (item.key or ())]
    asked = [item.stem.strip(), *(option.text for option in right), *item.accept]
    why = " ".join([option.explanation for option in right] or [item.explanation])
    return "\n".join([*asked, item.code.text if item.code else ""]), why.replace("`", "")


def _compare(texts: Iterable[str], vectors: Vectors) -> Vector:
    """Return the cosine similarity of each pair of texts, shape (n, n)."""
    matrix = np.stack([vectors[text] for text in texts])
    return matrix @ matrix.T


def _vectors(texts: Iterable[str]) -> Vectors:
    """Return the vector of each text. Only texts that are new since the last run are computed."""
    file = vectors_file()
    known: dict[str, Vector] = dict(np.load(file)) if file.is_file() else {}
    names = {text: hashlib.sha256(text.encode()).hexdigest() for text in texts}
    new = [text for text, name in names.items() if name not in known]
    for start in range(0, len(new), AT_A_TIME):
        some = new[start : start + AT_A_TIME]
        known.update(zip((names[text] for text in some), encode_all(some), strict=True))
        _keep({name: known[name] for name in names.values() if name in known}, file)
    return {text: known[name] for text, name in names.items()}


def _keep(vectors: dict[str, Vector], file: Path) -> None:
    """Replace the file in one step, because another process may be reading it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f"vectors-{os.getpid()}.npz")
    np.savez(partial, **vectors)  # pyright: ignore[reportArgumentType]
    partial.replace(file)
