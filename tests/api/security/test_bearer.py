"""Which calls need a bearer token, and the key set with which anyone can check one."""

import httpx
import jwt
import pytest

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import register
from webdev_certs.server.api.dependencies import Resources

pytestmark = pytest.mark.one_database

PATHS = [
    ("POST", "/api/auth/verify"),
    ("POST", "/api/auth/logout"),
    ("GET", "/api/payments/status"),
]


@pytest.mark.parametrize(("method", "path"), PATHS)
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer"}, {"Authorization": "Basic YTpi"}])
async def test_calls_without_a_token_are_refused(
    api: httpx.AsyncClient, method: str, path: str, headers: dict[str, str]
):
    problem(await api.request(method, path, headers=headers), 401, "not_authenticated")


@pytest.mark.parametrize(("method", "path"), PATHS)
async def test_an_expired_token_is_refused(api: httpx.AsyncClient, clock: FakeClock, method: str, path: str):
    account = await register(api)
    clock.advance(minutes=15)
    response = await api.request(method, path, headers=account.headers)
    problem(response, 401, "token_expired")


async def test_anyone_can_check_a_token_with_the_published_keys(api: httpx.AsyncClient, resources: Resources):
    account = await register(api)
    response = await api.get("/.well-known/jwks.json")
    assert response.status_code == 200
    kid = jwt.get_unverified_header(account.access_token)["kid"]
    (key,) = [key for key in jwt.PyJWKSet.from_dict(response.json()).keys if key.key_id == kid]
    claims = jwt.decode(
        account.access_token,
        key,
        algorithms=["ES256"],
        audience="webdev-certs-api",
        issuer=resources.settings.origin,
        # The tests' clock differs from the machine's.
        options={"verify_exp": False, "verify_iat": False},
    )
    assert claims["sub"] == account.user["id"]
    assert claims["exp"] - claims["iat"] == 15 * 60
