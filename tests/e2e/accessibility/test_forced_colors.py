"""With forced colors, as in Windows' contrast themes, states can still be told apart."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import answer_and_check, expect_question

_CHOICES = ("single_choice", "true_false", "output")


def _style(element: Locator, name: str) -> str:
    return element.evaluate("(node, name) => getComputedStyle(node)[name]", name)


def test_the_chosen_answer_the_buttons_and_the_current_view_have_shapes(member: Page, key: AnswerKey) -> None:
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

    member.set_viewport_size({"width": 390, "height": 800})
    member.goto("/dashboard/progress")
    shown = member.get_by_role("navigation", name="Dashboard").filter(visible=True)
    current, other = (shown.get_by_role("link", name=name) for name in ("Progress", "Practice"))
    for colors in ("none", "active"):
        member.emulate_media(forced_colors=colors)
        bar = "(node) => getComputedStyle(node, '::before').borderTopWidth"
        assert (current.evaluate(bar), other.evaluate(bar)) == ("3px", "0px"), colors
    member.set_viewport_size({"width": 1280, "height": 800})
    expect(current).to_be_visible()
    assert _style(current, "textDecorationLine") == "underline"
    assert _style(other, "textDecorationLine") == "none"


def test_bars_the_color_theme_and_the_current_link_of_public_pages_are_marked(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.goto("/certifications/react")
    bar = page.get_by_role("img", name="React: 620").first
    expect(bar).to_be_visible()
    canvas = _style(page.locator("body"), "backgroundColor")
    track, interval, mark, score = (
        bar.locator("> div").first.locator("> div").nth(place) for place in range(4)
    )
    assert _style(track, "outlineStyle") == "solid"
    for part in (interval, mark, score):
        assert _style(part, "backgroundColor") not in (canvas, "rgba(0, 0, 0, 0)")

    page.goto("/about")
    group = page.get_by_role("contentinfo").get_by_role("group", name="Color theme")
    # The radio button itself is invisible.
    group.get_by_text("Dark").click()
    expect(group.get_by_role("radio", name="Dark")).to_be_checked()
    chosen, other = (group.locator("label").filter(has_text=words) for words in ("Dark", "Light"))
    assert _style(chosen, "borderTopWidth") != "0px"
    assert _style(other, "borderTopWidth") == "0px"

    # Without forced colors.
    page.emulate_media(forced_colors="none")
    header = page.get_by_role("banner")
    current, other = (header.get_by_role("link", name=name, exact=True) for name in ("About", "Verify"))
    expect(current).to_have_attribute("aria-current", "page")
    expect(header.locator("[aria-current]").filter(visible=True)).to_have_count(1)
    assert _style(current, "textDecorationLine") == "underline"
    assert _style(other, "textDecorationLine") == "none"
