"""The practice screen while it loads: a new session, an unfinished one, or an error."""

import pytest
from starlette.responses import PlainTextResponse

from tests.factories import Account
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.practice.taking import check
from webdev_certs.ui.states.practice.practice import PracticeState

ADDRESS = "/practice-test/react"


async def test_loading_starts_a_practice_session(own_tab: Tab):
    own_tab.open(ADDRESS)
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


@pytest.mark.parametrize("difficulty", ["beginner", "intermediate", "advanced"])
async def test_the_path_can_name_a_difficulty(own_tab: Tab, difficulty: str):
    own_tab.open(f"{ADDRESS}/{difficulty}/")
    await own_tab.fire(PracticeState.load)
    practice = own_tab.state(PracticeState)
    assert (practice.phase, practice.level) == ("answering", difficulty.capitalize())
    assert practice.item.difficulty == difficulty.capitalize()


async def test_an_unfinished_practice_session_of_the_same_kind_is_resumed(
    own_tab: Tab, practice: PracticeState, account: Account
):
    await check(own_tab)
    other = Tab()
    other.sign_in(account)
    other.open(ADDRESS)
    await other.fire(PracticeState.load)
    resumed = other.state(PracticeState)
    assert (resumed.practice_session_id, resumed.position, resumed.correct) == (
        practice.practice_session_id,
        2,
        1,
    )
    other.open(f"{ADDRESS}/beginner")
    await other.fire(PracticeState.load)
    assert resumed.practice_session_id != practice.practice_session_id
    assert (resumed.position, resumed.correct) == (1, 0)


@pytest.mark.parametrize(
    "address",
    [
        "/practice-test/cobol",
        "/practice-test/react/expert",
        "/practice-test/react/%2e%2e",
        f"/practice-test/{'x' * 41}",
        f"/practice-test/react/{'x' * 41}",
    ],
)
async def test_an_unknown_path_shows_the_list_of_technologies(own_tab: Tab, address: str):
    own_tab.open(address)
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


async def test_a_server_error_is_shown(own_tab: Tab, wire: Wire):
    wire.instead("/api/practice", PlainTextResponse("", 500))
    own_tab.open(ADDRESS)
    await own_tab.fire(PracticeState.load)
    practice = own_tab.state(PracticeState)
    assert (practice.phase, practice.error) == ("error", "The server gave an unexpected answer.")


async def test_nothing_is_loaded_without_a_login(tab: Tab, wire: Wire):
    tab.open(ADDRESS)
    await tab.fire(PracticeState.load)
    assert tab.state(PracticeState).phase == "loading"
    assert wire.calls == []
