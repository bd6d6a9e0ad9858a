"""GIFT: Moodle's text format (Moodle's documentation, "GIFT format")."""

from collections.abc import Iterable, Iterator

from webdev_certs.authoring.exchange.gift_reading import load
from webdev_certs.authoring.exchange.losses import (
    Exported,
    LeftOut,
    Loss,
    lost_fields,
    lost_ids,
    writable,
)
from webdev_certs.authoring.exchange.markup import LETTERS, TAGGED, explanations, stem_with_code, tags_of
from webdev_certs.server.content.format import Item

_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"} | {"\n": "\\n"})
_HELD = ("id", "code", "explanation", "accept", "number", "tolerance", *TAGGED)


def dump(items: Iterable[Item]) -> Exported:
    """Write the items that GIFT can hold, and name what it cannot."""
    questions: list[str] = []
    losses: list[Loss] = []
    for item, question in writable(items, _question, losses):
        questions.append(question)
        losses += _losses(item)
    return Exported("\n\n".join(questions).encode() + b"\n" * bool(questions), losses)


def _losses(item: Item) -> Iterator[Loss]:
    with_explanations = item.format != "match_pairs"
    held = {*_HELD, "matches", *(["explanations"] if with_explanations else [])}
    if with_explanations and item.format != "fill_in":
        # The text after #### is shown whatever the answer.
        held.add("explanation")
    yield from lost_fields(item, held, "GIFT")
    if item.format == "true_false":
        yield from (
            Loss(item.id, f"options.{each.id}.text", f"comes back as {each.id.capitalize()!r}")
            for each in item.options
            if each.text != each.id.capitalize()
        )
    else:
        yield from lost_ids(item, LETTERS[: len(item.options)])


def _question(item: Item) -> str:
    tags = " ".join(f"[tag:{tag}]" for tag in tags_of(item))
    head = f"// [id:{item.id}] {tags}\n::{_escape(item.id)}::[markdown]{_escape(stem_with_code(item))}"
    general = f"\n####{_escape(item.explanation)}" if item.explanation.strip() else ""
    return head + " {\n" + _answers(item) + general + "\n}"


def _answers(item: Item) -> str:
    why = {id_: _escape(text) for id_, text in explanations(item).items()}
    match item.format:
        case "true_false":
            right = item.key == ("true",)
            if_wrong, if_right = (why["false"], why["true"]) if right else (why["true"], why["false"])
            return f"{'TRUE' if right else 'FALSE'}#{if_wrong}#{if_right}"
        case "single_choice" | "output":
            assert isinstance(item.key, tuple)
            return "\n".join(
                f"{'=' if each.id in item.key else '~'}{_escape(each.text)}#{why[each.id]}"
                for each in item.options
            )
        case "multiple_choice":
            assert isinstance(item.key, tuple)
            share = f"{100 / len(item.key):.5f}".rstrip("0").rstrip(".")
            return "\n".join(
                f"~%{share if each.id in item.key else -100}%{_escape(each.text)}#{why[each.id]}"
                for each in item.options
            )
        case "fill_in" if item.number is not None:
            return f"#{item.number!r}:{item.tolerance!r}"
        case "fill_in":
            return "\n".join(f"={_escape(text)}" for text in item.accept)
        case "match_pairs":
            return _pairs(item)
        case _:
            raise LeftOut(f"GIFT has no {item.format}")


def _pairs(item: Item) -> str:
    assert isinstance(item.key, dict)
    matches = {each.id: each.text for each in item.matches}
    texts = [*matches.values(), *(each.text for each in item.options)]
    if any("->" in text for text in texts):
        raise LeftOut("GIFT cannot hold `->` in a pair")
    lines = [f"={_escape(each.text)} -> {_escape(matches[item.key[each.id]])}" for each in item.options]
    spare = [text for id_, text in matches.items() if id_ not in item.key.values()]
    return "\n".join([*lines, *(f"= -> {_escape(text)}" for text in spare)])


def _escape(text: str) -> str:
    return text.translate(_ESCAPED)


__all__ = ["dump", "load"]
