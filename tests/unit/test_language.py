"""The words of code and docs: one word for each thing, and plain English in docstrings and comments."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT

FOLDERS = ("webdev_certs", "tests", "benchmarks", "alembic")
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "tests/README.md"])

WORDS = {
    r"present time": "current time",
    r"households?": "IP prefix",
    r"settlements?": "sync",
    r"sample certificates?": "specimen certificate",
    r"rekey(s|ed|ing)?": "regrade",
    r"thereby": "so",
    r"colour|behaviour|favourite|licence|centre|neighbour|practis(e|ed|ing)|cancell(ed|ing)|catalogue": (
        "the American spelling"
    ),
}
"""Words in docstrings, comments and docs that have a better word, by pattern."""
WORDS_OF_CODE = {
    r"specification": "what the reader can look up, because nobody has the specification",
    r"the ones? (that|which|who|with|at|of|from|in)": "the noun itself",
}
"""More of them, in docstrings and comments alone."""
NAMES = {
    r"households?": "ip_prefix",
    r"settlements?": "sync",
    r"rekey|corrections?": "regrade",
    r"sample_certificates?": "specimen_certificate",
}
"""Words in names of functions, classes, parameters and variables."""
ONLY_ON_THE_WIRE = "test_id"
TIERS_BEHIND_THE_WIRE = (
    "webdev_certs/server/services",
    "webdev_certs/server/domain",
    "webdev_certs/server/models",
)
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"|https?://\S+")
"""What is quoted keeps the words of others."""
ALLOWED = {
    ("webdev_certs/ui/components/behavior/__init__.py", "one"),
}
"""The parameters `one` and `many` are the forms of a plural."""


class Text(NamedTuple):
    """A docstring, a comment, or a paragraph of a document."""

    file: str
    line: int
    text: str


@cache
def sources() -> list[tuple[str, str, ast.Module]]:
    """Return path, text and syntax tree of all Python files."""
    found: list[tuple[str, str, ast.Module]] = []
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        if path == Path(__file__):
            continue
        text = path.read_text()
        found.append((str(path.relative_to(ROOT)), text, ast.parse(text)))
    return found


def docstrings() -> Iterator[Text]:
    """Yield all docstrings, also those of attributes."""
    for file, _, tree in sources():
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            for part in body if isinstance(body, list) else []:
                value = part.value if isinstance(part, ast.Expr) else None
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield Text(file, part.lineno, value.value)


def comments() -> Iterator[Text]:
    """Yield all comments; those on lines that follow each other as one text."""
    for file, source, _ in sources():
        start, end, text = 0, 0, ""
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type != tokenize.COMMENT:
                continue
            if token.start[0] != end + 1 and text:
                yield Text(file, start, text)
                text = ""
            start = start if text else token.start[0]
            end, text = token.start[0], f"{text} {token.string.lstrip('# ')}"
        if text:
            yield Text(file, start, text)


def documents() -> Iterator[Text]:
    """Yield the paragraphs of the documents, without blocks of code."""
    for path in DOCS:
        line = 1
        text = re.sub(r"```.*?```", lambda block: "\n" * block[0].count("\n"), path.read_text(), flags=re.S)
        for paragraph in text.split("\n\n"):
            yield Text(str(path.relative_to(ROOT)), line, paragraph)
            line += paragraph.count("\n") + 2


def places_with(words: dict[str, str], texts: Iterator[Text]) -> list[str]:
    """Return where a text has one of the words, and what it should say."""
    any_word = re.compile(rf"\b({'|'.join(words)})\b")
    return [
        f"{text.file}:{text.line}: “{found[0]}” → {_better(words, found[0])}"
        for text in texts
        if any_word.search(line := " ".join(text.text.split()))
        for found in any_word.finditer(QUOTED.sub("", line))
        if (text.file, found[0]) not in ALLOWED
    ]


def _better(words: dict[str, str], found: str) -> str:
    return next(better for pattern, better in words.items() if re.fullmatch(pattern, found))


def test_docstrings_and_comments_use_the_words_of_the_product():
    texts = [*docstrings(), *comments()]
    assert places_with(WORDS | WORDS_OF_CODE, iter(texts)) == []


def test_documents_use_the_words_of_the_product():
    assert places_with(WORDS | {r"[Ss]pecification,? \(?§": "what the reader can look up"}, documents()) == []


def test_names_use_the_words_of_the_product():
    any_name = re.compile(rf"(^|_)({'|'.join(NAMES)})(_|$)")
    found = [
        f"{file}:{line}: {name} → {NAMES}"
        for file, _, tree in sources()
        for line, name in names(tree)
        if any_name.search(name) and (file, name) not in ALLOWED
    ]
    found += [
        f"{file}:{line}: {name} → attempt_id"
        for file, _, tree in sources()
        if file.startswith(TIERS_BEHIND_THE_WIRE)
        for line, name in names(tree)
        if name == ONLY_ON_THE_WIRE
    ]
    found += [
        f"{file}:{line}: one → the word for the thing"
        for file, _, tree in sources()
        if not file.startswith("tests")
        for line, name in variables(tree)
        if name in ("one", "ones") and (file, name) not in ALLOWED
    ]
    assert found == []


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each name that a module gives to something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
    yield from variables(tree)


def variables(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the names of the parameters and variables of functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.col_offset:
            yield node.lineno, node.id


SECTION = re.compile(r"(Args|Attributes|Returns|Yields|Raises)\b[^:]*:")
ENTRY = re.compile(r" {4}([*\w.]+): (.*)")
EMPTY = re.compile(r"(The|A|An) [\w`]+( [\w`]+)?\.?|Both\.?")
"""What says no more than the type of the result does."""


def sections(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the sections of a docstring: line, title, and lines."""
    lines = text.split("\n")
    indent = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    lines = [lines[0], *(line[indent:] for line in lines[1:])]
    starts = [place for place, line in enumerate(lines) if SECTION.fullmatch(line)]
    for start in starts:
        body: list[str] = []
        for line in lines[start + 1 :]:
            if line and not line.startswith(" "):
                break
            body.append(line)
        while body and not body[-1].strip():
            body.pop()
        yield start, lines[start], body


def test_descriptions_in_docstrings_begin_with_a_capital_letter():
    assert [
        f"{text.file}:{text.line + line}: {entry[0].strip()}"
        for text in docstrings()
        for line, title, body in sections(text.text)
        if not title.startswith(("Returns", "Yields"))
        for entry in map(ENTRY.fullmatch, body)
        # `n items` and `τ`, which are symbols, keep their case.
        if entry and re.match(r"[a-z]{2}", entry[2])
    ] == []


def test_no_section_of_a_docstring_says_only_what_the_signature_says():
    assert [
        f"{text.file}:{text.line + line}: {body[0].strip()}"
        for text in docstrings()
        for line, title, body in sections(text.text)
        if title.startswith(("Returns", "Yields")) and len(body) == 1 and EMPTY.fullmatch(body[0].strip())
    ] == []
