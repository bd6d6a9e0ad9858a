"""No key reaches the browser, neither in the files of the pages nor during a test."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

from tests.built_in import built_in_bank
from tests.conftest import ROOT
from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import start_exam
from webdev_certs.server.content.format import Item
from webdev_certs.ui.pages.public.info_texts import ABOUT

_ESCAPES = re.compile(r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|&#?\w+;")
_FILLER = re.compile(r"[^A-Za-z0-9]+")
_LENGTH = 40
"""How many characters of a text to search for: enough to rule out chance, few enough to find cut texts."""


def plain(text: str) -> str:
    """Return the letters and digits of a text, which are the same in HTML, JavaScript and JSON."""
    return _FILLER.sub("", _ESCAPES.sub("", text))


def trace(text: str) -> str:
    """Return the parts of a text to search for; its code and paragraphs may be rendered separately."""
    return max((plain(part) for part in re.split(r"`|\n", text)), key=len)[:_LENGTH]


def found(texts: Iterable[str], where: str) -> list[str]:
    """Return the texts that were found, without those that are too short to prove anything."""
    traces = {text: trace(text) for text in texts}
    return [text for text, mark in traces.items() if len(mark) > 20 and mark in where]


def explanations(item: Item) -> list[str]:
    """Return the texts that reveal the correct answers."""
    return [item.explanation, *(option.explanation for option in item.options)]


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return [item for technology in built_in_bank().technologies.values() for item in technology.items]


@pytest.mark.one_database
def test_the_files_for_browsers_contain_nothing_of_the_question_bank(
    built_port: int, items: list[Item]
) -> None:
    files = [path for path in (ROOT / ".web" / "build" / "client").rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix in (".yaml", ".yml", ".py", ".map")]
    built = "\n".join(path.read_text(errors="replace") for path in files)
    written = plain(built)
    # A text of a public page shows that the search finds what is there.
    assert found([ABOUT.summary], written) == [ABOUT.summary]
    for item in items:
        assert item.id not in built
        assert found([item.stem, *explanations(item)], written) == [], item.id


def test_a_whole_test_and_its_result_show_questions_and_no_keys(
    member: Page, key: AnswerKey, items: list[Item]
) -> None:
    told: list[str] = []
    responses: list[Response] = []

    def listen(socket: WebSocket) -> None:
        socket.on(
            "framereceived", lambda frame: told.append(frame if isinstance(frame, str) else frame.decode())
        )

    member.on("websocket", listen)
    member.on("response", lambda response: responses.append(response))
    start_exam(member, "react")
    asked = [key.item(member)]
    # Some right and some wrong, so that verdicts of both kinds could be told.
    while key.go_on(member, right=len(asked) % 5 == 0):
        asked.append(key.item(member))
    expect(member.get_by_role("heading", name="React test result")).to_be_visible()
    assert len(asked) >= 20
    # A response can be read until the page is left.
    told += [response.text() for response in responses if _has_text(response)]
    responses.clear()
    member.reload()
    expect(member.get_by_role("heading", name="React test result")).to_be_visible()
    told += [response.text() for response in responses if _has_text(response)]
    heard, written = "\n".join(told), plain("\n".join(told))
    # The search finds what is there.
    for item in asked:
        assert trace(item.stem) in written
    for item in items:
        assert item.id not in heard
        assert found(explanations(item), written) == [], item.id


def _has_text(response: Response) -> bool:
    """Whether a response has a text of its own: the test above looks into the files of the pages."""
    kind = response.headers.get("content-type", "")
    own = "/assets/" not in response.url
    return own and response.status == 200 and kind.startswith(("text/", "application/json"))
