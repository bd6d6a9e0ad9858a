"""Moodle XML (Moodle's documentation, "Moodle XML format")."""

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from webdev_certs.authoring.exchange.losses import (
    NO_VALUE,
    Exported,
    Imported,
    Loss,
    Tree,
    Unreadable,
    lost_fields,
    lost_ids,
    without_unwritable,
)
from webdev_certs.authoring.exchange.markup import (
    LETTERS,
    TAGGED,
    explanations,
    fields_of,
    match_pairs,
    option,
    put_together,
    split_stem,
    stem_with_code,
    tags_of,
    true_false,
)
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
    _write_text(question, "name", item.id)
    _write_text(question, "questiontext", stem_with_code(item), markdown=True)
    _write_text(question, "generalfeedback", item.explanation, markdown=True)
    ET.SubElement(question, "idnumber").text = item.id
    tags = ET.SubElement(question, "tags")
    for tag in tags_of(item):
        _write_text(tags, "tag", tag)
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
        _write_text(pair, "answer", text)


def _answer(question: ET.Element, text: str, fraction: float, why: str, kind: str = "markdown") -> ET.Element:
    share = f"{fraction:.5f}".rstrip("0").rstrip(".")
    answer = ET.SubElement(question, "answer", fraction=share, format=kind)
    ET.SubElement(answer, "text").text = text
    _write_text(answer, "feedback", why, markdown=True)
    return answer


def _write_text(parent: ET.Element, name: str, text: str, markdown: bool = False) -> None:
    element = ET.SubElement(parent, name, {"format": "markdown"} if markdown else {})
    ET.SubElement(element, "text").text = text


def load(data: bytes) -> Imported:
    """Read a file.

    Raises:
        Unreadable: It is not well-formed XML, declares entities, or is not a quiz.
    """
    try:
        quiz = fromstring(data)
    except (ParseError, DefusedXmlException, LookupError, ValueError) as error:
        raise Unreadable(f"is not XML that can be read: {error}") from None
    if quiz.tag != "quiz":
        raise Unreadable(f"is not a quiz of Moodle, but {quiz.tag!r}")
    imported = Imported()
    for number, question in enumerate(quiz.iter("question"), start=1):
        kind = question.get("type", "")
        if kind == "category":
            continue
        name = question.findtext("idnumber") or _read_text(question, "name")
        read = _READERS.get(kind)
        if read is None:
            lost = f"left out: the bank has no questions of the kind {kind!r}"
            imported.losses.append(Loss(name or f"question {number}", "", lost))
            continue
        try:
            tree = split_stem(_read_text(question, "questiontext")) | read(question)
        except (StopIteration, ValueError):
            imported.losses.append(Loss(name or f"question {number}", "", NO_VALUE))
            continue
        if explanation := _read_text(question, "generalfeedback").strip():
            tree["explanation"] = explanation
        fields = fields_of(_own_text(tag) for tag in question.iter("tag"))
        imported.trees.append(put_together({**({"id": name} if name else {}), **tree}, fields))
    return imported


def _choices(question: Element) -> Tree:
    options, key = [], []
    for letter, answer in zip(LETTERS, question.findall("answer"), strict=False):
        options.append(option(letter, _own_text(answer), _read_text(answer, "feedback")))
        key += [letter] if _fraction(answer) > 0 else []
    single = question.findtext("single", "true").strip() in ("true", "1")
    return {"format": "single_choice" if single else "multiple_choice", "options": options, "key": key}


def _true_false(question: Element) -> Tree:
    answers = {_own_text(answer).strip().lower(): answer for answer in question.findall("answer")}
    feedback = {
        name: _read_text(answers[name], "feedback") if name in answers else "" for name in ("true", "false")
    }
    right = "true" in answers and _fraction(answers["true"]) > 0
    return true_false(right, feedback["true"], feedback["false"])


def _short_answer(question: Element) -> Tree:
    accepted = [_own_text(answer) for answer in question.findall("answer") if _fraction(answer) > 0]
    tree: Tree = {"format": "fill_in", "accept": accepted}
    return {**tree, "case_sensitive": True} if question.findtext("usecase", "0").strip() == "1" else tree


def _numerical(question: Element) -> Tree:
    answer = next(each for each in question.findall("answer") if _fraction(each) > 0)
    tree: Tree = {"format": "fill_in", "number": float(_own_text(answer))}
    tolerance = float(answer.findtext("tolerance") or 0)
    return {**tree, "tolerance": tolerance} if tolerance else tree


def _matching(question: Element) -> Tree:
    return match_pairs(
        (_own_text(each).strip(), _read_text(each, "answer").strip())
        for each in question.findall("subquestion")
    )


def _ordering(question: Element) -> Tree:
    answers = sorted(question.findall("answer"), key=_fraction)
    lines = [option(letter, _own_text(answer)) for letter, answer in zip(LETTERS, answers, strict=False)]
    return {"format": "order_lines", "options": lines, "key": [line["id"] for line in lines]}


_READERS: dict[str, Callable[[Element], Tree]] = {
    "multichoice": _choices,
    "truefalse": _true_false,
    "shortanswer": _short_answer,
    "numerical": _numerical,
    "matching": _matching,
    "ordering": _ordering,
}


def _fraction(answer: Element) -> float:
    return float(answer.get("fraction", "0"))


def _own_text(element: Element) -> str:
    return element.findtext("text") or ""


def _read_text(parent: Element, name: str) -> str:
    element = parent.find(name)
    return "" if element is None else _own_text(element)
