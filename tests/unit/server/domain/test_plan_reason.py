"""What a language model says about a plan is shown only if it is plain, short, and about this plan."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.plan_reason import MAX_LENGTH, checked_reason

GIVEN = '{"technology": "C#", "tasks": [{"topic": "LINQ", "questions": 8}], "days": {"low": 12, "high": 90}}'
OTHERS = ["Collections", "Async and await"]


def checked(answer: str) -> str:
    return checked_reason(answer, GIVEN, OTHERS)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("LINQ comes first: 8 questions, in 12–90 days.", "LINQ comes first: 8 questions, in 12–90 days."),
        ("**LINQ** in `C#`,\n8\u200b questions (12-90).\n", "LINQ in C#, 8 questions (12-90)."),
        ("Zuerst LINQ, weil Sie dort die meisten Punkte verlieren.",) * 2,
        ("The first of both.",) * 2,
    ],
)
def test_a_usable_sentence_becomes_plain_text(answer: str, text: str):
    assert checked(answer) == text


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " \n",
        "9 questions.",
        "A chance of 8.5 %, or 8/12, or 8,12.",
        "It took -8 days.",
        "8**2** questions.",
        "1\u200b8 questions.",
        "８８ questions, ٨ reviews.",
        "½ of it.",
        "8² questions.",
        "ES8 comes first.",
        "Eight questions, or fünfzehn, or eighty.",
        "First LINQ, then collections.",
        "Async and await is next.",
        "See [LINQ](https://evil.example).",
        "See https://evil.example for LINQ.",
        "![LINQ](x)",
        "<b>LINQ</b>",
        "- LINQ\n- C#",
        "# LINQ",
        "```\nLINQ\n```",
        "LINQ " * MAX_LENGTH,
    ],
)
def test_whatever_else_is_said_is_not_shown(answer: str):
    assert checked(answer) == ""


def test_a_topic_is_named_by_its_whole_title_only():
    assert checked("Recollections of LINQ.")


PARTS = st.sampled_from(
    [*"0123456789", "8", "12", "90", "８", "٣", "²", "½", "Ⅻ", "LINQ", *" .,:/-−–·'’%*_`\\[]()<\u200b\n", "²"]
)


@given(st.lists(PARTS, max_size=12).map("".join) | st.text(max_size=30))
def test_no_number_gets_through_that_was_not_given(answer: str):
    shown = checked(answer)
    assert set(re.findall(r"\d+", shown)) <= {"8", "12", "90"}
    assert not [character for character in shown if character.isnumeric() and character not in "0123456789"]
    assert not re.search(r"\d[.,'’·:/]\d", shown)


@given(st.permutations(["LINQ", "8", "C#", "12", "first", "because"]).map(" ".join))
def test_a_sentence_of_what_was_given_is_shown_as_it_is(answer: str):
    assert checked(answer) == answer
