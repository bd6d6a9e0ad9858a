"""No key reaches the browser, neither in the files of the pages nor during a test."""

import re
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

from tests.built_in import built_in_bank
from tests.conftest import ROOT
from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import start_exam
from webdev_certs.server.content.format import Item
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.web.releases import Releases

# Long code in a sentence contains places where it may wrap.
_ESCAPES = re.compile(r"<wbr>|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|&#?\w+;")
_FILLER = re.compile(r"[^A-Za-z0-9]+")
_LIKE_AN_ID = re.compile(r"[a-z0-9-]*-m?\d{3}[a-z0-9-]*")
_COMPRESSED = (".gz", ".br")
_LENGTH = 40
"""How many characters of a text to search for: enough to rule out chance, few enough to find cut texts."""


def plain(text: str) -> str:
    """Return the letters and digits of a text, which are the same in HTML, JavaScript and JSON."""
    return _FILLER.sub("", _ESCAPES.sub("", text))


def trace(text: str) -> str:
    """Return the parts of a text to search for; its code and paragraphs may be rendered separately."""
    return max((plain(part) for part in re.split(r"`|\n", text)), key=len)[:_LENGTH]


class Searched:
    """A long text in which thousands of others are searched for."""

    _PIECE, _STEP = 12, 8

    def __init__(self, text: str) -> None:
        self._like_ids = "\n".join(set(_LIKE_AN_ID.findall(text)))
        self._plain = plain(text)
        # Every text of 20 characters or more contains one of these pieces whole, wherever it begins.
        starts = range(0, len(self._plain), self._STEP)
        self._pieces = {self._plain[start : start + self._PIECE] for start in starts}

    def found(self, texts: Iterable[str]) -> list[str]:
        """Return the texts that were found, without those that are too short to prove anything."""
        return [text for text in texts if len(mark := trace(text)) > 20 and self._has(mark)]

    def ids(self, items: Iterable[Item]) -> list[str]:
        """Return the ids of items that were found."""
        return [item.id for item in items if item.id in self._like_ids]

    def _has(self, mark: str) -> bool:
        pieces = (mark[start : start + self._PIECE] for start in range(self._STEP))
        return any(piece in self._pieces for piece in pieces) and mark in self._plain


def explanations(items: Iterable[Item]) -> Iterator[str]:
    """Return the texts that reveal the correct answers."""
    for item in items:
        yield item.explanation
        yield from (option.explanation for option in item.options)


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return [item for technology in built_in_bank().technologies.values() for item in technology.items]


def test_the_files_for_browsers_contain_nothing_of_the_question_bank(
    built_port: int, items: list[Item]
) -> None:
    release = Releases(ROOT / ".pages").current()
    assert release is not None
    client = release / "build" / "client"
    files = [path for path in client.rglob("*") if path.is_file() and path.suffix not in _COMPRESSED]
    assert not [path for path in files if path.suffix in (".yaml", ".yml", ".py", ".map")]
    built = Searched("\n".join(path.read_text(errors="replace") for path in files))
    # Check with a text of a public page that the search does find texts.
    summary = page_text("about").metadata["summary"]
    assert built.found([summary]) == [summary]
    assert built.ids(items) == []
    # The home page shows one practice question with its feedback.
    (shown,) = (item for item in items if item.id == "react-components-104")
    public = {shown.stem, *explanations([shown])}
    texts = [*(item.stem for item in items), *explanations(items)]
    assert built.found([text for text in texts if text not in public]) == []


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
    # A clear failure ends early, with some trial questions among those that were asked.
    assert 20 <= len(asked) < 40
    expect(member.get_by_text(f"{len(asked)} questions answered").first).to_be_visible()
    expect(member.get_by_text("of them were trial questions and didn’t count.")).to_be_visible()
    # A response can be read until the page is left.
    told += [response.text() for response in responses if _has_text(response)]
    responses.clear()
    member.reload()
    expect(member.get_by_role("heading", name="React test result")).to_be_visible()
    told += [response.text() for response in responses if _has_text(response)]
    heard = Searched("\n".join(told))
    # Check that the search does find texts that were shown.
    stems = [item.stem for item in asked if len(trace(item.stem)) > 20]
    assert heard.found(stems) == stems
    assert heard.ids(items) == []
    assert heard.found(explanations(items)) == []


def _has_text(response: Response) -> bool:
    """Return whether a response has a text of its own. Another test reads the files of the pages."""
    kind = response.headers.get("content-type", "")
    own = "/assets/" not in response.url
    return own and response.status == 200 and kind.startswith(("text/", "application/json"))
