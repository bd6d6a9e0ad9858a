"""Full-text search over practice items and a learner's notes: ranked, with what was found marked.

The search in the history and the one over all practice questions use it. The texts of items are in memory and
the notes in the database, so each search fills an index of its own with what the learner may see (SQLite's
FTS5, in memory). It is the same whatever database the product has.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from threading import Lock
from typing import Literal, NamedTuple

from cachetools import LRUCache, cached
from markdown_it import MarkdownIt
from markdown_it.token import Token

from webdev_certs.schemas.practice import Fragment
from webdev_certs.server.content.format import Item

Source = Literal["note", "explanation", "answers"]
_SOURCES: tuple[Source, ...] = ("note", "explanation", "answers")
_COLUMNS = ("question", *_SOURCES)
_WEIGHTS = "4.0, 4.0, 2.0, 1.0"
"""How much a hit in each column counts (BM25)."""
_CREATE = f"CREATE VIRTUAL TABLE texts USING fts5({', '.join(_COLUMNS)}, tokenize = 'porter unicode61')"
_BEGIN, _END = "\ue000", "\ue001"
"""Marks around what was found: private characters, which no text has."""
_MARKED = re.compile(f"{_BEGIN}(.*?){_END}", re.DOTALL)
_EXCERPT_WORDS = 24
_PREFIX_FROM = 3
"""Words with at least this many characters also find longer words that begin with them."""
_MARKDOWN = MarkdownIt("zero").enable(["backticks", "emphasis", "escape", "link", "list"])


class Texts(NamedTuple):
    """The texts of an item, without marks of Markdown."""

    question: str
    explanation: str
    answers: str
    """The options and the code."""
    accepted: str
    """The texts that are accepted as answers."""


@dataclass(frozen=True)
class Document:
    """What is searched: an item, and the learner's note on it."""

    item: Item
    note: str = ""
    explained: bool = True
    """Whether the learner may see its explanations and accepted answers."""

    @property
    def columns(self) -> tuple[str, str, str, str]:
        """The texts that are searched, in the order of the index's columns."""
        texts = texts_of(self.item)
        if not self.explained:
            return texts.question, self.note, "", texts.answers
        return texts.question, self.note, texts.explanation, f"{texts.answers}\n{texts.accepted}".strip()


@dataclass(frozen=True)
class Hit:
    """A document that fits a search.

    Attributes:
        place: Its place among the documents.
        question: The question.
        excerpt: What fits outside of the question; empty if nothing does.
        source: Where the excerpt is from.
    """

    place: int
    question: list[Fragment]
    excerpt: list[Fragment]
    source: Source | None


def search(documents: Sequence[Document], query: str, size: int, after: str = "") -> tuple[list[Hit], bool]:
    """Return one page of the documents that have all words of a query, best first.

    It takes CPU time, so call it in a thread.

    Args:
        documents: What is searched, each with an item of its own.
        query: The words. Endings do not matter, and longer words that begin with them fit too.
        size: The most hits to return.
        after: The id of the item after whose hit the page begins; empty for the first page.

    Returns:
        The hits, and whether there are more.

    Raises:
        ValueError: No hit is about the item `after`.
    """
    expression = _expression(query)
    if not expression or not documents:
        return [], False
    with closing(sqlite3.connect(":memory:")) as db:
        fill(db, documents)
        ranked = [
            place
            for (place,) in db.execute(
                f"SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, {_WEIGHTS}), rowid",
                (expression,),
            )
        ]
        start = [documents[place].item.id for place in ranked].index(after) + 1 if after else 0
        page = ranked[start : start + size]
        hits = {hit.place: hit for hit in _hits(db, expression, page)}
    return [hits[place] for place in page], len(ranked) > start + size


def fill(db: sqlite3.Connection, documents: Sequence[Document]) -> None:
    """Fill an empty database with the index of the documents."""
    db.execute(_CREATE)
    db.executemany(
        f"INSERT INTO texts(rowid, {', '.join(_COLUMNS)}) VALUES (?, ?, ?, ?, ?)",
        ((place, *document.columns) for place, document in enumerate(documents)),
    )


@cached(LRUCache(8192), key=lambda item: (item.id, item.version), lock=Lock())
def texts_of(item: Item) -> Texts:
    """Return the texts of an item; they are kept, because reading Markdown takes a while."""
    # What a program prints is not Markdown.
    read = str if item.format == "output" else plain
    options = [read(option.text) for option in item.options]
    if item.format == "order_lines":
        # Authors may write lines in the right order, and excerpts are shown before an answer.
        options.sort()
    # For the same reason: they may be in the order of their prompts.
    matches = sorted(plain(match.text) for match in item.matches)
    explanations = [item.explanation, *(option.explanation for option in item.options)]
    return Texts(
        plain(item.stem),
        "\n".join(plain(text) for text in explanations if text),
        "\n".join([*options, *matches, item.code.text if item.code else ""]).strip(),
        "\n".join(item.accept),
    )


def plain(text: str) -> str:
    """Return authored text without its marks."""
    return "".join(_words(_MARKDOWN.parseInline(text.strip())))


def _words(tokens: Iterable[Token]) -> Iterable[str]:
    for token in tokens:
        if token.children:
            yield from _words(token.children)
        else:
            yield "\n" if token.type in ("softbreak", "hardbreak") else token.content


def _expression(query: str) -> str:
    """Return an FTS5 expression for all words of a query; empty if it has none.

    What is written together, such as `v-if`, has to follow each other in the text.
    """
    # An accent that is a character of its own would cut the word in two.
    phrases = [re.findall(r"[^\W_]+", word) for word in unicodedata.normalize("NFC", query).split()]
    return " ".join(
        f'"{" ".join(phrase)}"' + ("*" if len(phrase[-1]) >= _PREFIX_FROM else "")
        for phrase in phrases
        if phrase
    )


def _hits(db: sqlite3.Connection, expression: str, places: Sequence[int]) -> Iterable[Hit]:
    marks = f"'{_BEGIN}', '{_END}'"
    excerpts = [
        f"snippet(texts, {column}, {marks}, '…', {_EXCERPT_WORDS})" for column in range(1, len(_COLUMNS))
    ]
    found = db.execute(
        f"SELECT rowid, highlight(texts, 0, {marks}), {', '.join(excerpts)} FROM texts "
        f"WHERE texts MATCH ? AND rowid IN ({', '.join('?' * len(places))})",
        (expression, *places),
    )
    for place, question, *texts in found:
        sources = (pair for pair in zip(_SOURCES, texts, strict=True) if _BEGIN in pair[1])
        source, excerpt = next(sources, (None, ""))
        yield Hit(place, fragments(question), fragments(excerpt), source)


def fragments(text: str) -> list[Fragment]:
    """Cut a text at the marks around what was found."""
    parts = _MARKED.split(text)
    return [Fragment(text=part, found=at % 2 == 1) for at, part in enumerate(parts) if part]
