"""The sandbox's page that replaces Google's and GitHub's."""

import re

import pytest

from tests.conftest import FakeClock
from tests.contract.supabase.local_sandbox import BASE, SITE, local_sandbox
from webdev_certs.sandbox.supabase.provider_page import PERSONAS


@pytest.mark.parametrize(("provider", "name"), [("google", "Google"), ("github", "GitHub")])
async def test_the_page_says_that_it_is_a_sandbox(clock: FakeClock, provider: str, name: str):
    async with local_sandbox(clock) as sandbox:
        response = await sandbox.http.get(await sandbox.begin(provider))
        assert response.status_code == 200
        assert f"<h1>Choose a {name} test account</h1>" in response.text
        assert f"<strong>Sandbox.</strong> This is not {name}." in response.text
        assert "<script" not in response.text
        assert response.headers["cache-control"] == "no-store"
        assert "script-src" not in response.headers["content-security-policy"]
        assert response.headers["content-security-policy"].startswith("default-src 'none'; ")
        for path in re.findall(r'(?:src|href)="([^"]+)"', response.text):
            assert (await sandbox.http.get(f"{SITE}{path}")).status_code == 200, path


@pytest.mark.parametrize("key", PERSONAS)
async def test_every_test_account_can_be_chosen(clock: FakeClock, key: str):
    persona = PERSONAS[key]
    async with local_sandbox(clock) as sandbox:
        page = await sandbox.begin()
        assert f'value="{key}"' in (await sandbox.http.get(page)).text
        url = await sandbox.choose(page, choice=key)
        if persona.email_verified:
            assert set(url.params) == {"code"}
        else:
            assert url.params["error_code"] == "provider_email_needs_verification"


async def test_google_claims(clock: FakeClock):
    async with local_sandbox(clock) as sandbox:
        metadata = (await sandbox.sign_in("google", choice="sofya"))["user"]["user_metadata"]
        subject, picture = metadata.pop("sub"), metadata.pop("picture")
        assert re.fullmatch(r"\d{21}", subject)
        assert metadata == {
            "iss": "https://accounts.google.com",
            "provider_id": subject,
            "email": "sofya@example.com",
            "email_verified": True,
            "phone_verified": False,
            "name": "Софья Ковалевская",
            "full_name": "Софья Ковалевская",
            "avatar_url": picture,
        }
        assert picture.startswith(f"{BASE}/avatars/")
        drawn = await sandbox.http.get(picture)
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert ">С</text>" in drawn.text


async def test_another_test_account(clock: FakeClock):
    form = {"choice": "own", "name": " Mary Jackson ", "email": " Mary@Example.com "}
    async with local_sandbox(clock) as sandbox:
        user = (await sandbox.sign_in("github", **form, email_verified="on"))["user"]
        assert user["email"] == "mary@example.com"
        assert user["user_metadata"]["full_name"] == "Mary Jackson"
        again = (await sandbox.sign_in("github", **form, email_verified="on"))["user"]
        assert again["id"] == user["id"]


@pytest.mark.parametrize("email", ["", "mary@", "x" * 65 + "@example.com"])
async def test_an_invalid_email_shows_the_form_again(clock: FakeClock, email: str):
    async with local_sandbox(clock) as sandbox:
        page = await sandbox.begin()
        form = {"choice": "own", "name": '"><script>', "email": email}
        response = await sandbox.http.post(page, data=form)
        assert response.status_code == 422
        assert 'role="alert"' in response.text
        assert "<details open>" in response.text
        assert 'value="&#34;&gt;&lt;script&gt;"' in response.text
        assert "<script" not in response.text
        assert "code" in (await sandbox.choose(page, choice="ada")).params


async def test_a_sign_in_that_cannot_continue_says_so(clock: FakeClock):
    async with local_sandbox(clock) as sandbox:
        used = await sandbox.begin()
        await sandbox.choose(used, choice="ada")
        old = await sandbox.begin()
        clock.advance(minutes=6)
        google = await sandbox.begin()
        github = google.replace("/google/", "/github/")
        for page in (used, old, github, f"{BASE}/provider/google/authorize", f"{google}<b>"):
            for method in ("GET", "POST"):
                response = await sandbox.http.request(method, page, data={"choice": "ada"})
                assert response.status_code == 400, page
                assert "You cannot continue this sign-in" in response.text
                assert f'href="{SITE}"' in response.text
        assert (await sandbox.http.get(google)).status_code == 200
