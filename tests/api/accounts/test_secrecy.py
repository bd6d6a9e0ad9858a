"""No answer, and nothing that one can do afterwards, tells a stranger whether an address has an account."""

from typing import Any

import httpx
import pytest

from tests.factories import PASSWORD, register, registration
from tests.mailbox import confirm

OWNED, FREE = "ada@example.com", "nobody@example.com"
OTHER_PASSWORD = "eight plain horses"
_SECRETS = ("access_token", "refresh_token")


@pytest.fixture(autouse=True)
async def owner(api: httpx.AsyncClient) -> None:
    """The confirmed owner of an address; nobody has registered the free one."""
    await confirm(api, await register(api, email=OWNED, password=OTHER_PASSWORD))


def shown(response: httpx.Response, email: str) -> tuple[int, dict[str, str], Any]:
    """All of an answer but what differs from one registration to the next."""
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
async def test_the_answer_is_word_for_word_the_same(api: httpx.AsyncClient, path: str, form: dict[str, Any]):
    answers = [
        shown(await api.post(f"/api/auth/{path}", json={**form, "email": email}), email)
        for email in (OWNED, FREE)
    ]
    assert answers[0] == answers[1]


async def test_whoever_has_registered_the_address_learns_no_more(api: httpx.AsyncClient):
    """Their account can be used as if nobody else had one with this address."""
    told = []
    for email in (OWNED, FREE):
        await api.post("/api/auth/register", json=registration(email=email))
        login = await api.post("/api/auth/login", json={"email": email, "password": PASSWORD})
        assert login.status_code == 200, login.text
        headers = {"Authorization": f"Bearer {login.json()['access_token']}"}
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
    """Which fields an answer has, and which of them hold something."""
    body = response.json() if response.content else None
    return {name: bool(value) for name, value in (body or {}).items()}


async def test_signing_in_opens_the_account_whose_password_it_is(api: httpx.AsyncClient):
    await register(api, email=OWNED, name="Mallory", password=PASSWORD)
    names = []
    for password in (OTHER_PASSWORD, PASSWORD):
        credentials = {"email": OWNED, "password": password}
        names.append((await api.post("/api/auth/login", json=credentials)).json()["user"]["full_name"])
    assert names == ["Ada Lovelace", "Mallory"]


async def test_an_imitation_with_the_owners_password_stays_in_its_shadow(api: httpx.AsyncClient):
    await register(api, email=OWNED, name="Mallory", password=OTHER_PASSWORD)
    response = await api.post("/api/auth/login", json={"email": OWNED, "password": OTHER_PASSWORD})
    assert response.json()["user"]["full_name"] == "Ada Lovelace"
