"""Each kind of fault is planted in a copy of a good item, and `items check` names it at this item."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from tests.author import Author, Tree, good_item, item
from webdev_certs.cli.main import cli

CLEAN = 40


@dataclass(frozen=True)
class Fault:
    change: Callable[[Tree], Any]
    message: str
    warning: bool = False
    of_item: bool = True
    """Whether the fault is reported for the item and not for its technology."""


def put(**fields: Any) -> Callable[[Tree], Any]:
    return lambda tree: tree.update(fields)


def option(place: int, **fields: Any) -> Callable[[Tree], Any]:
    return lambda tree: tree["options"][place].update(fields)


def several(*words: str) -> list[Tree]:
    return [
        {"id": letter, "text": f"Text {word}", "explanation": f"The {word} has a reason here."}
        for letter, word in zip("abcdefg", words, strict=False)
    ]


MATCHES = [
    {"id": f"m{at}", "text": f"{word} p{at}"}
    for at, word in enumerate(("Gardens", "Parcels", "Tickets", "Sensors"))
]
PROMPTS = several("parks", "letters", "seats")
PAIRS = {"options": PROMPTS, "format": "match_pairs", "key": {"a": "m0", "b": "m1", "c": "m2"}}
TELLING = [{**PROMPTS[0], "text": "What gardens have"}, *PROMPTS[1:]]
MULTIPLE = {"format": "multiple_choice", "options": several("q1", "q2", "q3", "q4", "q5"), "key": ["a", "b"]}
APPLY = "What holds for vq1? Choose all that apply."
LONG = " ".join(["The value of zebra1"] + ["and of another one"] * 6) + "."
PROGRAM = {"kind": "executed", "runtime": "node", "version": "24", "stdout": "1"}

FAULTS: dict[str, Fault] = {
    "short explanation": Fault(
        option(0, explanation="It is wrong."), "options.a.explanation has fewer than 4 words"
    ),
    "explanation twice": Fault(
        lambda tree: tree["options"][1].update(explanation=tree["options"][0]["explanation"]),
        "options.a.explanation is the same as that of another option",
    ),
    "hedged key": Fault(
        put(
            key=["a"],
            options=[
                {**each, "text": ("It usually returns r1" if each["id"] == "a" else each["text"])}
                for each in good_item(1)["options"]
            ],
        ),
        "only the key says 'usually'",
        warning=True,
    ),
    "option by letter": Fault(
        option(0, explanation="As option B says, it returns that."), "options are shuffled"
    ),
    "all of the above": Fault(option(3, text="All of the above"), "options are shuffled"),
    "idiom": Fault(
        put(stem="What does sensor1 do under the hood for garden1?"), "find plainer words", warning=True
    ),
    "capitals": Fault(
        put(stem="Which does sensor1 NOT return for garden1?"), "the stem has 'NOT' in capitals"
    ),
    "negative stem": Fault(
        put(stem="Which is not sensor1 of garden1?"), "the stem asks what is not true", warning=True
    ),
    "long sentence": Fault(put(stem=f"{LONG} What is it?"), "a sentence of the stem has"),
    "no instruction": Fault(
        put(**MULTIPLE, stem="What holds for vq1?"), "ends with 'Choose all that apply.'"
    ),
    "singular": Fault(
        put(**MULTIPLE, stem="Which statement is right for vq1? Choose all that apply."),
        "suggests that only one option is right",
        warning=True,
    ),
    "four of multiple choice": Fault(
        put(**MULTIPLE | {"options": several("q1", "q2", "q3", "q4")}, stem=APPLY),
        "has 5 options, not 4",
        warning=True,
    ),
    "no spare match": Fault(put(**PAIRS, matches=MATCHES[:3]), "needs a match that belongs to no prompt"),
    "shared word": Fault(
        put(**PAIRS | {"options": TELLING}, matches=MATCHES), "the word 'gardens' is only in prompt a"
    ),
    "long code": Fault(
        put(code={"language": "text", "text": "x\n" * 31}), "the code has 31 lines", warning=True
    ),
    "wide code": Fault(put(code={"language": "text", "text": "x" * 65}), "65 columns wide", warning=True),
    "program without place": Fault(
        put(code={"language": "js", "text": "1"}, evidence={**PROGRAM, "program": "console.log(1)"}),
        "must hold the line @code once, not 0 times",
    ),
    "duplicate": Fault(
        lambda tree: tree.update({**good_item(2), "id": tree["id"]}), "of its text with", of_item=False
    ),
    "unknown field": Fault(put(hint="x"), "hint: Extra inputs are not permitted"),
    "unknown key": Fault(put(key=["x"]), "the key must be a list of option ids"),
    "other host": Fault(
        put(reference={"title": "x", "url": "https://example.com/"}), "host example.com is not one of"
    ),
}


def check(author: Author) -> tuple[int, list[str]]:
    result = CliRunner().invoke(cli, ["items", "check", "--quick", str(author.root)])
    return result.exit_code, result.stderr.splitlines()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_a_copy_of_an_item_is_named(author: Author, name: str):
    fault = FAULTS[name]
    copy = good_item(1)
    fault.change(copy)
    author.items_file.write_text(
        yaml.safe_dump([copy, *(good_item(number) for number in range(2, CLEAN + 1))])
    )
    code, lines = check(author)
    start = "warning: " if fault.warning else ""
    place = (
        f"{start}{author.items_file}: {copy['id']}: " if fault.of_item else f"{start}{author.items_file}: "
    )
    assert any(line.startswith(place) and fault.message in line for line in lines), lines
    assert code == (0 if fault.warning else 1)


def every(change: Callable[[int], Tree]) -> list[Tree]:
    return [good_item(number, **change(number)) for number in range(1, CLEAN + 1)]


def longest_key(number: int) -> Tree:
    options = good_item(number)["options"]
    key = "abcd"[number % 4]
    return {"options": [{**each, "text": each["text"] + " at all" * (each["id"] == key)} for each in options]}


SHARES: dict[str, tuple[Callable[[int], Tree], str]] = {
    "longest key": (longest_key, "the key is the longest option in 40 of 40 (100%) items"),
    "place of the key": (lambda number: {"key": ["b"]}, "the key is the second of four options in 40 of 40"),
    "true or false": (
        lambda number: (
            item("true_false", number, stem=f"Is v{number} w{number}?")
            | {
                "options": [
                    {**each, "explanation": f"Because v{number} is {each['id']} here."}
                    for each in item("true_false", number)["options"]
                ]
            }
            if number < 10
            else {}
        ),
        "9 of 40 (22%) items are true_false",
    ),
}


@pytest.mark.parametrize("name", SHARES)
def test_a_fault_of_the_whole_is_named_at_the_blueprint(author: Author, name: str):
    change, message = SHARES[name]
    author.items_file.write_text(yaml.safe_dump(every(change)))
    code, lines = check(author)
    assert code == 1
    assert any(line.startswith(f"{author.blueprint_file}: ") and message in line for line in lines), lines
