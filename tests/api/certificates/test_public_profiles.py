"""Public profiles: what holders show of themselves, and what is never shown."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.answering import pass_exam
from tests.api.accounts.test_auth import problem
from tests.api.certificates.holding import share
from tests.api.certificates.test_states import rename, suspend
from tests.conftest import FakeClock
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.services.certificates import status_lists

OWN = "/api/profile/public"


async def publish(account: Account, **chosen: Any) -> dict[str, Any]:
    response = await account.put(OWN, json=chosen)
    assert response.status_code == 200, response.text
    return response.json()


async def shown(api: httpx.AsyncClient, handle: str) -> list[str]:
    """Return the numbers on a public profile; empty if there is none."""
    response = await api.get(f"/api/profiles/{handle}")
    if response.status_code == 404:
        problem(response, 404, "profile_unknown")
        return []
    return [certificate["number"] for certificate in response.json()["certificates"]]


async def test_only_chosen_certificates_are_on_a_profile_that_is_off_at_first(
    api: httpx.AsyncClient, account: Account, number: str
):
    off = {"handle": None, "url": None, "indexed": False, "shown": []}
    assert await account.read(OWN) == off
    second = (await pass_exam(account, "java"))["certificate_number"]
    own = await publish(account)
    assert len(own["handle"]) == 16
    assert own["url"] == f"https://certs.example:8443/profiles/{own['handle']}"
    assert await shown(api, own["handle"]) == []
    await share(account, number, on_profile=True)
    response = await api.get(f"/api/profiles/{own['handle'].upper()}")
    assert response.headers["x-robots-tag"] == "noindex"
    assert response.json() == {
        "handle": own["handle"],
        "holder_name": "Ada Lovelace",
        "indexed": False,
        "certificates": [
            {
                "number": number,
                "status": "valid",
                "technology": "react",
                "name": "React",
                "title": "Certified React Developer",
                "score": None,
                "issued_at": "2026-03-02T09:00:00Z",
                "expires_at": "2028-03-02T09:00:00Z",
            }
        ],
    }
    await share(account, second, on_profile=True, score_public=True)
    own = await publish(account, handle="Ada-Lovelace", indexed=True)
    assert own["shown"] == await shown(api, "ada-lovelace") == sorted([number, second], reverse=True)
    response = await api.get("/api/profiles/ada-lovelace")
    assert "x-robots-tag" not in response.headers
    assert account.user["id"] not in response.text
    assert account.user["email"] not in response.text
    assert (await account.delete(OWN)).status_code == 204
    assert await shown(api, "ada-lovelace") == []
    # A new profile shows nothing that was chosen for the old one.
    assert (await publish(account, handle="ada-lovelace"))["shown"] == []


@pytest.mark.one_database
async def test_what_does_not_count_or_withholds_its_name_is_not_shown(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources, clock: FakeClock
):
    handle = (await publish(account))["handle"]
    await share(account, number, on_profile=True)
    await share(account, number, name_public=False)
    assert await shown(api, handle) == []
    await share(account, number, name_public=True)
    await suspend(resources, number)
    assert await shown(api, handle) == []
    await suspend(resources, number, suspended=False)
    await rename(resources, account, "Ada King")
    new = (await account.post(f"/api/certificates/{number}/reissue")).json()["number"]
    assert await shown(api, handle) == [new]
    assert (await api.get(f"/api/profiles/{handle}")).json()["holder_name"] == "Ada King"
    clock.advance(seconds=3 * 366 * 24 * 3600)
    assert (await api.get(f"/api/profiles/{handle}")).json()["certificates"][0]["status"] == "expired"
    async with resources.database.transaction() as db:
        context = new_context(resources, db)
        certificate = await status_lists.lock_certificate(context, new)
        await status_lists.revoke(context, certificate, "issued_in_error")
    assert await shown(api, handle) == []


async def test_nobody_gets_the_handle_of_somebody_else(api: httpx.AsyncClient, account: Account, number: str):
    await publish(account, handle="ada")
    await share(account, number, on_profile=True)
    stranger = await register(api)
    taken = await stranger.put(OWN, json={"handle": "ADA"})
    body = problem(taken, 409, "handle_taken")
    assert body["errors"][0]["field"] == "handle"
    assert (await stranger.read(OWN))["handle"] is None
    both = [await register(api), await register(api)]
    tried = [person.put(OWN, json={"handle": "same"}) for person in both]
    assert sorted(answer.status_code for answer in await asyncio.gather(*tried)) == [200, 409]
    await stranger.delete(OWN)
    assert await shown(api, "ada") == [number]


@pytest.mark.one_database
async def test_handles_that_are_no_names_are_refused(account: Account):
    for handle in ("a", "-ada", "ada-", "a--b", "ada/x", "ada lovelace", "ädä", "a" * 41, "../x", "%00"):
        print(handle)
        body = problem(await account.put(OWN, json={"handle": handle}), 422, "invalid_handle")
        assert body["errors"][0]["field"] == "handle"


@pytest.mark.one_database
async def test_the_embedded_badge_says_what_the_certificate_is_worth_now(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    async def badge(of: str) -> str:
        response = await api.get(f"/api/verify/{of}/badge.svg")
        assert (response.status_code, response.headers["content-type"]) == (200, "image/svg+xml")
        assert response.headers["cache-control"] == "public, max-age=60"
        assert "<script" not in response.text
        assert "Ada" not in response.text
        return response.text

    assert "Valid until March 2028" in await badge(number)
    assert "Sample" in await badge("WDC-RE-SAMP-1E00-A")
    await suspend(resources, number)
    suspended = await badge(number)
    assert "Not valid right now" in suspended
    assert "Valid until" not in suspended
    problem(await api.get("/api/verify/WDC-RE-302P/badge.svg"), 422, "certificate_too_short")
