"""The practice screen while it loads: a new session, an unfinished one, or an error."""

import pytest
from starlette.responses import PlainTextResponse

from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.practice.practice import PracticeState

PATH = "/practice-test/react"


async def test_loading_starts_a_practice_session(own_tab: Tab):
    own_tab.open(PATH)
    steps = own_tab.stream(PracticeState.load)
    assert await anext(steps) == []
    practice = own_tab.state(PracticeState)
    assert practice.phase == "loading"
    async for _ in steps:
        pass
    assert (practice.phase, practice.name, practice.level) == ("answering", "React", "Adaptive")
    assert (practice.position, practice.length, practice.correct) == (1, 10, 0)
    assert practice.item.stem
    assert practice.error == ""


async def test_the_path_can_name_a_difficulty(own_tab: Tab):
    own_tab.open(f"{PATH}/advanced/")
    await own_tab.fire(PracticeState.load)
    practice = own_tab.state(PracticeState)
    assert (practice.phase, practice.level, practice.item.difficulty) == ("answering", "Advanced", "Advanced")


@pytest.mark.parametrize("path", ["/practice-test/cobol", "/practice-test/react/expert"])
async def test_an_unknown_path_shows_the_list_of_technologies(own_tab: Tab, path: str):
    own_tab.open(path)
    await own_tab.fire(PracticeState.load)
    practice = own_tab.state(PracticeState)
    assert practice.phase == "unknown"
    assert practice.error
    assert [entry.technology for entry in practice.known] == ["react", "java"]


async def test_a_failure_to_load_the_list_of_technologies_can_be_repeated(own_tab: Tab, wire: Wire):
    wire.instead("/api/technologies", PlainTextResponse("", 500))
    own_tab.open("/practice-test/cobol")
    await own_tab.fire(PracticeState.load)
    practice = own_tab.state(PracticeState)
    assert (practice.phase, practice.error) == ("error", "The server gave an unexpected answer.")
    del wire.answers["/api/technologies"]
    await own_tab.fire(PracticeState.load)
    assert practice.phase == "unknown"
