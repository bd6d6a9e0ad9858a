"""Neither an answer nor anything done after it tells a stranger whether an email has an account."""

from typing import Any

import httpx
import pytest

from tests.factories import PASSWORD, bearer, register, registration
from tests.mailbox import confirm

pytestmark = pytest.mark.one_database


OWNED, FREE = "ada@example.com", "nobody@example.com"
OTHER_PASSWORD = "eight plain horses"
_SECRETS = ("access_token", "refresh_token")


@pytest.fixture(autouse=True)
async def owner(api: httpx.AsyncClient) -> None:
    """The confirmed owner of the taken email; nobody has registered the free one."""
    await confirm(await register(api, email=OWNED, password=OTHER_PASSWORD))


def shown(response: httpx.Response, email: str) -> tuple[int, dict[str, str], Any]:
    """Return an answer without the parts that differ between any two registrations."""
    told = response.json() if response.content else None
    if isinstance(told, dict) and "user" in told:
        assert told["user"]["email"] == email
        told = {**told, "user": {**told["user"], "id": "", "email": ""}, **dict.fromkeys(_SECRETS, "")}
    headers = {name: value for name, value in response.headers.items() if name != "content-length"}
    return response.status_code, headers, told


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("login", {"password": "nine plain horses"}),
        ("login", {"password": ""}),
        ("register", {**registration(), "email": ""}),
        ("forgot-password", {}),
    ],
)
async def test_the_answers_have_the_same_text(api: httpx.AsyncClient, path: str, form: dict[str, Any]):
    answers = [
        shown(await api.post(f"/api/auth/{path}", json={**form, "email": email}), email)
        for email in (OWNED, FREE)
    ]
    assert answers[0] == answers[1]


async def test_registering_the_email_tells_no_more_afterwards(api: httpx.AsyncClient):
    """Their own account works as if nobody else had one with this email."""
    told = []
    for email in (OWNED, FREE):
        await api.post("/api/auth/register", json=registration(email=email))
        login = await api.post("/api/auth/login", json={"email": email, "password": PASSWORD})
        assert login.status_code == 200, login.text
        headers = bearer(login.json()["access_token"])
        answers = [
            await api.request(method, f"/api/{path}", json=body, headers=headers)
            for method, path, body in (
                ("GET", "profile", None),
                ("GET", "profile/export", None),
                ("POST", "auth/verify", None),
                ("POST", "auth/resend-confirmation", None),
                ("POST", "profile/email", {"email": email, "password": PASSWORD}),
                ("POST", "profile/password", {"current_password": PASSWORD, "new_password": OTHER_PASSWORD}),
            )
        ]
        told.append([(answer.status_code, _fields(answer)) for answer in [login, *answers]])
    assert told[0] == told[1]


def _fields(response: httpx.Response) -> dict[str, bool]:
    """Return the fields of an answer, and whether each has a value."""
    body = response.json() if response.content else None
    return {name: bool(value) for name, value in (body or {}).items()}


async def test_signing_in_opens_the_account_that_the_password_matches(api: httpx.AsyncClient):
    await register(api, email=OWNED, name="Mallory", password=PASSWORD)
    names = []
    for password in (OTHER_PASSWORD, PASSWORD):
        credentials = {"email": OWNED, "password": password}
        names.append((await api.post("/api/auth/login", json=credentials)).json()["user"]["full_name"])
    assert names == ["Ada Lovelace", "Mallory"]


async def test_an_unconfirmed_account_with_the_owners_password_never_opens(api: httpx.AsyncClient):
    await register(api, email=OWNED, name="Mallory", password=OTHER_PASSWORD)
    response = await api.post("/api/auth/login", json={"email": OWNED, "password": OTHER_PASSWORD})
    assert response.json()["user"]["full_name"] == "Ada Lovelace"
