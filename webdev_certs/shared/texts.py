"""Long texts for people, as Markdown: one file for each text and language in `webdev_certs/texts/`.

A file begins with its metadata in YAML, between lines of `---`. `{{ name }}` stands for a value, such as a
setting, and `{% if name %}` … `{% endif %}` surrounds what depends on a value (Jinja). Headings make
sections; below a heading, comments such as `<!-- id: payments -->` say more about the section.
docs/translation.md tells how to change a text.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import yaml
from jinja2 import Environment, StrictUndefined, TemplateSyntaxError, meta, nodes

from webdev_certs.shared.formatting import date_time, day_name, long_date, money
from webdev_certs.shared.translation import SOURCE_LANGUAGE, current_language

TEXTS = Path(__file__).parents[1] / "texts"
"""The folder of the texts: a folder for each language."""

_FRONT_MATTER = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
_HEADING = re.compile(r"^(#{1,3}) +(.+)$", re.MULTILINE)
_COMMENT = re.compile(r"<!-- *(\w+): *(.*?) *-->", re.DOTALL)
_BLANK_LINES = re.compile(r"\n\s*\n")
_WRAP = re.compile(r"\n *(?! *- )")
"""A line break within a paragraph or within an entry of a list."""
_MARKUP = re.compile(r"([!-/:-@\[-`{-~])")
"""What Markdown may read as markup, and what a backslash before it prevents (CommonMark §2.4)."""


class TextError(Exception):
    """A file has a mistake; the message names the file and the line."""


@dataclass(frozen=True)
class Section:
    """A heading with what follows it.

    Attributes:
        heading: In Markdown, like all texts of a section.
        parts: Paragraphs and whole lists.
        notes: What comments below the heading say, by name.
        sections: The sections below the next smaller headings.
    """

    heading: str
    parts: tuple[str, ...]
    notes: Mapping[str, str]
    sections: tuple["Section", ...]

    @property
    def text(self) -> str:
        """All paragraphs and lists."""
        return "\n\n".join(self.parts)

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries of its lists, without their hyphens."""
        lists = (part for part in self.parts if part.startswith("- "))
        return tuple(line.removeprefix("- ") for bullets in lists for line in bullets.splitlines())

    @property
    def id(self) -> str:
        return self.notes.get("id", "")

    def has(self, id: str) -> bool:
        """Return whether there is a section with an id, below this heading."""
        return any(section.id == id for section in self.sections)

    def section(self, id: str) -> "Section":
        """Return the section with an id, below this heading."""
        for section in self.sections:
            if section.id == id:
                return section
        raise TextError(f"“{self.heading}” has no section with `<!-- id: {id} -->`")


@dataclass(frozen=True)
class Text(Section):
    """A whole text: its first heading with what follows, and its metadata.

    Attributes:
        metadata: Plain texts by name.
    """

    metadata: Mapping[str, str]

    def date(self, name: str) -> date | None:
        """Return a date of the metadata, if there is one."""
        return date.fromisoformat(self.metadata[name]) if name in self.metadata else None


def read_text(name: str, values: Mapping[str, object], language: str | None = None) -> Text:
    """Return a text with its values.

    Args:
        name: The path of its file in the folder of its language, without `.md`.
        values: What its placeholders stand for, in plain text. It may have more than the text names.
        language: By default the current language. A text that a language lacks is in English.

    Raises:
        TextError: The file cannot be read, or names a value that does not exist.
    """
    return read_source(name, language or current_language()).text(values)


@cache
def read_source(name: str, language: str) -> "Source":
    file = TEXTS / language / f"{name}.md"
    return Source(file if file.exists() else TEXTS / SOURCE_LANGUAGE / f"{name}.md")


