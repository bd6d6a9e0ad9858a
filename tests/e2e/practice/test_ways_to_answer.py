"""Ways to answer beside clicks: keys, and dragging lines with the mouse or a finger."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import expect_answered, shown
from tests.e2e.conftest import Visit
from tests.e2e.journeys import expect_question, login_storage, question
from tests.e2e.learning import ApiLearner, open_exam_at, open_practice_at


def test_letters_choose_and_enter_continues_until_the_keys_are_turned_off(
    member: Page, api_learner: ApiLearner
) -> None:
    number = open_practice_at(member, api_learner, "single_choice", "output")
    expect(member.get_by_text("Press A, B, C… to choose an answer")).to_be_visible()
    choices = member.locator("main input[name=choice]")
    _expect_layout(member)
    member.keyboard.press("b")
    expect(choices.nth(1)).to_be_checked()
    member.keyboard.press("Shift+A")
    expect(choices.nth(0)).to_be_checked()
    expect(choices.nth(1)).not_to_be_checked()
    # Keys of the browser stay its own.
    member.keyboard.press("Control+b")
    expect(choices.nth(0)).to_be_checked()
    member.keyboard.press("Enter")
    expect(member.locator("#verdict")).to_be_focused()
    member.keyboard.press("Enter")
    if number == 10:
        expect(member.get_by_role("heading", name="Practice round finished")).to_be_visible()
        return
    expect_question(member, number + 1)
    expect(question(member)).to_be_focused()
    # Enter without an answer says what is missing.
    if shown(member).choices:
        member.keyboard.press("Enter")
        expect(member.get_by_text("Choose or type an answer first.")).to_be_visible()
    member.get_by_role("button", name="Turn keys off").click()
    member.reload()
    expect_question(member, number + 1)
    expect(member.get_by_role("button", name="Turn keys on")).to_be_visible()
    expect(member.get_by_text("Press A, B, C… to choose an answer")).to_have_count(0)
    member.keyboard.press("a")
    member.keyboard.press("Enter")
    expect(member.locator("main input[name=choice]:checked")).to_have_count(0)


def _expect_layout(page: Page) -> None:
    """Expect the answers beside a question with code, and below one without, in the middle of the page."""
    page.set_viewport_size({"width": 1280, "height": 800})
    stem = question(page).bounding_box()
    answers = page.locator("main [aria-labelledby=question]").bounding_box()
    assert stem
    assert answers
    if shown(page).code:
        assert answers["x"] > stem["x"] + stem["width"]
        return
    assert answers["y"] > stem["y"]
    assert abs(stem["x"] + stem["width"] / 2 - page.evaluate("document.documentElement.clientWidth") / 2) < 2


def test_lines_are_dragged_with_the_mouse(member: Page, api_learner: ApiLearner) -> None:
    # All lines are in the window, which scrolls only where it must.
    member.set_viewport_size({"width": 1280, "height": 1600})
    open_practice_at(member, api_learner, "order_lines")
    before = shown(member).lines
    x, y = _center(_grip(member, 0))
    _x, end = _center(_grip(member, len(before) - 1))
    member.mouse.move(x, y)
    member.mouse.down()
    member.mouse.move(x, (y + end) / 2, steps=3)
    member.mouse.move(x, end + 5, steps=3)
    member.mouse.up()
    _expect_lines(member, (*before[1:], before[0]))
    expect(member.get_by_role("status").filter(has_text="now line")).to_have_count(1)
    # Escape puts it back.
    x, y = _center(_grip(member, 0))
    member.mouse.move(x, y)
    member.mouse.down()
    member.mouse.move(x, y + 90, steps=3)
    member.keyboard.press("Escape")
    member.mouse.up()
    _expect_lines(member, (*before[1:], before[0]))
    member.get_by_role("button", name="Check answer").click()
    expect(member.locator("#verdict")).to_be_focused()


def test_lines_are_dragged_with_a_finger_in_a_test_and_saved(
    visit: Visit, tokens: dict[str, Any], api_learner: ApiLearner
) -> None:
    page = visit(login_storage(tokens), has_touch=True, viewport={"width": 390, "height": 844})
    open_exam_at(page, api_learner, "order_lines")
    before = shown(page).lines
    page.evaluate("() => document.querySelector('form ol > li').scrollIntoView({ behavior: 'instant' })")
    (x, start), (_x, end) = _center(_grip(page, 1)), _center(_grip(page, 0))
    finger = page.context.new_cdp_session(page)
    for kind, y in (
        ("touchStart", start),
        ("touchMove", (start + end) / 2),
        ("touchMove", end - 10),
        ("touchEnd", None),
    ):
        points = [] if y is None else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    _expect_lines(page, (before[1], before[0], *before[2:]))
    expect_answered(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    _expect_lines(page, (before[1], before[0], *before[2:]))


def _grip(page: Page, at: int) -> Locator:
    return page.locator("form ol > li").nth(at).locator("[data-grip]")


def _center(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _expect_lines(page: Page, lines: tuple[str, ...]) -> None:
    """Wait until the form has this order and nothing is displaced."""
    page.wait_for_function(
        """(wanted) => {
          const lines = [...document.querySelectorAll("form ol > li")];
          const texts = lines.map((line) => line.querySelector(":scope > div").textContent);
          return texts.join("\\n") === wanted && lines.every((line) => !line.style.translate);
        }""",
        arg="\n".join(lines),
    )
