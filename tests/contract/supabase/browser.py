"""The part of a browser in a sign-in: it follows redirects, and somebody chooses at the provider."""

from dataclasses import dataclass
from itertools import count

import httpx

_numbers = count(1)


@dataclass(frozen=True)
class Person:
    """Somebody who has an account at every provider."""

    name: str
    email: str
    email_verified: bool = True

    def form(self) -> dict[str, str]:
        """What they say at the provider."""
        verified = {"email_verified": "on"} if self.email_verified else {}
        return {"choice": "own", "name": self.name, "email": self.email, **verified}


def browser(headers: dict[str, str] | None = None) -> httpx.AsyncClient:
    """A client for plain HTTP: reading the certificate authorities takes longer than a test."""
    return httpx.AsyncClient(headers=headers, verify=False)


def somebody(*, name: str = "Ada Lovelace", email_verified: bool = True) -> Person:
    """A person whom no server has met yet."""
    return Person(name, f"person{next(_numbers)}@example.com", email_verified)


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
        form = person.form() if person else {"choice": "cancel"}
        response = await window.post(provider_url, data=form)
        assert response.status_code == 303, response.text
        return await open_callback(response.headers["location"])


async def open_callback(url: str) -> httpx.URL:
    """Opens the auth server's callback; tells where it sends the browser."""
    async with browser() as window:
        response = await window.get(url)
    assert response.status_code in (302, 303), response.text
    return httpx.URL(response.headers["location"])
