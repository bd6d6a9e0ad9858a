"""What only the sandbox has: its gateway, its storage and its options."""

import asyncio
from pathlib import Path

from tests.conftest import FakeClock
from tests.contract.supabase.local_sandbox import SITE, VERIFIER, local_sandbox

MALLORY = {"choice": "own", "name": "Mallory", "email": "ada.lovelace@example.com"}


async def test_programs_need_an_api_key(clock: FakeClock):
    """The gateway of the hosted product answers this before the request reaches Supabase Auth."""
    async with local_sandbox(clock) as sandbox:
        for method, path in (("GET", "user"), ("POST", "token"), ("POST", "logout")):
            response = await sandbox.http.request(method, f"/auth/v1/{path}")
            assert (response.status_code, response.json()["message"]) == (401, "No API key found in request")


async def test_users_login_sessions_and_the_key_survive_a_restart(clock: FakeClock, tmp_path: Path):
    file = tmp_path / "data" / "supabase.db"
    async with local_sandbox(clock, file) as sandbox:
        session = await sandbox.sign_in(choice="ada")
        page = await sandbox.begin()
    assert file.stat().st_mode & 0o777 == 0o600
    async with local_sandbox(clock, file) as sandbox:
        assert (await sandbox.user(session["access_token"])).json()["email"] == "ada.lovelace@example.com"
        refreshed = await sandbox.token("refresh_token", refresh_token=session["refresh_token"])
        assert refreshed.status_code == 200
        assert "code" in (await sandbox.choose(page, choice="ada")).params
        assert (await sandbox.sign_in(choice="ada"))["user"]["id"] == session["user"]["id"]


async def test_nothing_is_stored_without_a_file(clock: FakeClock):
    async with local_sandbox(clock) as sandbox:
        session = await sandbox.sign_in(choice="ada")
    async with local_sandbox(clock) as sandbox:
        assert (await sandbox.user(session["access_token"])).status_code == 403


async def test_access_tokens_expire(clock: FakeClock):
    async with local_sandbox(clock) as sandbox:
        session = await sandbox.sign_in(choice="ada")
        clock.advance(seconds=3599)
        assert (await sandbox.user(session["access_token"])).status_code == 200
        clock.advance(seconds=1)
        response = await sandbox.user(session["access_token"])
        assert (response.status_code, response.json()["code"]) == (403, "bad_jwt")
        assert response.json()["message"].endswith("token is expired")


async def test_only_one_of_several_concurrent_exchanges_of_a_code_succeeds(clock: FakeClock):
    async with local_sandbox(clock) as sandbox:
        code = (await sandbox.choose(await sandbox.begin(), choice="ada")).params["code"]
        exchanges = (sandbox.token("pkce", auth_code=code, code_verifier=VERIFIER) for _ in range(10))
        assert sorted(answer.status_code for answer in await asyncio.gather(*exchanges)) == [200] + [404] * 9


async def test_unverified_emails_are_not_linked_to_other_accounts(clock: FakeClock):
    async with local_sandbox(clock, allow_unverified_email_sign_ins=True) as sandbox:
        ada = (await sandbox.sign_in("github", choice="ada"))["user"]
        mallory = (await sandbox.sign_in("google", **MALLORY))["user"]
        assert mallory["id"] != ada["id"]
        assert mallory["email"] == ""
        assert mallory["user_metadata"]["email_verified"] is False
        assert "email_confirmed_at" not in mallory


async def test_a_verified_sign_in_removes_unverified_identities_of_the_email(clock: FakeClock):
    async with local_sandbox(clock, allow_unverified_email_sign_ins=True) as sandbox:
        squatter = await sandbox.sign_in("google", **MALLORY)
        assert squatter["user"]["email"] == "ada.lovelace@example.com"
        ada = (await sandbox.sign_in("github", choice="ada"))["user"]
        assert ada["app_metadata"]["providers"] == ["github"]
        assert ada["user_metadata"]["full_name"] == "Ada Lovelace"
        assert (await sandbox.user(squatter["access_token"])).json()["code"] == "session_not_found"
        assert (await sandbox.sign_in("google", **MALLORY))["user"]["id"] != ada["id"]


async def test_sign_ins_return_only_to_allowed_origins(clock: FakeClock):
    pages = "http://localhost:3000"
    async with local_sandbox(clock, allowed_redirects=[pages]) as sandbox:
        for wanted, origin in (
            (f"{pages}/auth/callback", pages),
            (f"{SITE}\\@evil.example/", SITE),
            (f"{pages}@evil.example/", SITE),
            ("http://anyone@certs.test/", SITE),
            ("http://localhost:3001/", SITE),
            ("http://localhost:99999/", SITE),
            ("http://[::1", SITE),
        ):
            url = await sandbox.choose(await sandbox.begin(redirect_to=wanted), choice="ada")
            assert f"{url.scheme}://{url.netloc.decode()}" == origin, wanted
            assert not url.userinfo
