"""What a bearer token has to be, and the key set with which anyone can check one."""

import base64
import hashlib
import hmac
import json
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from tests.api.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, register
from webdev_certs.api.dependencies import Resources
from webdev_certs.gateways.signing import SigningKey

PATHS = [
    ("POST", "/api/auth/verify"),
    ("POST", "/api/auth/logout"),
    ("GET", "/api/payments/status"),
]


def _part(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def _claims(account: Account) -> dict[str, Any]:
    return jwt.decode(account.access_token, options={"verify_signature": False})


def _with_kid(resources: Resources, claims: dict[str, Any], kid: str) -> str:
    private: Any = load_pem_private_key(resources.signing_key.pem().encode(), None)
    return jwt.encode(claims, private, "ES256", headers={"kid": kid})


def _hs256_with_public_key(resources: Resources, claims: dict[str, Any]) -> str:
    # PyJWT refuses to make such a token, so it is made by hand.
    public = json.dumps(resources.signing_key.jwks()["keys"][0]).encode()
    signed = f"{_part({'alg': 'HS256', 'kid': resources.signing_key.kid})}.{_part(claims)}"
    signature = hmac.digest(public, signed.encode(), hashlib.sha256)
    return f"{signed}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def _altered(token: str) -> str:
    head, body, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    return f"{head}.{_part(claims | {'exp': claims['exp'] + 3600})}.{signature}"


FORGERIES = {
    "garbage": (lambda *_: "garbage", "The access token is malformed."),
    "three dots": (lambda *_: "a.b.c", "The access token is malformed."),
    "not JSON": (lambda *_: "e30.bm90IGpzb24.AAAA", "Invalid alg claim"),
    "latin-1": (lambda *_: "\xff\xfe.\xe9.\xe8", "The access token is malformed."),
    "alg none": (
        lambda _resources, claims, _token: f"{_part({'alg': 'none', 'typ': 'JWT'})}.{_part(claims)}.",
        "Invalid alg claim",
    ),
    "HS256 with the public key": (
        lambda resources, claims, _token: _hs256_with_public_key(resources, claims),
        "Invalid alg claim",
    ),
    "another key": (
        lambda _resources, claims, _token: SigningKey.generate().sign(claims),
        "Invalid JWT signature",
    ),
    "altered claims": (lambda _resources, _claims, token: _altered(token), "Invalid JWT signature"),
    "wrong audience": (
        lambda resources, claims, _token: resources.signing_key.sign(claims | {"aud": "others"}),
        "The access token is for another service.",
    ),
    "wrong issuer": (
        lambda resources, claims, _token: resources.signing_key.sign(
            claims | {"iss": "https://other.example"}
        ),
        "The access token is for another service.",
    ),
    "wrong kid": (
        lambda resources, claims, _token: _with_kid(resources, claims, "other"),
        "The access token is malformed.",
    ),
    "no session": (
        lambda resources, claims, _token: resources.signing_key.sign(
            {name: value for name, value in claims.items() if name != "sid"}
        ),
        "The access token is malformed.",
    ),
}


@pytest.mark.parametrize("kind", FORGERIES)
async def test_forged_tokens_are_refused(api: httpx.AsyncClient, resources: Resources, kind: str):
    account = await register(api)
    forge, message = FORGERIES[kind]
    token = forge(resources, _claims(account), account.access_token)
    headers = {b"Authorization": b"Bearer " + token.encode("latin-1")}
    response = await api.post("/api/auth/verify", headers=headers)
    assert problem(response, 401, "invalid_token")["detail"] == message
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(("method", "path"), PATHS)
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer"}, {"Authorization": "Basic YTpi"}])
async def test_without_a_token_nothing_is_told(
    api: httpx.AsyncClient, method: str, path: str, headers: dict[str, str]
):
    problem(await api.request(method, path, headers=headers), 401, "not_authenticated")


@pytest.mark.parametrize(("method", "path"), PATHS)
async def test_an_expired_token_is_refused(api: httpx.AsyncClient, clock: FakeClock, method: str, path: str):
    account = await register(api)
    clock.advance(minutes=15)
    response = await api.request(method, path, headers=account.headers)
    problem(response, 401, "token_expired")


async def test_a_session_belongs_to_one_person(api: httpx.AsyncClient, resources: Resources):
    ada, bob = await register(api), await register(api)
    token = resources.signing_key.sign(_claims(ada) | {"sub": bob.user["id"]})
    response = await api.post("/api/auth/verify", headers={"Authorization": f"Bearer {token}"})
    problem(response, 401, "session_ended")


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
        # The clock of these tests is not the machine's.
        options={"verify_exp": False, "verify_iat": False},
    )
    assert claims["sub"] == account.user["id"]
    assert claims["exp"] - claims["iat"] == 15 * 60
