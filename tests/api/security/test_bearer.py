"""The key set with which anyone can check an access token."""

import httpx
import jwt
import pytest

from tests.factories import register
from webdev_certs.server.api.dependencies import Resources

pytestmark = pytest.mark.one_database


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