class Source:
    """A file as it is written, checked when it is read."""

    def __init__(self, file: Path) -> None:
        """Read a file.

        Raises:
            TextError: There is no such file, or its metadata or its marks are not well-formed.
        """
        self.file = file
        try:
            written = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise TextError(f"{self._place()}: this file does not exist") from None
        front = _FRONT_MATTER.match(written)
        self.body = written[front.end() :] if front else written
        self.placeholders = self._placeholders(written)
        self.metadata = self._metadata(front[1]) if front else {}
        self._body = _environment(_escaped).from_string(self.body)
        plain = _environment(_unchanged)
        self._plain = {name: plain.from_string(value) for name, value in self.metadata.items()}

    def text(self, values: Mapping[str, object]) -> Text:
        """Return the text with these values.

        Raises:
            TextError: It names a value that is not among them.
        """
        for name, line in self.placeholders.items():
            if name not in values:
                raise TextError(f"{self._place(line)}: there is no value for {{{{ {name} }}}}")
        top = _sections(self._body.render(values))
        metadata = {name: template.render(values) for name, template in self._plain.items()}
        return Text(top.heading, top.parts, top.notes, top.sections, metadata)

    def outline(self) -> Section:
        """Return the sections as they are written, with the names of their placeholders."""
        return _sections(self.body)

    def _placeholders(self, written: str) -> dict[str, int]:
        """Return the names of the values with the line that first names each."""
        try:
            tree = _environment(_unchanged).parse(written)
            free = meta.find_undeclared_variables(tree)
        except TemplateSyntaxError as error:
            raise TextError(f"{self._place(error.lineno)}: {error.message}") from None
        lines: dict[str, int] = {}
        for node in tree.find_all(nodes.Name):
            if node.name in free:
                lines.setdefault(node.name, node.lineno)
        return lines

    def _metadata(self, front: str) -> dict[str, str]:
        try:
            read = yaml.safe_load(front)
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 2 if error.problem_mark else 1
            raise TextError(f"{self._place(line)}: {error.problem}") from None
        if not isinstance(read, dict):
            raise TextError(f"{self._place(1)}: the metadata must be lines of the form `name: text`")
        return {str(name): str(value).strip() for name, value in read.items()}

    def _place(self, line: int | None = None) -> str:
        file = "/".join(self.file.parts[-4 if self.file.parent.parent.parent == TEXTS else -3 :])
        return f"{file}:{line}" if line else file


def _environment(finalize: Callable[[object], object]) -> Environment:
    environment = Environment(
        undefined=StrictUndefined, finalize=finalize, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )
    environment.filters |= {
        "counted": _counted,
        "date": long_date,
        "date_time": date_time,
        "day": day_name,
        "money": money,
    }
    return environment


def _counted(number: int, singular: str, plural: str) -> str:
    """Return a number with its noun: `{{ days|counted("day", "days") }}`. No line breaks between them."""
    return f"{number}\N{NO-BREAK SPACE}{singular if number == 1 else plural}"


def _escaped(value: object) -> str:
    """Return a value as Markdown that shows it as it is, on one line."""
    return _MARKUP.sub(r"\\\1", " ".join(str(value).splitlines()).strip())


def _unchanged(value: object) -> object:
    return value


def _sections(markdown: str) -> Section:
    """Return the first-level heading, if there is one, with all that follows."""
    heading, (text, *rest) = "", _HEADING.split(markdown)
    if rest and rest[0] == "#":
        _marks, heading, text, *rest = rest
    parts = [(len(rest[at]), rest[at + 1], rest[at + 2]) for at in range(0, len(rest), 3)]
    return _section(heading, text, parts, 2)


def _section(heading: str, text: str, below: list[tuple[int, str, str]], level: int) -> Section:
    """Return a section.

    Args:
        heading: Its heading.
        text: What stands between its heading and the next one.
        below: The levels, headings and texts that belong to it.
        level: The level of the headings that begin its own sections.
    """
    groups: list[list[tuple[int, str, str]]] = []
    for part in below:
        if part[0] <= level or not groups:
            groups.append([part])
        else:
            groups[-1].append(part)
    sections = (_section(own[1], own[2], others, level + 1) for own, *others in groups)
    notes = {name: _WRAP.sub(" ", value) for name, value in _COMMENT.findall(text)}
    blocks = _BLANK_LINES.split(_COMMENT.sub("", text).strip())
    parts = tuple(_WRAP.sub(" ", block) for block in blocks if block)
    return Section(heading.strip(), parts, notes, tuple(sections))
