"""Grading answers."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.domain.grading import check_text, grade, normalize_text, parse_number


@dataclass(frozen=True)
class Question:
    format: str
    key: tuple[str, ...] | dict[str, str] | None = None
    accept: tuple[str, ...] = ()
    number: float | None = None
    tolerance: float = 0.0
    case_sensitive: bool = False


@pytest.mark.parametrize("item_format", ["single_choice", "true_false", "output"])
def test_a_single_choice_must_be_the_key(item_format: str):
    question = Question(item_format, ("b",))
    assert grade(question, {"choices": ["b"]})
    assert not grade(question, {"choices": ["a"]})


@given(st.sets(st.sampled_from("abcde"), min_size=1))
def test_multiple_choice_needs_exactly_the_correct_options(choices):
    question = Question("multiple_choice", ("a", "c"))
    assert grade(question, {"choices": sorted(choices)}) == (choices == {"a", "c"})


@given(st.permutations("abcd"))
def test_lines_need_the_correct_order(order):
    assert grade(Question("order_lines", tuple("abcd")), {"order": order}) == (order == list("abcd"))


def test_every_pair_must_be_correct():
    question = Question("match_pairs", {"a": "x", "b": "y"})
    assert grade(question, {"pairs": {"b": "y", "a": "x"}})
    assert not grade(question, {"pairs": {"a": "y", "b": "x"}})
    assert not grade(question, {"pairs": {"a": "x", "b": "x"}})


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("use effect", True),
        ("  Use \t EFFECT\n", True),
        ("useeffect", False),
        ("effect hook", True),
        ("use effects", False),
    ],
)
def test_texts_are_compared_without_case_and_space(text: str, right: bool):
    assert grade(Question("fill_in", accept=("use effect", "Effect Hook")), {"text": text}) is right


def test_case_counts_if_the_item_says_so():
    question = Question("fill_in", accept=("useEffect",), case_sensitive=True)
    assert grade(question, {"text": " useEffect "})
    assert not grade(question, {"text": "useeffect"})


def test_composed_and_decomposed_accents_are_equal():
    assert normalize_text("cafe\u0301", case_sensitive=True) == normalize_text("café", case_sensitive=True)


@given(st.text())
def test_normalizing_twice_changes_nothing(text):
    once = normalize_text(text, case_sensitive=True)
    assert normalize_text(once, case_sensitive=True) == once


@pytest.mark.parametrize(
    ("text", "number", "tolerance", "right"),
    [
        ("3", 3, 0, True),
        (" +3.0 ", 3, 0, True),
        ("\N{MINUS SIGN}3", -3, 0, True),
        ("3e2", 300, 0, True),
        (".5", 0.5, 0, True),
        ("3.0000001", 3, 0, False),
        # 0.4 − 0.3 is more than 0.1 in binary.
        ("0.4", 0.3, 0.1, True),
        ("0.2", 0.3, 0.1, True),
        ("0.41", 0.3, 0.1, False),
        ("1e999", 3, 0, False),
        ("three", 3, 0, False),
    ],
)
def test_numbers_are_compared_with_their_tolerance(text: str, number: float, tolerance: float, right: bool):
    question = Question("fill_in", number=number, tolerance=tolerance)
    assert grade(question, {"text": text}) is right


@pytest.mark.parametrize(
    "text", ["3 items", "three", "1,5", "1_000", "0x1F", "nan", "inf", "", "1e1000", "٣"]
)
def test_a_numeric_item_refuses_words(text: str):
    assert parse_number(text) is None
    with pytest.raises(InvalidInput) as refusal:
        check_text(Question("fill_in", number=3), {"text": text})
    assert refusal.value.code == "number_expected"


def test_a_text_item_accepts_any_text():
    check_text(Question("fill_in", accept=("three",)), {"text": "3 items"})
    check_text(Question("fill_in", number=3), {"text": "4"})
