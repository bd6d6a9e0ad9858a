"""Options and keys of the formats with statements, from what the program printed.

A statement of a multiple-choice model is right if `true` is printed for it. The statements of an order are
the lines that are printed. Those of pairs are prompts, and for each of them its match is printed.
"""

from collections.abc import Sequence
from typing import Any, Literal

from webdev_certs.server.content.format import Match, Option
from webdev_certs.server.content.item_models.drawing import Draws

StatementFormat = Literal["multiple_choice", "order_lines", "match_pairs"]
Texts = Sequence[tuple[str, str]]
"""Text and explanation of each statement, filled in."""


class BadInstance(Exception):
    """Raised if the model makes no item from these values, with the reason."""


class Rejected(Exception):
    """These values make no item, but others may: two options would be the same."""


def answer_statements(
    item_format: StatementFormat, texts: Texts, lines: Sequence[str], spares: Sequence[str], draws: Draws
) -> dict[str, Any]:
    """Return options, key and matches of an item.

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


def lettered(texts: Texts) -> list[Option]:
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
    options = lettered([text for text, _ in judged])
    return {
        "options": options,
        "key": [option.id for option, (_, line) in zip(options, judged, strict=True) if line == "true"],
    }


def _order(texts: Texts, lines: Sequence[str], draws: Draws) -> dict[str, Any]:
    options = lettered(draws.shuffled(texts))
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
    options = lettered([text for text, _ in paired])
    return {
        "options": options,
        "matches": matches,
        "key": {option.id: ids[line] for option, (_, line) in zip(options, paired, strict=True)},
    }
