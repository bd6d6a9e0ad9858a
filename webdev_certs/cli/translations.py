"""`webdev-certs translations`: bring the catalogs up to date with the texts in the code, or check everything.

Short texts are messages of gettext; long ones are files in `webdev_certs/texts/`.
"""

import re
import string
from collections.abc import Container, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import click
import yaml
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from webdev_certs.shared import texts
from webdev_certs.shared.technologies import technologies
from webdev_certs.shared.texts import Section, Source, TextError
from webdev_certs.shared.translation import CATALOGS, LANGUAGES, SOURCE_LANGUAGE

_KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
_BEFORE = "English before: "
"""Begins the comment of a fuzzy translation that says which text it translates."""
_LINK = re.compile(r"\]\(([^)]*)\)")
_TAG = re.compile(r"{[{%](.*?)[%}]}", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAME = re.compile(r"[a-z]\w*")
_WORDS_OF_JINJA = {"if", "elif", "else", "endif", "for", "in", "endfor", "and", "or", "not", "counted"}
SOURCE = Path(__file__).parents[1]
"""The folder whose code is searched for texts."""


@click.group()
def translations() -> None:
    """Update and check the texts in other languages than English."""


@translations.command()
def update() -> None:
    """Add new texts of the code to the catalogs, and remove those that are gone.

    If a new text resembles one that the catalog has, it gets the translation of that one, marked as
    `fuzzy`. It is not used until somebody has adapted it and removed the mark.
    """
    for language in _languages():
        catalog = _updated(language)
        file = _file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_written(catalog))
        missing = sum(not _is_translated(message) for message in catalog)
        fuzzy = sum(message.fuzzy for message in catalog if message.id)
        counts = f"{len(catalog)} texts, {missing} without a translation, {fuzzy} to look at"
        click.echo(f"{LANGUAGES[language]}: {counts}")


@translations.command()
def check() -> None:
    """Fail if a text has no translation, one for another English text, or one with other values.

    A long text has the same sections, lists, links and values in every language.
    """
    faults = [
        f"{language}: {fault}"
        for language in _languages()
        for fault in (*faults_of(language), *text_faults(language))
    ]
    if faults:
        raise click.ClickException("\n".join(["The translations are not complete:", *faults]))
    click.echo("The translations are complete.")


def faults_of(language: str) -> list[str]:
    """Return what is wrong with the catalog of a language."""
    catalog = _updated(language)
    faults = [f"no translation: {message.id}" for message in catalog if not _is_translated(message)]
    faults += [
        f"the English text has changed, so look at its translation and remove `fuzzy`: {message.id}"
        for message in catalog
        if message.id and message.fuzzy
    ]
    faults += [f"other values: {message.id}" for message in catalog if not _has_same_values(message)]
    if not faults and _written(catalog) != _file(language).read_bytes():
        faults.append("not up to date: run `webdev-certs translations update`")
    return faults


def _languages() -> list[str]:
    return [code for code in LANGUAGES if code != SOURCE_LANGUAGE]


def _file(language: str) -> Path:
    return CATALOGS / language / "LC_MESSAGES" / "messages.po"


def _updated(language: str) -> Catalog:
    """Return the catalog of a language with exactly the texts that are in the code."""
    found = Catalog(charset="utf-8")
    for file, _line, text, comments, context in extract_from_dir(
        str(SOURCE), method_map=_METHODS, keywords=_KEYWORDS, comment_tags=("Translators:",)
    ):
        found.add(text, locations=[(file, 0)], auto_comments=comments, context=context)
    file = _file(language)
    with file.open("rb") if file.exists() else BytesIO() as known:
        catalog = read_po(known, locale=language)
    catalog.update(found)
    catalog.obsolete.clear()
    for message in catalog:
        comments = [comment for comment in message.user_comments if not comment.startswith(_BEFORE)]
        if message.previous_id:
            comments.append(f"{_BEFORE}{message.previous_id[0]}")
        if message.id and (message.previous_id or not message.fuzzy):
            message.user_comments = comments
    return catalog


def _written(catalog: Catalog) -> bytes:
    written = BytesIO()
    write_po(
        written,
        catalog,
        width=0,
        sort_by_file=True,
        include_lineno=False,
        omit_header=True,
    )
    return written.getvalue()


