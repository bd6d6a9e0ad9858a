"""Make an instance of an item model: draw values or a selection, and build the item with its key.

Nothing is run: `solve` says what a program prints, and `items verify` has proved it. An instance is an `Item`
like any other. What it shows decides its id, so equal instances have equal ids.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from pydantic import ValidationError

from webdev_certs.server.content.files import messages
from webdev_certs.server.content.format import Code, Item, Match, Option
from webdev_certs.server.content.item_models.format import Distractor, Model, ProgramModel
from webdev_certs.server.content.item_models.parameters import Draws
from webdev_certs.server.content.item_models.rendering import BadTemplate, render
from webdev_certs.server.content.item_models.selections import SelectionModel, Statement
from webdev_certs.server.content.item_models.solving import BadSolve, evaluate, solve

IN_EXAM = 20
"""How many instances of a model are made for a position of an exam, until one is new."""
TRIES = 400
"""How often values are drawn for one instance until it meets the constraints and its options differ."""
_TAKEN_OVER = ("topic", "pool", "difficulty", "angoff", "format", "reference", "expected_seconds")


class BadInstance(Exception):
    """Raised for a model that makes no item from some values, or from any, with the reason."""


class Rejected(Exception):
    """These values make no item, but others may: two options would be the same."""


class _Judged(NamedTuple):
    """A statement of which an instance says whether it holds."""

    text: str
    explanation: str
    holds: bool
    misconception: str | None = None


@dataclass(frozen=True)
class Instance:
    """An item, and what it was made of.

    Attributes:
        item: The item.
        values: The parameters' values and what `solve` assigned; empty for a selection model.
    """

    item: Item
    values: Mapping[str, Any]


def make_instances(model: Model, seed: str, purpose: str = "") -> Iterator[Instance]:
    """Yield different instances of a model until no new one is found; seed and purpose determine their order.

    Args:
        model: The item model.
        seed: A secret of the deployment. Whoever knows it can compute all instances.
        purpose: What the instances are for. Different purposes draw differently.

    Raises:
        BadInstance: The model has a fault that these values show.
    """
    draws = Draws(seed, f"{model.id} {model.version} {purpose}")
    seen: set[str] = set()
    while True:
        for _ in range(TRIES):
            try:
                instance = _make(model, draws)
            except Rejected:
                continue
            except ValidationError as error:
                raise BadInstance("; ".join(messages(error))) from None
            if instance.item.id not in seen:
                seen.add(instance.item.id)
                break
        else:
            return
        yield instance


def exam_instances(model: Model, seed: str, attempt_id: UUID, position: int) -> Iterator[Instance]:
    """Yield the instances that one position of an attempt may ask: the first one that is new is asked.

    Args:
        model: The item model.
        seed: A secret of the deployment.
        attempt_id: The attempt.
        position: Where in the attempt.
    """
    return islice(make_instances(model, seed, f"{attempt_id} {position}"), IN_EXAM)


def make_instance(model: ProgramModel, values: Mapping[str, Any], draws: Draws) -> Instance:
    """Make the instance with these values of the parameters.

    Raises:
        Rejected: A constraint does not hold, or too few options differ.
        BadInstance: A template or `solve` fails, or the item has a fault.
    """
    try:
        if not all(evaluate(each, values) for each in model.constraints_of_values):
            raise Rejected("a constraint does not hold")
        solved = solve(model.solve, values)
        if not all(evaluate(each, solved) for each in model.constraints_of_solved):
            raise Rejected("a constraint does not hold")
    except BadSolve as fault:
        raise BadInstance(f"solve: {fault}") from None
    solved |= _printed(solved)
    content = {
        "stem": _fill(model.stem, solved),
        "code": Code(language=model.code.language, text=_fill(model.code.text, solved)),
        "case_sensitive": model.case_sensitive,
        **_answers(model, solved, draws),
    }
    return Instance(_item(model, content), solved)


def _make(model: Model, draws: Draws) -> Instance:
    if isinstance(model, SelectionModel):
        return Instance(_select(model, draws), {})
    draws.start_instance()
    return make_instance(
        model, {name: parameter.draw(draws) for name, parameter in model.parameters.items()}, draws
    )


def _item(model: Model, content: dict[str, Any]) -> Item:
    """Build the item; its id is the model's with a hash of what it shows, in whatever order."""
    shown = [content["stem"], content["code"].text if content["code"] else ""]
    shown += sorted([each.text for each in (*content.get("options", ()), *content.get("matches", ()))])
    digest = hashlib.sha256(json.dumps(shown, ensure_ascii=False).encode()).hexdigest()[:8]
    common = {name: getattr(model, name) for name in _TAKEN_OVER}
    return Item.model_validate(
        {"id": f"{model.id}-{digest}", "version": model.version, "model": model.id, **common, **content}
    )


