"""Certificates are drawn one after the other, and not again while they are kept."""

import asyncio
import threading

import pytest

from tests.records import certificate
from tests.unit.server.services.certificates.test_render_pdf import MEANING
from tests.waiting import until
from webdev_certs.schemas.certificates import Certificate
from webdev_certs.server.domain.errors import Overloaded
from webdev_certs.server.services.certificates.render_pdf import Meaning
from webdev_certs.server.services.certificates.rendering import CertificateRenderer, Form


class Press:
    """Draws when it is told to, and notes what it has drawn."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.begun, self.opened = threading.Event(), threading.Event()

    def __call__(self, document: Certificate, credential: str, meaning: Meaning | None, form: Form) -> bytes:
        self.begun.set()
        self.opened.wait(30)
        self.drawn.append(document.number)
        return document.number.encode()


@pytest.fixture
def press() -> Press:
    return Press()


@pytest.fixture
def renderer(press: Press):
    renderer = CertificateRenderer(press, queue=2)
    yield renderer
    renderer.close()


async def draw(
    renderer: CertificateRenderer,
    document: Certificate,
    meaning: Meaning | None = None,
    caller: str = "ada",
) -> bytes:
    return await renderer.file(document, "{}", meaning, "a4", caller=caller)


async def test_a_real_document_is_drawn():
    renderer = CertificateRenderer()
    assert (await draw(renderer, certificate())).startswith(b"%PDF-")
    renderer.close()


async def test_simultaneous_and_later_requests_share_a_document(press: Press, renderer: CertificateRenderer):
    one = certificate()
    asked = [asyncio.create_task(draw(renderer, one, caller=f"caller{n}")) for n in range(5)]
    await until(press.begun.is_set)
    asked[0].cancel()
    press.opened.set()
    shared = await asyncio.gather(*asked[1:], draw(renderer, one, caller="later"))
    assert shared == [one.number.encode()] * 5
    assert press.drawn == [one.number]


async def test_a_changed_certificate_or_meaning_is_drawn_again(press: Press, renderer: CertificateRenderer):
    press.opened.set()
    one = certificate()
    for shared in (False, True, False):
        await draw(renderer, one.model_copy(update={"score_public": shared}))
    assert len(press.drawn) == 2
    for meaning in (MEANING, None, MEANING):
        await draw(renderer, one, meaning)
    assert len(press.drawn) == 3


async def test_too_many_requests_are_refused_and_can_be_repeated(press: Press, renderer: CertificateRenderer):
    many = [certificate(number=f"WDC-{n}") for n in range(5)]
    asked = [asyncio.create_task(draw(renderer, one)) for one in many]
    refused = (await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED))[0]
    press.opened.set()
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(outcome, Overloaded) for outcome in outcomes] == [False] * 3 + [True] * 2
    assert {task.exception() for task in refused} <= set(outcomes)
    assert await draw(renderer, many[4]) == b"WDC-4"


async def test_the_oldest_documents_are_forgotten_beyond_the_limit(press: Press):
    press.opened.set()
    renderer = CertificateRenderer(press, most=3 * len("WDC-0"))
    many = [certificate(number=f"WDC-{number}") for number in range(4)]
    for number in (0, 1, 2, 0, 3, 0, 1):
        await draw(renderer, many[number])
    renderer.close()
    assert press.drawn == ["WDC-0", "WDC-1", "WDC-2", "WDC-3", "WDC-1"]
