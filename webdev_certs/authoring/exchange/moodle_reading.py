"""Read Moodle XML."""

from collections.abc import Callable
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from webdev_certs.authoring.exchange.losses import Imported, Loss, Tree, Unreadable
from webdev_certs.authoring.exchange.markup import (
    LETTERS,
    fields_of,
    match_pairs,
    option,
    put_together,
    split_stem,
    true_false,
)


def load(data: bytes) -> Imported:
    """Read a file.

    Raises:
        Unreadable: It is not well-formed XML, declares entities, or is not a quiz.
    """
    try:
        quiz = fromstring(data)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise Unreadable(f"is not XML that can be read: {error}") from None
    if quiz.tag != "quiz":
        raise Unreadable(f"is not a quiz of Moodle, but {quiz.tag!r}")
    imported = Imported()
    for number, question in enumerate(quiz.iter("question"), start=1):
        kind = question.get("type", "")
        if kind == "category":
            continue
        name = question.findtext("idnumber") or _text(question, "name")
        read = _READERS.get(kind)
        if read is None:
            lost = f"left out: the bank has no questions of the kind {kind!r}"
            imported.losses.append(Loss(name or f"question {number}", "", lost))
            continue
        tree = split_stem(_text(question, "questiontext")) | read(question)
        if explanation := _text(question, "generalfeedback").strip():
            tree["explanation"] = explanation
        fields = fields_of(_own_text(tag) for tag in question.iter("tag"))
        imported.trees.append(put_together({**({"id": name} if name else {}), **tree}, fields))
    return imported


def _choices(question: Element) -> Tree:
    options, key = [], []
    for letter, answer in zip(LETTERS, question.findall("answer"), strict=False):
        options.append(option(letter, _own_text(answer), _text(answer, "feedback")))
        key += [letter] if _fraction(answer) > 0 else []
    single = question.findtext("single", "true").strip() in ("true", "1")
    return {"format": "single_choice" if single else "multiple_choice", "options": options, "key": key}


def _true_false(question: Element) -> Tree:
    answers = {_own_text(answer).strip().lower(): answer for answer in question.findall("answer")}
    feedback = {
        name: _text(answers[name], "feedback") if name in answers else "" for name in ("true", "false")
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
        (_own_text(each).strip(), _text(each, "answer").strip()) for each in question.findall("subquestion")
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


def _text(parent: Element, name: str) -> str:
    element = parent.find(name)
    return "" if element is None else _own_text(element)