def _printed(solved: Mapping[str, Any]) -> dict[str, Any]:
    """Return `output` and `lines`, of which `solve` has assigned one."""
    if "lines" in solved:
        lines = [_text(line) for line in solved["lines"]]
    else:
        lines = _text(solved["output"]).strip().splitlines()
    lines = [line.rstrip() for line in lines]
    return {"output": "\n".join(lines), "lines": lines}


def _text(value: Any) -> str:
    """Write a value as JavaScript and Java print it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _answers(model: ProgramModel, values: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Return the fields that depend on the format: options and key, or accepted answers."""
    lines: Sequence[str] = values["lines"]
    statements = [
        (_fill(each.text, values).strip(), _fill(each.explanation, values).strip())
        for each in model.statements
    ]
    match model.format:
        case "fill_in":
            answer = _fill(model.answer, values).strip()
            accepted = {"number": answer} if model.answer_is == "number" else {"accept": [answer]}
            return {"explanation": _fill(model.explanation, values).strip(), **accepted}
        case "multiple_choice":
            if len(lines) != len(statements) or not set(lines) <= {"true", "false"}:
                raise BadInstance(f"solve must say true or false for each statement, not {list(lines)}")
            judged = [
                _Judged(*each, holds=line == "true") for each, line in zip(statements, lines, strict=True)
            ]
            return _judged(judged, draws)
        case "order_lines":
            return _ordered(statements, lines, draws)
        case "match_pairs":
            if len(lines) != len(statements):
                raise BadInstance(f"solve must give one match for each statement, not {list(lines)}")
            spares = [_fill(each, values).strip() for each in model.spares]
            pairs = [(*each, f"`{line}`") for each, line in zip(statements, lines, strict=True)]
            return _paired(pairs, [f"`{spare}`" for spare in spares], draws)
        case "output" | "single_choice":
            return _chosen(model, values, draws)


def _chosen(model: ProgramModel, values: Mapping[str, Any], draws: Draws) -> dict[str, Any]:
    """Return the key and the first distractors that differ from it and from each other."""
    right = _fill(model.answer, values).strip()
    texts: dict[str, tuple[str, str | None]] = {right: (_fill(model.explanation, values).strip(), None)}
    for distractor in model.distractors:
        text = distractor_text(distractor, values)
        if len(texts) < model.options and text and _squeezed(text) not in map(_squeezed, texts):
            texts[text] = _fill(distractor.explanation, values).strip(), distractor.misconception
    if len(texts) < model.options:
        raise Rejected(f"only {len(texts) - 1} distractors differ from the key and from each other")
    options = _lettered(draws.shuffled([(text, *about) for text, about in texts.items()]))
    return {"options": options, "key": [option.id for option in options if option.text == right]}


def distractor_text(distractor: Distractor, values: Mapping[str, Any]) -> str:
    """Return a distractor's text for the values of an instance."""
    return _fill(distractor.text, values).strip()


def _judged(statements: Sequence[_Judged], draws: Draws) -> dict[str, Any]:
    right = sum(each.holds for each in statements)
    if not 2 <= right < len(statements):
        raise Rejected(f"{right} of {len(statements)} statements are right")
    return _with_key(draws.shuffled(statements))


def _with_key(judged: Sequence[_Judged]) -> dict[str, Any]:
    options = _lettered([(each.text, each.explanation, each.misconception) for each in judged])
    return {
        "options": options,
        "key": [option.id for option, each in zip(options, judged, strict=True) if each.holds],
    }


