"""`python -m benchmarks.search` measures the search over all practice questions: its index, and a query.

Each search fills an index of its own with what one learner may see (`services/practice/full_text.py`); here
it is everything in the built-in bank, with the explanations.
"""

import sqlite3
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import closing

from benchmarks.figures import markdown
from webdev_certs.server.content.bank import load_bank
from webdev_certs.server.services.practice.full_text import Document, fill, search

_ROUNDS = 15
_QUERIES = ("state", "use effect cleanup", "v-if", "nothinglikethis")


def main() -> None:
    """Print the tables."""
    bank = load_bank(seed="search")
    documents = [
        Document(items[0])
        for technology in bank.technologies.values()
        for items in technology.practice_families.values()
    ]
    # The texts without marks of Markdown are kept between searches.
    characters = sum(len(text) for document in documents for text in document.columns)
    with closing(sqlite3.connect(":memory:")) as db:
        fill(db, documents)
        pages, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    print(f"{len(documents)} questions with {characters / 1e6:.2f} million characters; ", end="")
    print(f"their index has {pages * size / 1e6:.1f} MB\n")
    rows = [["filling the index", "", f"{_milliseconds(lambda: _fill(documents)):.0f}"]]
    for query in _QUERIES:
        hits, more = search(documents, query, 10)
        found = f"{len(hits)}{' and more' if more else ''}"
        taken = _milliseconds(lambda query=query: search(documents, query, 10))
        rows.append([f"search for “{query}”, index included", found, f"{taken:.0f}"])
    print(markdown(["", "Found", "Median (ms)"], rows))


def _fill(documents: Sequence[Document]) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        fill(db, documents)


def _milliseconds(work: Callable[[], object]) -> float:
    taken: list[float] = []
    for _ in range(_ROUNDS):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return 1000 * statistics.median(taken)


if __name__ == "__main__":
    main()
