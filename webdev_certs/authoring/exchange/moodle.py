"""Moodle XML (Moodle's documentation, "Moodle XML format")."""

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator

from webdev_certs.authoring.exchange.losses import (
    Exported,
    Loss,
    lost_fields,
    lost_ids,
    without_unwritable,
)
from webdev_certs.authoring.exchange.markup import LETTERS, TAGGED, explanations, stem_with_code, tags_of
from webdev_certs.authoring.exchange.moodle_reading import load
from webdev_certs.server.content.format import Item

TYPES = {
    "single_choice": "multichoice",
    "output": "multichoice",
    "multiple_choice": "multichoice",
    "true_false": "truefalse",
    "fill_in": "shortanswer",
    "match_pairs": "matching",
    "order_lines": "ordering",
}
_HELD = ("id", "code", "explanation", "accept", "number", "tolerance", "matches", "case_sensitive", *TAGGED)


def dump(items: Iterable[Item]) -> Exported:
    """Write the items, and name what Moodle cannot hold."""
    quiz = ET.Element("quiz")
    losses: list[Loss] = []
    for each in items:
        item, replaced = without_unwritable(each)
        _write_question(quiz, item)
        losses += [*replaced, *_losses(item)]
    ET.indent(quiz)
    return Exported(ET.tostring(quiz, encoding="utf-8", xml_declaration=True) + b"\n", losses)


def _losses(item: Item) -> Iterator[Loss]:
    held = [*_HELD] if item.format in ("match_pairs", "order_lines") else [*_HELD, "explanations"]
    yield from lost_fields(item, held, "Moodle XML")
    if item.format == "order_lines":
        letter = {id_: LETTERS[place] for place, id_ in enumerate(item.key or ())}
        yield from lost_ids(item, [letter[each.id] for each in item.options])
    elif item.format == "true_false":
        yield from (
            Loss(item.id, f"options.{each.id}.text", f"comes back as {each.id.capitalize()!r}")
            for each in item.options
            if each.text != each.id.capitalize()
        )
    else:
        yield from lost_ids(item, LETTERS[: len(item.options)])


def _write_question(quiz: ET.Element, item: Item) -> None:
    kind = "numerical" if item.number is not None else TYPES[item.format]
    question = ET.SubElement(quiz, "question", type=kind)
    _text(question, "name", item.id)
    _text(question, "questiontext", stem_with_code(item), markdown=True)
    _text(question, "generalfeedback", item.explanation, markdown=True)
    ET.SubElement(question, "idnumber").text = item.id
    tags = ET.SubElement(question, "tags")
    for tag in tags_of(item):
        _text(tags, "tag", tag)
    _write_answers(question, item)


def _write_answers(question: ET.Element, item: Item) -> None:
    why, key = explanations(item), item.key or ()
    match item.format:
        case "true_false":
            for each in item.options:
                _answer(question, each.id, 100 if each.id in key else 0, why[each.id], "moodle_auto_format")
        case "single_choice" | "output" | "multiple_choice":
            several = item.format == "multiple_choice"
            ET.SubElement(question, "single").text = "false" if several else "true"
            ET.SubElement(question, "shuffleanswers").text = "true"
            ET.SubElement(question, "answernumbering").text = "none"
            for each in item.options:
                fraction = 100 / len(key) if each.id in key else -100 if several else 0
                _answer(question, each.text, fraction, why[each.id])
        case "fill_in" if item.number is not None:
            answer = _answer(question, repr(item.number), 100, "", "moodle_auto_format")
            ET.SubElement(answer, "tolerance").text = repr(item.tolerance)
        case "fill_in":
            ET.SubElement(question, "usecase").text = "1" if item.case_sensitive else "0"
            for text in item.accept:
                _answer(question, text, 100, "", "moodle_auto_format")
        case "match_pairs":
            _write_pairs(question, item)
        case "order_lines":
            texts = {each.id: each.text for each in item.options}
            for place, id_ in enumerate(key, start=1):
                _answer(question, texts[id_], place, "")


def _write_pairs(question: ET.Element, item: Item) -> None:
    assert isinstance(item.key, dict)
    ET.SubElement(question, "shuffleanswers").text = "true"
    matches = {each.id: each.text for each in item.matches}
    prompts = [(each.text, matches[item.key[each.id]]) for each in item.options]
    # A match without a prompt is a distractor.
    prompts += [("", text) for id_, text in matches.items() if id_ not in item.key.values()]
    for prompt, text in prompts:
        pair = ET.SubElement(question, "subquestion", format="markdown")
        ET.SubElement(pair, "text").text = prompt
        _text(pair, "answer", text)


def _answer(question: ET.Element, text: str, fraction: float, why: str, kind: str = "markdown") -> ET.Element:
    share = f"{fraction:.5f}".rstrip("0").rstrip(".")
    answer = ET.SubElement(question, "answer", fraction=share, format=kind)
    ET.SubElement(answer, "text").text = text
    _text(answer, "feedback", why, markdown=True)
    return answer


def _text(parent: ET.Element, name: str, text: str, markdown: bool = False) -> None:
    element = ET.SubElement(parent, name, {"format": "markdown"} if markdown else {})
    ET.SubElement(element, "text").text = text


__all__ = ["dump", "load"]
