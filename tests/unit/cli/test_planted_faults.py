"""Each kind of fault is planted in a copy of a good item, and `items check` names it at this item."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.author import Author, Tree, changed, good_item, item
from tests.unit.cli.operated import call


def several(*words: str) -> list[Tree]:
    return [
        {"id": letter, "text": f"Text {word}", "explanation": f"The {word} has a reason here."}
        for letter, word in zip("abcdefg", words, strict=False)
    ]


GOOD = good_item(1)
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
SINGULAR = "Which statement is right for vq1? Choose all that apply."
HEDGED = [
    {**each, "text": "It usually returns r1"} if each["id"] == "a" else each for each in GOOD["options"]
]
PROGRAM = {"kind": "executed", "runtime": "node", "version": "24", "stdout": "1", "program": "console.log(1)"}

ERRORS: list[tuple[str, Any, str]] = [
    ("options.0.explanation", "It is wrong.", "options.a.explanation has fewer than 4 words"),
    (
        "options.1.explanation",
        GOOD["options"][0]["explanation"],
        "options.a.explanation is the same as that of another option",
    ),
    ("options.0.explanation", "As option B says, it returns that.", "options are shuffled"),
    ("options.3.text", "All of the above", "options are shuffled"),
    ("stem", "Which does sensor1 NOT return for garden1?", "the stem has 'NOT' in capitals"),
    ("stem", f"{LONG} What is it?", "a sentence of the stem has"),
    ("", {**MULTIPLE, "stem": "What holds for vq1?"}, "ends with 'Choose all that apply.'"),
    ("", {**PAIRS, "matches": MATCHES[:3]}, "needs a match that belongs to no prompt"),
    (
        "",
        {**PAIRS, "matches": [*MATCHES[:3], {**MATCHES[3], "text": " Gardens  p0"}]},
        "two matches have the same text: m0, m3",
    ),
    ("", {**PAIRS, "options": TELLING, "matches": MATCHES}, "the word 'gardens' is only in prompt a"),
    (
        "",
        {"code": {"language": "js", "text": "1"}, "evidence": PROGRAM},
        "must hold the line @code once, not 0",
    ),
]
WARNINGS: list[tuple[str, Any, str]] = [
    ("", {"key": ["a"], "options": HEDGED}, "only the key says 'usually'"),
    ("stem", "What does sensor1 do under the hood for garden1?", "find plainer words"),
    ("stem", "Which is not sensor1 of garden1?", "the stem asks what is not true"),
    ("", {**MULTIPLE, "stem": SINGULAR}, "suggests that only one option is right"),
    ("", {**MULTIPLE, "options": several("q1", "q2", "q3", "q4"), "stem": APPLY}, "has 5 options, not 4"),
    ("code", {"language": "text", "text": "x\n" * 31}, "the code has 31 lines"),
    ("code", {"language": "text", "text": "x" * 65}, "65 columns wide"),
]


def check(author: Author, *first: Tree) -> tuple[int, list[str]]:
    author.write_items(*first)
    result = call("items", "check", "--quick", author.root)
    return result.exit_code, result.stderr.splitlines()


@pytest.mark.parametrize(
    ("warning", "planted"), [*((False, each) for each in ERRORS), *((True, each) for each in WARNINGS)]
)
def test_a_fault_in_a_copy_of_an_item_is_named(author: Author, warning: bool, planted: tuple[str, Any, str]):
    path, value, message = planted
    copy = changed(good_item(1), path, value)
    code, lines = check(author, copy)
    place = f"{'warning: ' if warning else ''}{author.items_file}: {copy['id']}: "
    assert any(line.startswith(place) and message in line for line in lines), lines
    assert code == (0 if warning else 1)


def test_an_item_that_repeats_another_is_named(author: Author):
    copy = {**good_item(2), "id": GOOD["id"]}
    code, lines = check(author, copy)
    assert code == 1
    assert any(line.startswith(f"{author.items_file}: ") and "of its text with" in line for line in lines)


def longest_key(number: int) -> Tree:
    options = good_item(number)["options"]
    key = "abcd"[number % 4]
    return {"options": [{**each, "text": each["text"] + " at all" * (each["id"] == key)} for each in options]}


def some_true_or_false(number: int) -> Tree:
    if number >= 10:
        return {}
    tree = item("true_false", number, stem=f"Is v{number} w{number}?")
    for each in tree["options"]:
        each["explanation"] = f"Because v{number} is {each['id']} here."
    return tree


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (longest_key, "the key is the longest option in 40 of 40 (100%) items"),
        (lambda number: {"key": ["b"]}, "the key is the second of four options in 40 of 40"),
        (some_true_or_false, "9 of 40 (22%) items are true_false"),
    ],
)
def test_a_fault_of_the_whole_is_named_at_the_blueprint(
    author: Author, change: Callable[[int], Tree], message: str
):
    code, lines = check(author, *(good_item(number, **change(number)) for number in range(1, 41)))
    assert code == 1
    assert any(line.startswith(f"{author.blueprint_file}: ") and message in line for line in lines), lines
