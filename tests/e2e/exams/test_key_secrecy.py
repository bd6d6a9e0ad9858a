"""No answer reaches a browser before it is due: neither with the pages nor while a test runs."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Page, WebSocket

from tests.conftest import ROOT
from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import expect_question, next_question, start_test
from webdev_certs.server.content.bank import load_bank
from webdev_certs.server.content.format import Item
from webdev_certs.ui.pages.public.offers import OFFERS

_ESCAPES = re.compile(r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|&#?\w+;")
_FILLER = re.compile(r"[^A-Za-z0-9]+")
_LENGTH = 40
"""How much of a text is looked for: so much is no chance, and a text that is cut short is found too."""


def plain(text: str) -> str:
    """The text's letters and digits, which it keeps in HTML, JavaScript and JSON."""
    return _FILLER.sub("", _ESCAPES.sub("", text))


def trace(text: str) -> str:
    """What tells that the text is there; code and paragraphs in it may stand apart from the rest."""
    return max((plain(part) for part in re.split(r"`|\n", text)), key=len)[:_LENGTH]


def found(texts: Iterable[str], where: str) -> list[str]:
    """Those of the texts that are there; ones too short to tell anything are left out."""
    traces = {text: trace(text) for text in texts}
    return [text for text, mark in traces.items() if len(mark) > 20 and mark in where]


def explanations(item: Item) -> list[str]:
    """What says which answer is right."""
    return [item.explanation, *(option.explanation for option in item.options)]


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return [item for technology in load_bank().technologies.values() for item in technology.items]


def test_what_is_built_for_browsers_holds_nothing_of_the_question_bank(
    built_port: int, items: list[Item]
) -> None:
    files = [path for path in (ROOT / ".web" / "build" / "client").rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix in (".yaml", ".yml", ".py", ".map")]
    built = "\n".join(path.read_text(errors="replace") for path in files)
    written = plain(built)
    # The examples of the public pages are meant to be there, and would be found.
    samples = [why for offer in OFFERS for _, _, why in offer.sample.options]
    assert found(samples, written) == samples
    for item in items:
        assert item.id not in built
        assert found([item.stem, *explanations(item)], written) == [], item.id


def test_a_running_test_tells_its_questions_and_no_answer(
    member: Page, key: AnswerKey, items: list[Item]
) -> None:
    told: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on(
            "framereceived", lambda frame: told.append(frame if isinstance(frame, str) else frame.decode())
        )

    member.on("websocket", listen)
    start_test(member, "react")
    asked = []
    for number in (1, 2, 3):
        asked.append(key.item(member))
        key.answer(member, right=number != 2)
        next_question(member)
        expect_question(member, number + 1)
    heard, written = "\n".join(told), plain("\n".join(told))
    for item in asked:
        assert trace(item.stem) in written
    for item in items:
        assert item.id not in heard
        assert found(explanations(item), written) == [], item.id