def _ordered(texts: Sequence[tuple[str, str]], lines: Sequence[str], draws: Draws) -> dict[str, Any]:
    """Return lines whose order is that of `lines`; backticks around a text do not count."""
    options = _lettered(draws.shuffled(texts))
    ids = {option.text.strip("`"): option.id for option in options}
    if sorted(lines) != sorted(text.strip("`") for text, _ in texts):
        raise BadInstance(f"solve must give each statement once, not {list(lines)}")
    if len(ids) < len(texts):
        raise Rejected("two lines are the same")
    return {"options": options, "key": [ids[line] for line in lines]}


def _paired(pairs: Sequence[tuple[str, str, str]], spares: Sequence[str], draws: Draws) -> dict[str, Any]:
    """Return prompts and matches.

    Args:
        pairs: Prompt, explanation and match.
        spares: Matches that belong to no prompt; those of a prompt are left out.
        draws: Chooses the order.
    """
    right = [match for _, _, match in pairs]
    if len(set(right)) < len(right):
        raise Rejected("two prompts have the same match")
    left = [spare for spare in dict.fromkeys(spares) if spare not in right]
    if not left:
        raise Rejected("no spare match differs from the right ones")
    matches = [
        Match(id=f"m{place}", text=text)
        for place, text in enumerate(draws.shuffled([*right, *left]), start=1)
    ]
    ids = {match.text: match.id for match in matches}
    shuffled = draws.shuffled(pairs)
    options = _lettered([(prompt, explanation) for prompt, explanation, _ in shuffled])
    key = {option.id: ids[match] for option, (_, _, match) in zip(options, shuffled, strict=True)}
    return {"options": options, "matches": matches, "key": key}


def _select(model: SelectionModel, draws: Draws) -> Item:
    """Select some of a model's statements, pairs or steps."""
    code = Code(language=model.code.language, text=model.code.text) if model.code else None
    return _item(model, {"stem": model.stem, "code": code, **_selection(model, draws)})


def _selection(model: SelectionModel, draws: Draws) -> dict[str, Any]:
    if model.format == "match_pairs":
        drawn = draws.several(model.pairs, model.shown + model.spares)
        pairs = [(each.prompt, each.explanation, each.match) for each in drawn[: model.shown]]
        return _paired(pairs, [each.match for each in drawn[model.shown :]], draws)
    if model.format == "order_lines":
        places = sorted(draws.several(range(len(model.steps)), model.shown))
        steps = [(model.steps[place].text, model.steps[place].explanation) for place in places]
        return _ordered(steps, [text.strip("`") for text, _ in steps], draws)
    right = draws.one(model.numbers_right)
    true = _apart([each for each in model.statements if each.holds], right, draws)
    taken = {each.group for each in true if each.group}
    allowed = [each for each in model.statements if not each.holds and each.group not in taken]
    false = _apart(allowed, model.shown - right, draws)
    judged = [
        _Judged(each.text, each.explanation, each.holds, each.misconception) for each in (*true, *false)
    ]
    return _judged(judged, draws) if model.format == "multiple_choice" else _with_key(draws.shuffled(judged))


def _apart(statements: Sequence[Statement], number: int, draws: Draws) -> list[Statement]:
    """Draw statements no two of which are of one group; all such selections are equally likely."""
    while True:
        drawn = draws.several(statements, number)
        groups = [each.group for each in drawn if each.group]
        if len(set(groups)) == len(groups):
            return drawn


def _lettered(texts: Sequence[tuple[str, str] | tuple[str, str, str | None]]) -> list[Option]:
    """Make options with the ids a, b, c … of texts, explanations and, if there are some, misconceptions."""
    return [
        Option(id=letter, text=text, explanation=explanation, misconception=more[0] if more else None)
        for letter, (text, explanation, *more) in zip("abcdefgh", texts, strict=False)
    ]


def _fill(text: str, values: Mapping[str, Any]) -> str:
    try:
        return render(text, values)
    except BadTemplate as fault:
        raise BadInstance(str(fault)) from None


def _squeezed(text: str) -> str:
    return " ".join(text.split())
