"""What a browser and its user do in a sign-in: follow redirects and choose an account at the provider."""

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
"""Name and whether the email is verified → how their emails begin, and how many such people exist."""
_numbers = {kind: count(1) for kind in _KINDS}


@dataclass(frozen=True)
class Person:
    """A person with an account at every provider."""

    name: str
    email: str
    email_verified: bool = True

    @property
    def login(self) -> str:
        """Their GitHub user name."""
        return self.email.partition("@")[0]

    def form(self) -> dict[str, str]:
        """Return the form of the sandbox's provider page, filled in."""
        verified = {"email_verified": "on"} if self.email_verified else {}
        return {"choice": "own", "name": self.name, "email": self.email, **verified}


def browser(headers: dict[str, str] | None = None) -> httpx.AsyncClient:
    """Return a client that checks no certificates: loading the authorities takes longer than a test."""
    return httpx.AsyncClient(headers=headers, verify=False)


def somebody(*, name: str = "Ada Lovelace", email_verified: bool = True) -> Person:
    """Return a person who has not signed in anywhere yet."""
    kind = (name, email_verified)
    return _person(kind, next(_numbers[kind]))


def all_people() -> list[Person]:
    """Return all people, for providers whose accounts must exist before the tests."""
    return [_person(kind, number) for kind, (_, known) in _KINDS.items() for number in range(1, known + 1)]


def _person(kind: tuple[str, bool], number: int) -> Person:
    name, email_verified = kind
    return Person(name, f"{_KINDS[kind][0]}{number}@example.com", email_verified)


async def visit(url: str, person: Person | None) -> httpx.URL:
    """Open the start of a sign-in, sign in as `person` (None cancels), and return the URL where it ends."""
    return await answer(await begin(url), person)


async def begin(url: str) -> str:
    """Open the start of a sign-in and return the URL of the provider's page."""
    async with browser() as window:
        response = await window.get(url)
    assert response.status_code == 302, response.text
    return response.headers["location"]


async def answer(provider_url: str, person: Person | None) -> httpx.URL:
    """Answer the provider's page and return the URL of the product that it leads to, without opening it."""
    async with browser() as window:
        if httpx.URL(provider_url).host == "127.0.0.1":
            # The sandbox's page, which redirects to the product itself.
            response = await window.post(provider_url, data=person.form() if person else {"choice": "cancel"})
        else:
            response = await window.get(await click_person(window, provider_url, person))
    assert response.status_code in (302, 303), response.text
    return httpx.URL(response.headers["location"])


async def click_person(window: httpx.AsyncClient, page_url: str, person: Person | None) -> str:
    """Click the person's button on the page of npm `emulate` and return the URL that it redirects to.

    The page has no button to cancel. For None, return the URL that both providers redirect to in that case
    (RFC 6749 §4.1.2.1).
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
