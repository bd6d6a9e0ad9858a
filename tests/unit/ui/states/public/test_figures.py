"""The site in numbers on the home page."""

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from webdev_certs.schemas.technologies import Figures
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.public.figures import FiguresState, FigureView


@pytest.mark.parametrize(
    ("passed", "last"), [(0, None), (1, ("1", "test passed here")), (1204, ("1,204", "tests passed here"))]
)
async def test_tests_are_counted_when_there_are_any(
    visitor: Tab, fake: FakeApi, passed: int, last: tuple[str, str] | None
):
    fake.answer(Api.figures, Figures(families=612, practice_questions=1440, tests_passed=passed))
    rows = (await visitor.load(FiguresState)).rows
    assert rows[:2] == [
        FigureView("612", "question families for the tests"),
        FigureView("1,440", "practice questions"),
    ]
    assert rows[2:] == ([FigureView(*last)] if last else [])


async def test_they_are_read_once_in_a_tab_and_language(visitor: Tab, fake: FakeApi):
    fake.answer(Api.figures, Figures(families=612, practice_questions=1440, tests_passed=0))
    await visitor.fire(FiguresState.load)
    await visitor.fire(FiguresState.load)
    assert fake.names() == ["figures"]
    with in_language("de"):
        await visitor.fire(FiguresState.load)
    assert visitor.state(FiguresState).rows[1] == FigureView("1.440", "Übungsfragen")


async def test_without_an_answer_the_page_shows_none_and_asks_again(visitor: Tab, fake: FakeApi):
    fake.answer(Api.figures, refusal("unavailable", 503))
    assert (await visitor.load(FiguresState)).rows == []
    fake.answer(Api.figures, Figures(families=1, practice_questions=1, tests_passed=0))
    assert len((await visitor.load(FiguresState)).rows) == 2