def _blueprint_texts(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Find the texts of a blueprint that pages show in their own language, as Babel asks for them."""
    yield 1, "N_", yaml.safe_load(file)["summary"], []


_METHODS = [("**.py", "python"), ("**/blueprint.yaml", _blueprint_texts)]
"""Pattern of file names → Babel's method to extract the texts."""


def _texts(part: object) -> tuple[str, ...]:
    return part if isinstance(part, tuple) else (str(part or ""),)


def _is_translated(message: Message) -> bool:
    return not message.id or (bool(message.string) and all(_texts(message.string)))


def _has_same_values(message: Message) -> bool:
    """Return whether all forms of the translation name the values of the English text, and no others."""
    if not message.id or not _is_translated(message):
        return True
    return {_values(text) for text in _texts(message.string)} <= {
        _values(text) for text in _texts(message.id)
    }


def _values(text: str) -> frozenset[tuple[str | None, ...]] | None:
    """Return the names in braces with how they are formatted; None if the braces do not match."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return None
    return frozenset((name, form, conversion) for _text, name, form, conversion in parts if name is not None)


def text_faults(language: str) -> Iterator[str]:
    """Yield what the long texts of a language lack, or have too much, compared with the English ones."""
    files = {folder: _text_files(folder) for folder in (SOURCE_LANGUAGE, language)}
    for name in sorted(files[SOURCE_LANGUAGE] - files[language]):
        if "translated" not in Source(texts.TEXTS / SOURCE_LANGUAGE / f"{name}.md").metadata:
            yield f"no text: {name}.md"
    yield from (f"no English text: {name}.md" for name in sorted(files[language] - files[SOURCE_LANGUAGE]))
    for name in sorted(files[SOURCE_LANGUAGE] & files[language]):
        try:
            own, english = (
                Source(texts.TEXTS / folder / f"{name}.md") for folder in (language, SOURCE_LANGUAGE)
            )
        except TextError as error:
            yield str(error)
            continue
        for key in sorted(own.metadata.keys() ^ english.metadata.keys()):
            yield f"{name}.md: {_lack(key, english.metadata)} metadata `{key}`"
        for key in sorted(own.placeholders.keys() - english.placeholders.keys()):
            yield f"{name}.md:{own.placeholders[key]}: the English text has no {{{{ {key} }}}}"
        expected = _with_objectives(name, english.outline())
        yield from (f"{name}.md: {fault}" for fault in _differences(own.outline(), expected))


def _text_files(language: str) -> set[str]:
    folder = texts.TEXTS / language
    return {str(file.relative_to(folder).with_suffix("")) for file in folder.rglob("*.md")}


def _with_objectives(name: str, english: Section) -> Section:
    """Add the objectives to the English text of a certification: they are in its blueprint."""
    for technology in technologies():
        if name == f"certifications/{technology.id}":
            topics = tuple(
                Section(topic.title, ("\n".join(f"- {goal}" for goal in topic.objectives),), {}, ())
                for topic in technology.topics
            )
            objectives = Section("objectives", (), {"id": "objectives"}, topics)
            return replace(english, sections=(*english.sections, objectives))
    return english


def _differences(own: Section, english: Section) -> Iterator[str]:
    """Yield how a section differs from the English one, in what all languages have in common."""
    place = f"“{own.heading}”" if own.heading else "the beginning"
    for note in sorted(own.notes.keys() ^ english.notes.keys()):
        yield f"{place}: {_lack(note, english.notes)} <!-- {note}: … -->"
    if own.id != english.id:
        yield f"{place}: the id is “{own.id}”, and “{english.id}” in English"
    for what, found in (("value", _names_in), ("link", _links_of)):
        lacking, more = found(english) - found(own), found(own) - found(english)
        yield from (f"{place}: the {what} “{name}” is missing" for name in sorted(lacking))
        yield from (f"{place}: the {what} “{name}” is not in the English text" for name in sorted(more))
    if len(own.entries) != len(english.entries):
        yield f"{place}: {len(own.entries)} entries of lists, {len(english.entries)} in English"
    if len(own.sections) != len(english.sections):
        headings = ", ".join(f"“{section.heading}”" for section in english.sections)
        yield f"{place}: {len(own.sections)} sections, {len(english.sections)} in English: {headings}"
        return
    for section, expected in zip(own.sections, english.sections, strict=True):
        yield from _differences(section, expected)


def _names_in(section: Section) -> set[str]:
    tags = _TAG.findall("\n".join((section.heading, *section.parts)))
    return {name for tag in tags for name in _NAME.findall(_QUOTED.sub("", tag))} - _WORDS_OF_JINJA


def _links_of(section: Section) -> set[str]:
    return {link for part in section.parts for link in _LINK.findall(part)}


def _lack(name: str, english: Container[str]) -> str:
    return "no" if name in english else "more than the English"
