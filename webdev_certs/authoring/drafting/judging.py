"""The gates that ask a language model again, without the key of the draft.

Each question holds only what it needs: a call that answers gets neither the key nor the explanations, one
that reads explanations does not get the key, and one that rates the difficulty gets only what a learner sees.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from webdev_certs.authoring.drafting.asking import (
    TEXT,
    Ask,
    NoAnswer,
    Question,
    instructions,
    list_of,
    one_of,
    record,
)
from webdev_certs.authoring.drafting.gates import Gate
from webdev_certs.authoring.drafting.trial import shown_instances
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import Model
from webdev_certs.server.content.item_models.selections import SelectionModel
from webdev_certs.shared.vocabulary import DIFFICULTIES

ANSWERS = 5
"""How many calls answer without the key."""
MOST_APART = 25
"""Percentage points between two ratings of the difficulty."""
_NUMBER: Mapping[str, Any] = {"type": "integer"}
_ANSWER = record(answer=list_of(TEXT), reason=TEXT)
_CLAIMS = record(right=list_of(_NUMBER), wrong=list_of(_NUMBER))
_RATING = record(level=one_of(*DIFFICULTIES), percent=_NUMBER)


def judge_explanations(model: Model, ask: Ask) -> Gate:
    """Find explanations that claim something else than the key says."""
    entries = _explained(model)
    material = [
        {"number": number, "option": text, "explanation": explanation}
        for number, (text, explanation, _) in enumerate(entries, start=1)
    ]
    question = Question(instructions("explanations"), _fenced(material), "explanations", _CLAIMS)
    try:
        claims = ask(question)
    except NoAnswer as fault:
        return Gate("explanations", False, f"got no usable answer: {fault}")
    right, wrong = (_numbers(claims.get(name)) for name in ("right", "wrong"))
    against = tuple(
        f"the key says that {text!r} is {'right' if holds else 'wrong'}, its explanation: {explanation}"
        for number, (text, explanation, holds) in enumerate(entries, start=1)
        if number in (wrong if holds else right)
    )
    if against:
        return Gate("explanations", False, "an explanation contradicts the key", against)
    told = sum(number in right | wrong for number in range(1, len(entries) + 1))
    if told < len(entries) / 2:
        return Gate("explanations", False, f"only {told} of {len(entries)} explanations tell what is right")
    return Gate(
        "explanations", True, f"{told} of {len(entries)} explanations were read, and none contradicts the key"
    )


def _explained(model: Model) -> list[tuple[str, str, bool]]:
    """Return texts, explanations, and whether they are right: all statements, or options of an instance."""
    if isinstance(model, SelectionModel):
        return [(each.text, each.explanation, each.holds) for each in model.statements]
    item = shown_instances(model)[0]
    return [(each.text, each.explanation, each.id in (item.key or ())) for each in item.options]


def judge_answering(model: Model, ask: Ask) -> Gate:
    """Let five calls answer without the key; every answer must be the key."""
    reasons = []
    for material, key in _without_key(model):
        question = Question(instructions("answer"), _fenced(material), "answer", _ANSWER)
        try:
            said = ask(question)
        except NoAnswer as fault:
            return Gate("answering", False, f"got no usable answer: {fault}")
        answer = said.get("answer")
        # Endpoints that do not know the form may send anything.
        chosen = {str(each) for each in answer} if isinstance(answer, list | str) else set[str]()
        if chosen != key:
            texts = material["options"]
            details = (
                *(
                    f"chose {texts.get(name, name)!r}, which is wrong by the key"
                    for name in sorted(chosen - key)
                ),
                *(
                    f"did not choose {texts[name]!r}, which is right by the key"
                    for name in sorted(key - chosen)
                ),
                f"because: {said.get('reason')}",
            )
            return Gate("answering", False, "a call without the key answers something else", details)
        reasons.append(str(said.get("reason")))
    return Gate("answering", True, f"{len(reasons)} calls without the key agree with it", tuple(reasons))


def _without_key(model: Model) -> Iterator[tuple[Mapping[str, Any], set[str]]]:
    """Yield five questions with their keys: instances, or all statements of a pool in different orders.

    Instances of a pool show few of its statements, so that a wrong one may not be among them.
    """
    if not isinstance(model, SelectionModel):
        for item in shown_instances(model)[:ANSWERS]:
            yield _shown(item), set(item.key or ())
        return
    named = {f"s{number}": each for number, each in enumerate(model.statements, start=1)}
    code = model.code.text if model.code else None
    for number in range(ANSWERS):
        names = Random(number).sample(sorted(named), len(named))
        options = {name: named[name].text for name in names}
        question = f"{model.stem.strip()} Choose all that are true."
        yield (
            {"question": question, "code": code, "options": options},
            {name for name, each in named.items() if each.holds},
        )


def judge_difficulty(model: Model, ask: Ask) -> Gate:
    """Let two calls rate the difficulty; they must agree with each other, and one of them with the draft."""
    ratings: list[tuple[str, int]] = []
    for item in shown_instances(model)[:2]:
        question = Question(instructions("difficulty"), _fenced(_shown(item)), "difficulty", _RATING)
        try:
            said = ask(question)
            ratings.append((str(said["level"]), int(said["percent"])))
        except (NoAnswer, KeyError, TypeError, ValueError) as fault:
            return Gate("difficulty", False, f"got no usable answer: {fault}")
    told = tuple(f"{level}, {percent}% of those who just pass" for level, percent in ratings)
    apart = abs(ratings[0][1] - ratings[1][1])
    if apart > MOST_APART:
        return Gate("difficulty", False, f"two ratings are {apart} points apart", told)
    if model.difficulty not in {level for level, _ in ratings}:
        return Gate("difficulty", False, f"is said to be {model.difficulty}, and both ratings differ", told)
    return Gate("difficulty", True, f"was rated twice; it is said to be {model.difficulty}", told)


def _shown(item: Item) -> Mapping[str, Any]:
    """Return what a learner sees of an instance."""
    return {
        "question": item.stem,
        "code": item.code.text if item.code else None,
        "options": {option.id: option.text for option in item.options},
    }


def _fenced(material: Mapping[str, Any] | Sequence[Any]) -> str:
    return f"<<<\n{json.dumps(material, ensure_ascii=False, indent=1)}\n>>>"


def _numbers(value: Any) -> set[int]:
    return {each for each in value if isinstance(each, int)} if isinstance(value, list) else set()
