"""Errors between the start of a sign-in and its login session."""

import asyncio
from uuid import uuid4

import httpx
import pytest
from supabase_auth import AsyncGoTrueClient, AsyncMemoryStorage
from supabase_auth.errors import AuthApiError

from tests.contract.supabase.browser import begin, browser, somebody, visit
from tests.contract.supabase.servers import RETURN_URL, SITE_URL, AuthServer
from tests.contract.supabase.signing_in import HEADERS, problem, start

VERIFIER_KEY = "sb-test-auth-token-code-verifier"
NOT_FOUND = (404, "flow_state_not_found", "invalid flow state, no valid flow state found")


async def exchange(auth: AuthServer, **body: object) -> httpx.Response:
    async with browser() as program:
        return await program.post(f"{auth.url}/token?grant_type=pkce", json=body, headers=HEADERS)


async def code_and_verifier(client: AsyncGoTrueClient, storage: AsyncMemoryStorage) -> tuple[str, str]:
    url = await visit(await start(client), somebody())
    verifier = await storage.get_item(VERIFIER_KEY)
    assert verifier
    return url.params["code"], verifier


async def test_a_code_works_only_once(
    auth: AuthServer, client: AsyncGoTrueClient, storage: AsyncMemoryStorage
):
    code, verifier = await code_and_verifier(client, storage)
    assert (await exchange(auth, auth_code=code, code_verifier=verifier)).status_code == 200
    assert problem(await exchange(auth, auth_code=code, code_verifier=verifier)) == NOT_FOUND


async def test_a_code_needs_its_own_verifier(client: AsyncGoTrueClient, storage: AsyncMemoryStorage):
    code, verifier = await code_and_verifier(client, storage)
    with pytest.raises(AuthApiError) as refused:
        await client.exchange_code_for_session({"auth_code": code, "code_verifier": "b" * 64})  # pyright: ignore[reportArgumentType]  # redirect_to may be left out
    assert (refused.value.status, refused.value.code) == (400, "bad_code_verifier")
    assert str(refused.value) == "code challenge does not match previously saved code verifier"
    # The browser that started the sign-in can still complete it.
    assert await storage.get_item(VERIFIER_KEY) == verifier
    assert (await client.exchange_code_for_session({"auth_code": code})).session  # pyright: ignore[reportArgumentType]


async def test_a_code_expires(auth: AuthServer, client: AsyncGoTrueClient, storage: AsyncMemoryStorage):
    code, verifier = await code_and_verifier(client, storage)
    auth.let_sign_ins_expire()
    expired = (422, "flow_state_expired", "invalid flow state, flow state has expired")
    assert problem(await exchange(auth, auth_code=code, code_verifier=verifier)) == expired


async def test_a_code_and_a_verifier_are_both_required(auth: AuthServer):
    message = "invalid request: both auth code and code verifier should be non-empty"
    for body in ({}, {"auth_code": str(uuid4())}, {"code_verifier": "b" * 64}):
        assert problem(await exchange(auth, **body)) == (400, "validation_failed", message)
    assert problem(await exchange(auth, auth_code=str(uuid4()), code_verifier="b" * 64)) == NOT_FOUND
    status, code, message = problem(await exchange(auth, auth_code=1, code_verifier="b"))
    assert (status, code) == (400, "bad_json")
    assert message.startswith("Could not parse request body as JSON: ")


async def test_a_sign_in_that_was_not_completed_has_no_code(client: AsyncGoTrueClient, auth: AuthServer):
    state = httpx.URL(await begin(await start(client))).params["state"]
    assert problem(await exchange(auth, auth_code=state, code_verifier="b" * 64)) == NOT_FOUND


async def test_canceling_at_the_provider_returns_an_error(client: AsyncGoTrueClient):
    url = await visit(await start(client), None)
    assert url.copy_with(query=None, fragment=None) == RETURN_URL
    reason = {"error": "access_denied", "error_description": "The user has denied the request"}
    assert dict(url.params) == reason
    assert dict(httpx.QueryParams(url.fragment)) == {**reason, "sb": ""}


async def test_an_email_that_the_provider_has_not_verified_is_refused(client: AsyncGoTrueClient):
    url = await visit(await start(client, "google"), somebody(email_verified=False))
    assert url.copy_with(query=None, fragment=None) == RETURN_URL
    assert url.params["error"] == "access_denied"
    assert url.params["error_code"] == "provider_email_needs_verification"
    assert url.params["error_description"].startswith("Unverified email with google. ")
    assert "code" not in url.params


@pytest.mark.parametrize(
    "redirect_to",
    [
        "https://evil.example/auth/callback",
        "http://certs.example/auth/callback",
        "https://certs.example:444/auth/callback",
        "https://certs.example.evil.example/",
        "https://certs.example@evil.example/",
        "//evil.example/",
        "/auth/callback",
        "javascript:alert(1)",
        "",
    ],
)
async def test_a_foreign_return_url_is_replaced_by_the_site_url(client: AsyncGoTrueClient, redirect_to: str):
    url = await visit(await start(client, redirect_to=redirect_to), somebody())
    assert (url.scheme, url.netloc, url.path) == ("https", b"certs.example", "/")
    assert "code" in url.params


async def test_a_sign_in_can_return_to_any_page_of_the_product(client: AsyncGoTrueClient):
    there = f"{SITE_URL}/auth/callback?a=1&a=2&returnUrl=%2Fdashboard%3Fa%3D1"
    url = await visit(await start(client, redirect_to=there), somebody())
    assert url.copy_remove_param("code") == there


async def test_a_code_of_another_browser_is_refused(client: AsyncGoTrueClient, auth: AuthServer):
    """Otherwise an attacker could sign a victim in to the attacker's account (login CSRF)."""
    async with AsyncGoTrueClient(
        url=auth.url,
        headers={"apikey": "anon"},
        storage=AsyncMemoryStorage(),
        flow_type="pkce",
        verify=False,
    ) as attacker:
        mine, theirs = await asyncio.gather(start(client), start(attacker))
        await visit(mine, somebody())
        url = await visit(theirs, somebody())
        with pytest.raises(AuthApiError) as refused:
            await client.exchange_code_for_session({"auth_code": url.params["code"]})  # pyright: ignore[reportArgumentType]
    assert refused.value.code == "bad_code_verifier"


@pytest.mark.parametrize(
    "parameters",
    [
        {"provider": "myspace"},
        {"code_challenge": "short"},
        {"code_challenge": ""},
        {"code_challenge": "ä" * 43},
        {"code_challenge_method": ""},
        {"code_challenge_method": "s512"},
    ],
)
async def test_invalid_authorize_parameters_are_refused(auth: AuthServer, parameters: dict[str, str]):
    good = {"provider": "github", "code_challenge": "a" * 43, "code_challenge_method": "s256"}
    async with browser() as page:
        response = await page.get(f"{auth.url}/authorize", params={**good, **parameters}, headers=HEADERS)
    assert problem(response)[:2] == (400, "validation_failed")
