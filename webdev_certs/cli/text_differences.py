"""What the long texts of a language lack, compared with the English ones (`shared/texts.py`)."""

import re
from collections.abc import Container, Iterator
from dataclasses import replace

from webdev_certs.shared import texts
from webdev_certs.shared.technologies import technologies
from webdev_certs.shared.texts import Section, Source, TextError
from webdev_certs.shared.translation import SOURCE_LANGUAGE

_LINK = re.compile(r"\]\(([^)]*)\)")
_TAG = re.compile(r"{[{%](.*?)[%}]}", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAME = re.compile(r"[a-z]\w*")
_WORDS_OF_JINJA = {"if", "elif", "else", "endif", "for", "in", "endfor", "and", "or", "not", "counted"}


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
    for what, found in (("value", _values_of), ("link", _links_of)):
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


def _values_of(section: Section) -> set[str]:
    tags = _TAG.findall("\n".join((section.heading, *section.parts)))
    return {name for tag in tags for name in _NAME.findall(_QUOTED.sub("", tag))} - _WORDS_OF_JINJA


def _links_of(section: Section) -> set[str]:
    return {link for part in section.parts for link in _LINK.findall(part)}


def _lack(name: str, english: Container[str]) -> str:
    return "no" if name in english else "more than the English"
