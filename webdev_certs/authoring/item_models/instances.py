"""Make instances of an item model: draw values, fill in templates, build items from what was printed."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ValidationError

from webdev_certs.authoring.execution.programs import BadProgram, Program, compose_program
from webdev_certs.server.content.files import messages
from webdev_certs.server.content.format import Code, Executed, Item, Match, Option, printed_lines
from webdev_certs.server.content.item_models.drawing import Draws
from webdev_certs.server.content.item_models.format import Distractor, ItemModel
from webdev_certs.server.content.item_models.rendering import BadTemplate, evaluate, render

TRIES = 400
"""How often values are drawn for one instance until the constraints hold and the instance is new."""
StatementFormat = Literal["multiple_choice", "order_lines", "match_pairs"]
Texts = Sequence[tuple[str, str]]
"""Text and explanation of each statement, filled in."""
_TAKEN_OVER = (
    "topic",
    "pool",
    "difficulty",
    "angoff",
    "format",
    "reference",
    "expected_seconds",
    "case_sensitive",
)


class BadInstance(Exception):
    """Raised if the model makes no item from these values, with the reason."""


class Rejected(Exception):
    """Raised if these values make no item, but others may, e.g. because two options would be the same."""


@dataclass(frozen=True)
class Draft:
    """An instance before its programs have run."""

    id: str
    model: ItemModel
    values: Mapping[str, Any]
    code: Code
    program: str | None
    variants: Mapping[int, Code]
    """Place of a distractor → the code whose output it is."""

    def programs(self) -> Iterator[Program]:
        """Return the key's program, named by the instance, and those of the distractors.

        Raises:
            BadInstance: One cannot be composed.
        """
        try:
            codes = {self.id: self.code} | {
                variant_name(self.id, at): code for at, code in self.variants.items()
            }
            for name, code in codes.items():
                yield replace(compose_program(name, code, self.program), group=self.model.id)
        except BadProgram as fault:
            raise BadInstance(str(fault).replace("evidence.program", "run.program")) from None


def variant_name(instance: str, place: int) -> str:
    """Return the name of the program of a distractor."""
    return f"{instance}-d{place}"


def draw_drafts(model: ItemModel, seed: str) -> Iterator[Draft]:
    """Yield different instances of a model, in an order that the seed determines, until no new one is found.

    Raises:
        BadInstance: A template cannot be filled in.
    """
    draws = Draws(seed, f"{model.id} {model.version}")
    seen: set[str] = set()
    while True:
        for _ in range(TRIES):
            values = _draw(model, draws)
            if values is None:
                continue
            draft = make_draft(model, values)
            # Different values may make the same item.
            shown = json.dumps([draft.code.text, _fill(model.stem, draft.values)])
            if shown not in seen:
                seen.add(shown)
                break
        else:
            return
        yield draft


def make_draft(model: ItemModel, values: Mapping[str, Any]) -> Draft:
    """Fill in the code, its program, and the code of the distractors.

    Raises:
        BadInstance: A template cannot be filled in, or an edit finds nothing.
    """
    drawn = {name: values[name] for name in model.parameters}
    name = hashlib.sha256(json.dumps(drawn, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:8]
    code = Code(language=model.code.language, text=_fill(model.code.text, values))
    variants = {
        place: Code(language=code.language, text=_variant(each, code.text, values))
        for place, each in enumerate(model.distractors)
        if each.text is None
    }
    program = None if model.run.program is None else _fill(model.run.program, values)
    return Draft(f"{model.id}-{name}", model, values, code, program, variants)


def build_item(draft: Draft, outputs: Mapping[str, str], version: str, draws: Draws) -> Item:
    """Build the item of a draft.

    Args:
        draft: What was run.
        outputs: What each of its programs printed, by the program's name.
        version: The version of the runtime.
        draws: Chooses the order of the options.

    Raises:
        Rejected: Too few distractors differ from the key and from each other.
        BadInstance: A template cannot be filled in, or the item has a fault.
    """
    model, stdout = draft.model, outputs[draft.id]
    lines = printed_lines(stdout)
    values = {**draft.values, "output": "\n".join(lines), "lines": lines}
    content: dict[str, Any] = {
        "id": draft.id,
        "version": model.version,
        "model": model.id,
        "stem": _fill(model.stem, values),
        "code": draft.code,
        "evidence": Executed(
            kind="executed", runtime=model.run.runtime, version=version, program=draft.program, stdout=stdout
        ),
        **{name: getattr(model, name) for name in _TAKEN_OVER},
    }
    content |= _answers(draft, values, outputs, draws)
    try:
        return Item.model_validate(content)
    except ValidationError as error:
        raise BadInstance("; ".join(messages(error))) from None


def _answers(
    draft: Draft, values: dict[str, Any], outputs: Mapping[str, str], draws: Draws
) -> dict[str, Any]:
    """Return the fields that depend on the format: options and key, or accepted answers."""
    model = draft.model
    if model.format == "fill_in":
        answer = _fill(model.answer, values).strip()
        found: dict[str, Any] = {"explanation": _fill(model.explanation, values).strip()}
        return found | ({"number": answer} if model.answer_is == "number" else {"accept": [answer]})
    if model.format in ("multiple_choice", "order_lines", "match_pairs"):
        statements = [
            (_fill(each.text, values).strip(), _fill(each.explanation, values).strip())
            for each in model.statements
        ]
        spares = [_fill(each, values).strip() for each in model.spares]
        return _answer_statements(model.format, statements, values["lines"], spares, draws)
    texts = {_fill(model.answer, values).strip(): _fill(model.explanation, values).strip()}
    key = next(iter(texts))
    for place, distractor in enumerate(model.distractors):
        text = _distractor_text(draft, place, distractor, values, outputs)
        if len(texts) < model.options and text and _squeezed(text) not in map(_squeezed, texts):
            texts[text] = _fill(distractor.explanation, values).strip()
    if len(texts) < model.options:
        raise Rejected(f"only {len(texts) - 1} distractors differ from the key and from each other")
    options = _lettered(draws.shuffled(list(texts.items())))
    return {"options": options, "key": [option.id for option in options if option.text == key]}


def _distractor_text(
    draft: Draft, place: int, distractor: Distractor, values: dict[str, Any], outputs: Mapping[str, str]
) -> str:
    if distractor.text is not None:
        return _fill(distractor.text, values).strip()
    lines = printed_lines(outputs[variant_name(draft.id, place)])
    return _fill(draft.model.answer, {**values, "output": "\n".join(lines), "lines": lines}).strip()


def _draw(model: ItemModel, draws: Draws) -> dict[str, Any] | None:
    """Draw all parameters and compute the derived values; return None if a constraint does not hold."""
    draws.start_instance()
    values = {name: parameter.draw(draws) for name, parameter in model.parameters.items()}
    try:
        for name, expression in model.derived.items():
            values[name] = evaluate(expression, values)
        return values if all(evaluate(each, values) for each in model.constraints) else None
    except BadTemplate as fault:
        raise BadInstance(f"derived or constraints: {fault}") from None


def _variant(distractor: Distractor, code: str, values: Mapping[str, Any]) -> str:
    if distractor.code is not None:
        return _fill(distractor.code, values)
    for edit in distractor.edits:
        find = _fill(edit.find, values)
        if find not in code:
            raise BadInstance(f"the edit of {distractor.misconception!r} does not find {find!r}")
        code = code.replace(find, _fill(edit.replace, values))
    return code


def _fill(text: str, values: Mapping[str, Any]) -> str:
    try:
        return render(text, values)
    except BadTemplate as fault:
        raise BadInstance(str(fault)) from None


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _answer_statements(
    item_format: StatementFormat, texts: Texts, lines: Sequence[str], spares: Sequence[str], draws: Draws
) -> dict[str, Any]:
    """Return options, key and matches of an item of a format with statements.

    A statement of a multiple-choice model is right if `true` is printed for it. The statements of an order
    are the lines that are printed. Those of pairs are prompts, and for each of them its match is printed.

    Args:
        item_format: The format of the model.
        texts: The statements in the order in which the author wrote them.
        lines: What the program printed.
        spares: Matches that belong to no prompt.
        draws: Chooses the order of options and matches.

    Raises:
        Rejected: Other values may give an item.
        BadInstance: The program does not print what the format needs.
    """
    match item_format:
        case "multiple_choice":
            return _judge(texts, lines, draws)
        case "order_lines":
            return _order(texts, lines, draws)
        case "match_pairs":
            return _pair(texts, lines, spares, draws)


def _lettered(texts: Texts) -> list[Option]:
    """Make options with the ids a, b, c …"""
    return [
        Option(id=letter, text=text, explanation=explanation)
        for letter, (text, explanation) in zip("abcdefgh", texts, strict=False)
    ]


def _judge(texts: Texts, lines: Sequence[str], draws: Draws) -> dict[str, Any]:
    if len(lines) != len(texts) or not set(lines) <= {"true", "false"}:
        raise BadInstance(f"the program must print true or false for each statement, not {list(lines)}")
    right = lines.count("true")
    if not 2 <= right < len(lines):
        raise Rejected(f"{right} of {len(lines)} statements are right")
    judged = draws.shuffled(list(zip(texts, lines, strict=True)))
    options = _lettered([text for text, _ in judged])
    return {
        "options": options,
        "key": [option.id for option, (_, line) in zip(options, judged, strict=True) if line == "true"],
    }


def _order(texts: Texts, lines: Sequence[str], draws: Draws) -> dict[str, Any]:
    options = _lettered(draws.shuffled(texts))
    ids = {option.text.strip("`"): option.id for option in options}
    if sorted(lines) != sorted(text.strip("`") for text, _ in texts):
        raise BadInstance(f"the program must print each statement once, not {list(lines)}")
    if len(ids) < len(texts):
        raise Rejected("two lines are the same")
    return {"options": options, "key": [ids[line] for line in lines]}


def _pair(texts: Texts, lines: Sequence[str], spares: Sequence[str], draws: Draws) -> dict[str, Any]:
    if len(lines) != len(texts):
        raise BadInstance(f"the program must print one match for each statement, not {list(lines)}")
    if len(set(lines)) < len(lines):
        raise Rejected("two prompts have the same match")
    left = list(dict.fromkeys(spare for spare in spares if spare not in lines))
    if not left:
        raise Rejected("no spare match differs from the right ones")
    matches = [
        Match(id=f"m{place}", text=f"`{text}`")
        for place, text in enumerate(draws.shuffled([*lines, *left]), start=1)
    ]
    ids = {match.text.strip("`"): match.id for match in matches}
    paired = draws.shuffled(list(zip(texts, lines, strict=True)))
    options = _lettered([text for text, _ in paired])
    return {
        "options": options,
        "matches": matches,
        "key": {option.id: ids[line] for option, (_, line) in zip(options, paired, strict=True)},
    }
