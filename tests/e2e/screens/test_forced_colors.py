"""With forced colors, as in Windows' contrast themes, states can still be told apart."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import answer_and_check, expect_question

_CHOICES = ("single_choice", "true_false", "output")


def _style(element: Locator, name: str) -> str:
    return element.evaluate("(node, name) => getComputedStyle(node)[name]", name)


def test_the_chosen_answer_and_the_buttons_have_shapes(member: Page, key: AnswerKey) -> None:
    member.emulate_media(forced_colors="active")
    member.goto("/practice-test/csharp")
    number = 1
    expect_question(member, number)
    while key.item(member).format not in _CHOICES:
        answer_and_check(member, key)
        member.get_by_role("button", name="Next question").click()
        number += 1
        expect_question(member, number)
    radios = member.locator("input[name=choice]")
    radios.first.check()
    # The system draws it, so it looks chosen in every theme.
    assert _style(radios.first, "appearance") == "auto"
    chosen, other = (member.locator("form label").nth(place) for place in (0, 1))
    expect(chosen).not_to_have_css("outline-width", _style(other, "outlineWidth"))
    assert _style(member.get_by_role("button", name="Check answer"), "borderTopWidth") != "0px"


def test_bars_intervals_and_cut_scores_are_visible(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.goto("/certifications/react")
    bar = page.get_by_role("img", name="React: 640").first
    expect(bar).to_be_visible()
    canvas = _style(page.locator("body"), "backgroundColor")
    track, interval, mark, score = (
        bar.locator("> div").first.locator("> div").nth(place) for place in range(4)
    )
    assert _style(track, "outlineStyle") == "solid"
    for part in (interval, mark, score):
        assert _style(part, "backgroundColor") not in (canvas, "rgba(0, 0, 0, 0)")
