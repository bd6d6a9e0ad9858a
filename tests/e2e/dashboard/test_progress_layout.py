"""The progress view uses the width of a desktop, and stands in one column on phones."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.learning import ApiLearner


def test_figures_and_chance_stand_beside_their_charts_on_wide_screens(
    member: Page, api_learner: ApiLearner
) -> None:
    api_learner.practice("react", wrong=(2, 5, 7, 9))
    member.goto("/dashboard/progress")
    calendar = member.locator("figure", has=member.locator(".chart-calendar"))
    streak = member.locator("dl", has_text="Longest streak")
    numbers = member.locator("figure", has=member.locator(".chart-numbers"))
    chance = member.get_by_role("heading", name="Chance of passing")
    expect(chance).to_be_visible()
    for width, is_beside in ((390, False), (1280, True)):
        member.set_viewport_size({"width": width, "height": 800})
        assert _is_beside(streak, calendar) == is_beside
        assert _is_beside(chance, numbers) == is_beside
        assert member.evaluate("document.documentElement.scrollWidth") <= width
    bar = member.get_by_role("img", name="Chance of passing the React test:")
    expect(bar).to_have_accessible_name(f"Chance of passing the React test: {_chance(member)}")
    # The explanation is one click away.
    member.get_by_role("link", name="What the chance of passing means").click()
    expect(member.get_by_role("heading", name="What does my chance of passing mean?")).to_be_in_viewport()


def _chance(page: Page) -> str:
    """Return the chance with its range, as the screen shows it."""
    shown = page.get_by_role("heading", name="Chance of passing").locator("xpath=following-sibling::p[1]")
    text, likely = shown.locator("span").all_inner_texts()
    assert likely.startswith("likely ")
    return f"{text}, {likely}"


def _is_beside(one: Locator, other: Locator) -> bool:
    """Whether two elements stand side by side, not one above the other."""
    first, second = one.bounding_box(), other.bounding_box()
    assert first
    assert second
    apart = first["x"] >= second["x"] + second["width"] or second["x"] >= first["x"] + first["width"]
    level = first["y"] < second["y"] + second["height"] and second["y"] < first["y"] + first["height"]
    return apart and level
