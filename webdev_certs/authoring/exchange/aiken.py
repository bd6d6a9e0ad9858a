"""Aiken: one right option among several, each on one line, and nothing else (Moodle's documentation)."""

import re
from collections.abc import Iterable

from webdev_certs.authoring.exchange.losses import (
    Exported,
    Imported,
    LeftOut,
    Loss,
    Unreadable,
    lost_fields,
    lost_ids,
    writable,
)
from webdev_certs.authoring.exchange.markup import LETTERS, option, true_false
from webdev_certs.server.content.format import Item

_OPTION = re.compile(r"^([A-Z])[.)]\s+(.*)$")
_ANSWER = re.compile(r"^ANSWER:\s*([A-Z])\s*$")


def dump(items: Iterable[Item]) -> Exported:
    """Write the items that Aiken can hold, and name what it cannot."""
    questions: list[str] = []
    losses: list[Loss] = []
    for item, question in writable(items, _question, losses):
        questions.append(question)
        losses += lost_fields(item, (), "Aiken")
        if item.format == "output":
            losses.append(Loss(item.id, "format", "comes back as 'single_choice'"))
        if item.format != "true_false":
            losses += lost_ids(item, LETTERS[: len(item.options)])
    return Exported("\n\n".join(questions).encode() + b"\n" * bool(questions), losses)


def load(data: bytes) -> Imported:
    """Read a file.

    Raises:
        Unreadable: A line is neither a question, an option nor an answer.
    """
    imported = Imported()
    stem, options = "", {}
    for number, line in enumerate(data.decode("utf-8-sig").splitlines(), start=1):
        if found := _ANSWER.match(line):
            if not stem or found[1] not in options:
                raise Unreadable(f"line {number}: the answer is none of the options")
            imported.trees.append(_tree(stem, options, found[1]))
            stem, options = "", {}
        elif stem and (found := _OPTION.match(line)):
            options[found[1]] = found[2]
        elif line.strip():
            if options:
                raise Unreadable(f"line {number}: neither an option nor ANSWER")
            stem = f"{stem} {line.strip()}".strip()
    if stem:
        raise Unreadable("the last question has no ANSWER")
    return imported


def _question(item: Item) -> str:
    if item.format not in ("single_choice", "output", "true_false"):
        raise LeftOut(f"Aiken has no {item.format}")
    if item.code:
        raise LeftOut("Aiken has no code")
    texts = [item.stem, *(each.text for each in item.options)]
    if any("\n" in text or text != text.strip() for text in texts):
        raise LeftOut("Aiken has no line breaks")
    if _OPTION.match(item.stem) or _ANSWER.match(item.stem):
        raise LeftOut("the stem looks like an option")
    assert isinstance(item.key, tuple)
    lines = [item.stem]
    lines += [f"{letter.upper()}. {each.text}" for letter, each in zip(LETTERS, item.options, strict=False)]
    place = [each.id for each in item.options].index(item.key[0])
    return "\n".join([*lines, f"ANSWER: {LETTERS[place].upper()}"])


def _tree(stem: str, options: dict[str, str], answer: str) -> dict[str, object]:
    if sorted(text.lower() for text in options.values()) == ["false", "true"]:
        return {"stem": stem, **true_false(options[answer].lower() == "true", "", "")}
    return {
        "format": "single_choice",
        "stem": stem,
        "options": [option(letter.lower(), text) for letter, text in options.items()],
        "key": [answer.lower()],
    }
