"""Passages of documentation that the operator has supplied as files."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FEWEST_WORDS = 4
"""A shorter quote is found by chance."""
LONGEST_EXCERPT = 24_000
"""Characters of all documents together that a model is shown."""
_ENDINGS = (".md", ".txt", ".html", ".rst", ".adoc")


@dataclass(frozen=True)
class Passage:
    """Where a quote stands."""

    file: str
    line: int
    quote: str

    def __str__(self) -> str:
        return f"“{self.quote}” ({self.file}, line {self.line})"


@dataclass(frozen=True)
class Documents:
    """The texts by file name."""

    texts: Mapping[str, str]

    @classmethod
    def read(cls, places: Iterable[Path]) -> "Documents":
        """Read files, and the text files in folders.

        Raises:
            ValueError: Two files have the same name.
        """
        texts: dict[str, str] = {}
        for place in places:
            files = [place] if place.is_file() else sorted(place.rglob("*"))
            for file in (each for each in files if each == place or each.suffix in _ENDINGS):
                if file.name in texts:
                    raise ValueError(f"two documents are called {file.name}")
                texts[file.name] = file.read_text("utf-8", "replace")
        return cls(texts)

    def find(self, file: str, quote: str) -> Passage | None:
        """Find a quote word for word; only white space may differ. None if it is too short or not there."""
        words = quote.split()
        if len(words) < FEWEST_WORDS:
            return None
        found = re.search(r"\s+".join(map(re.escape, words)), self.texts.get(file, ""))
        if found is None:
            return None
        return Passage(file, self.texts[file].count("\n", 0, found.start()) + 1, " ".join(words))

    def excerpt(self) -> str:
        """Return the documents as a model is shown them, each cut to its share of `LONGEST_EXCERPT`."""
        share = LONGEST_EXCERPT // max(len(self.texts), 1)
        return "\n\n".join(f"=== {name} ===\n{text[:share]}" for name, text in self.texts.items())


def refused_before(reasons: Sequence[str]) -> str:
    """Return a paragraph of a prompt that says why people refused earlier drafts."""
    if not reasons:
        return ""
    return "People refused earlier drafts for these reasons:\n" + "\n".join(f"- {each}" for each in reasons)
