"""Items and feedback as the screens show them."""

from dataclasses import asdict

import pytest

from webdev_certs.schemas.items import ItemResponse, ShownCode, ShownItem, ShownOption
from webdev_certs.schemas.practice import Explanation, ItemFeedback, Reference
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.items.view import (
    FORMAT_HINTS,
    ExplanationView,
    feedback_view,
    item_view,
    reordered,
)


def shown(item_format: str, **changes: object) -> ShownItem:
    """Return an item with three options and matches."""
    return ShownItem.model_validate(
        {
            "format": item_format,
            "topic": "Hooks",
            "difficulty": "beginner",
            "stem": "What does `useState` return?\n\nChoose.",
            "options": [{"id": id_, "text": f"Option `{id_}`"} for id_ in "123"],
            "matches": [{"id": id_, "text": f"Match `{id_}`"} for id_ in "123"],
        }
        | changes
    )


def feedback(key: ItemResponse, *, correct: bool = False) -> ItemFeedback:
    return ItemFeedback(
        correct=correct,
        key=key,
        explanation="Because `x`.",
        options=[
            Explanation(option_id=id_, text=f"Option `{id_}`", correct=id_ == "1", explanation=f"Why {id_}.")
            for id_ in "123"
        ],
        reference=Reference(title="useState", url="https://react.dev/reference/react/useState"),
    )


LINES = [{"id": "2", "text": "then b"}, {"id": "3", "text": "then c"}]


def lines(answer: list[ExplanationView]) -> list[tuple[str, bool]]:
    """Return the lines of an answer, and which are marked as correct."""
    return [(line.text, line.correct) for line in answer]


@pytest.mark.parametrize("item_format", FORMAT_HINTS)
def test_every_format_has_a_hint(item_format: str):
    view = item_view(shown(item_format))
    assert view.hint == FORMAT_HINTS[item_format]
    assert (view.topic, view.difficulty, view.code, view.text) == ("Hooks", "Beginner", "", "")
    assert view.order == ["1", "2", "3"]
    assert not any(option.chosen or option.partner for option in view.options)
    assert view.stem == "<p>What does <code>useState</code> return?</p>\n<p>Choose.</p>\n"
    assert [option.plain for option in view.options] == ["Option 1", "Option 2", "Option 3"]


def test_what_the_screen_says_about_a_question_is_in_its_language_and_the_question_in_english():
    with in_language("de"):
        view = item_view(shown("fill_in"))
    assert (view.hint, view.difficulty, view.topic) == ("Geben Sie Ihre Antwort ein.", "Leicht", "Hooks")


def test_options_are_markdown_but_what_a_program_prints_is_not():
    assert item_view(shown("single_choice")).options[0].text == "Option <code>1</code>"
    printed = item_view(shown("output", options=[{"id": "1", "text": "`a` <b>\n[c](/d)"}]))
    assert printed.options[0].text == '<code class="printed">`a` &lt;b&gt;\n[c](/d)</code>'


@pytest.mark.parametrize(
    ("drawn", "sorted_texts"),
    [
        (["301", "`1,000`", "-2.5"], ["-2.5", "301", "1,000"]),
        (["301", "b", "a"], ["301", "b", "a"]),
    ],
)
def test_matches_that_are_all_numbers_are_sorted(drawn: list[str], sorted_texts: list[str]):
    matches = [{"id": str(at), "text": text} for at, text in enumerate(drawn)]
    view = item_view(shown("match_pairs", matches=matches))
    assert [match.plain for match in view.matches] == sorted_texts
    assert [match.letter for match in view.matches] == ["A", "B", "C"]
    assert {match.id: match.plain for match in view.matches} == {
        str(at): text.strip("`") for at, text in enumerate(drawn)
    }


def test_code_has_its_language_and_an_element_for_each_line():
    view = item_view(shown("output", code=ShownCode(language="js", text="a\n  <b>")))
    assert view.language == "JavaScript"
    assert view.code.count('class="line"') == 2
    assert "<b>" not in view.code


@pytest.mark.parametrize("order", ["", "12", "124", "1234", "1233"])
def test_an_order_of_other_lines_changes_nothing(order: str):
    view = item_view(shown("order_lines"))
    assert reordered(view, list(order)) == view


def test_a_choice_is_explained_option_by_option():
    view = feedback_view(
        shown("single_choice"), ItemResponse(choices=["2"]), feedback(ItemResponse(choices=["1"])), 4
    )
    assert (view.position, view.correct, view.given, view.right) == (4, False, [], [])
    assert [option.correct for option in view.options] == [True, False, False]
    assert [option.chosen for option in view.options] == [False, True, False]
    assert view.options[0].text == "Option <code>1</code>"
    assert view.options[0].explanation == "<p>Why 1.</p>\n"
    assert view.explanation == "<p>Because <code>x</code>.</p>\n"
    assert view.reference_title == "useState"
    assert view.reference_url == "https://react.dev/reference/react/useState"
    assert [option.chosen for option in view.item.options] == [False, True, False]


def test_a_text_answer_is_shown_in_words():
    view = feedback_view(
        shown("fill_in", options=[]),
        ItemResponse(text="41"),
        feedback(ItemResponse(text="42"), correct=True),
        1,
    )
    assert lines(view.given) == [('<code class="printed">41</code>', True)]
    assert lines(view.right) == [('<code class="printed">42</code>', True)]
    assert view.correct


def test_an_order_is_shown_once_with_a_mark_at_every_line_and_explained():
    item = shown("order_lines", options=[{"id": "1", "text": "`a()`"}, *LINES])
    view = feedback_view(
        item, ItemResponse(order=["2", "1", "3"]), feedback(ItemResponse(order=["1", "2", "3"])), 1
    )
    assert lines(view.given) == [("then b", False), ("<code>a()</code>", False), ("then c", True)]
    assert lines(view.right) == [("<code>a()</code>", True), ("then b", True), ("then c", True)]
    assert [line.explanation for line in view.right] == [f"<p>Why {id_}.</p>\n" for id_ in "123"]
    assert view.options == []


def test_pairs_are_shown_in_the_order_of_the_prompts():
    item = shown(
        "match_pairs",
        options=[ShownOption(id=id_, text=text) for id_, text in (("1", "`p`"), ("2", "q"), ("3", "r"))],
        matches=[ShownOption(id=id_, text=text) for id_, text in (("1", "x"), ("2", "y"), ("3", "z"))],
    )
    given_, key = ItemResponse(pairs={"3": "3", "1": "2"}), ItemResponse(pairs={"1": "1", "2": "2", "3": "3"})
    view = feedback_view(item, given_, feedback(key), 1)
    assert lines(view.given) == [("<code>p</code> → y", False), ("q → –", False), ("r → z", True)]
    assert lines(view.right) == [("<code>p</code> → x", True), ("q → y", True), ("r → z", True)]
    assert [line.explanation for line in view.right] == [f"<p>Why {id_}.</p>\n" for id_ in "123"]
    assert view.options == []


def test_an_unanswered_item_does_not_show_its_key():
    view = asdict(item_view(shown("single_choice")))
    assert not {name for name in view if "key" in name or "correct" in name or "expla" in name}
