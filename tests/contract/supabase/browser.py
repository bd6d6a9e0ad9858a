"""The part of a browser in a sign-in: it follows redirects, and somebody chooses at the provider."""

import html
import re
from dataclasses import dataclass
from itertools import count

import httpx

_KINDS = {
    ("Ada Lovelace", True): ("ada", 500),
    ("Grace Hopper", True): ("grace", 30),
    ("", True): ("nameless", 30),
    ("Ada Lovelace", False): ("unverified", 30),
}
"""Name, and whether the address is verified → what addresses begin with, and how many a provider knows."""
_numbers = {kind: count(1) for kind in _KINDS}


@dataclass(frozen=True)
class Person:
    """Somebody who has an account at every provider."""

    name: str
    email: str
    email_verified: bool = True

    @property
    def login(self) -> str:
        """Their name at GitHub."""
        return self.email.partition("@")[0]

    def form(self) -> dict[str, str]:
        """What they say on the sandbox's provider page."""
        verified = {"email_verified": "on"} if self.email_verified else {}
        return {"choice": "own", "name": self.name, "email": self.email, **verified}


def browser(headers: dict[str, str] | None = None) -> httpx.AsyncClient:
    """A client that trusts everyone: reading the certificate authorities takes longer than a test."""
    return httpx.AsyncClient(headers=headers, verify=False)


def somebody(*, name: str = "Ada Lovelace", email_verified: bool = True) -> Person:
    """A person whom no server has met yet."""
    kind = (name, email_verified)
    return _person(kind, next(_numbers[kind]))


def everybody() -> list[Person]:
    """All whom a provider knows that cannot be told who somebody is."""
    return [_person(kind, number) for kind, (_, known) in _KINDS.items() for number in range(1, known + 1)]


def _person(kind: tuple[str, bool], number: int) -> Person:
    name, email_verified = kind
    return Person(name, f"{_KINDS[kind][0]}{number}@example.com", email_verified)


async def visit(url: str, person: Person | None) -> httpx.URL:
    """Opens where a sign-in begins, signs in as `person` (None cancels), and tells where it ends."""
    return await answer(await begin(url), person)


async def begin(url: str) -> str:
    """Opens where a sign-in begins; tells the provider's address."""
    async with browser() as window:
        response = await window.get(url)
    assert response.status_code == 302, response.text
    return response.headers["location"]


async def answer(provider_url: str, person: Person | None) -> httpx.URL:
    """Answers at the provider, and follows to the product's own address, which is not opened."""
    async with browser() as window:
        on_this_machine = httpx.URL(provider_url).host == "127.0.0.1"
        answered = _fill_in if on_this_machine else press
        return await open_callback(await answered(window, provider_url, person))


async def open_callback(url: str) -> httpx.URL:
    """Opens the auth server's callback; tells where it sends the browser."""
    async with browser() as window:
        response = await window.get(url)
    assert response.status_code in (302, 303), response.text
    return httpx.URL(response.headers["location"])


async def _fill_in(window: httpx.AsyncClient, page_url: str, person: Person | None) -> str:
    """Fills in the sandbox's provider page; tells where the browser is sent."""
    response = await window.post(page_url, data=person.form() if person else {"choice": "cancel"})
    assert response.status_code == 303, response.text
    return response.headers["location"]


async def press(window: httpx.AsyncClient, page_url: str, person: Person | None) -> str:
    """Presses the person's button on the page of npm `emulate`; tells where the browser is sent.

    The page has no button to cancel: None goes back as both providers do then (RFC 6749, section 4.1.2.1).
    """
    page = await window.get(page_url)
    assert page.status_code == 200, page.text
    if person is None:
        asked = page.url.params
        denied = {"error": "access_denied", "error_description": "The user has denied the request"}
        return str(httpx.URL(asked["redirect_uri"], params={**denied, "state": asked["state"]}))
    (form,) = [part for part in page.text.split("<form ")[1:] if f">{person.email}<" in part]
    action = re.search(r'action="([^"]*)"', form)
    assert action
    hidden = re.findall(r'name="([^"]*)" value="([^"]*)"', form)
    data = {name: html.unescape(value) for name, value in hidden}
    response = await window.post(page.url.join(html.unescape(action[1])), data=data)
    assert response.status_code == 302, response.text
    return response.headers["location"]
