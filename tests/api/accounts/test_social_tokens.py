"""Checks of a social session's access token: forgeries, and the project's keys."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm
from supabase_auth import Session

from tests.api.accounts.social import CALLBACK, clock, project, served_project, settings
from tests.api.accounts.test_auth import problem, stored
from tests.api.security.forgery import base64url, part
from tests.conftest import FakeClock
from tests.factories import bearer
from tests.social import Project, posted, somebody
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import LoginSession, User

pytestmark = pytest.mark.one_database

__all__ = ["clock", "project", "served_project", "settings"]

JWKS = "/auth/v1/.well-known/jwks.json"
SIGNATURE = "Invalid JWT signature"
ALGORITHM = "Invalid alg claim"
ELSEWHERE = "The social access token is for another service."
MALFORMED = "The social access token is malformed."
NOT_SOCIAL = "This sign-in didn’t come from Google or GitHub."

Claims = dict[str, Any]


def _header(token: str) -> Claims:
    return jwt.get_unverified_header(token)


def _public_key(project: Project) -> Claims:
    return httpx.get(f"{project.url}{JWKS}").json()["keys"][0]


def _unsigned(project: Project, claims: Claims, token: str) -> str:
    return f"{part({**_header(token), 'alg': 'none'})}.{part(claims)}."


def _hs256_with_public_key(project: Project, claims: Claims, token: str) -> str:
    key = jwt.PyJWK(_public_key(project)).key
    secret = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    signed = f"{part({**_header(token), 'alg': 'HS256'})}.{part(claims)}"
    return f"{signed}.{base64url(hmac.digest(secret, signed.encode(), hashlib.sha256))}"


def _other_key(project: Project, claims: Claims, token: str, **header: Any) -> str:
    other = ec.generate_private_key(ec.SECP256R1())
    return jwt.encode(claims, other, "ES256", headers={"kid": _header(token)["kid"], **header})


def _brought_along(project: Project, claims: Claims, token: str) -> str:
    """Return a token signed by a key that the token itself contains."""
    other = ec.generate_private_key(ec.SECP256R1())
    own = ECAlgorithm.to_jwk(other.public_key(), as_dict=True) | {"kid": "mine", "alg": "ES256"}
    return jwt.encode(claims, other, "ES256", headers={"kid": "mine", "jwk": own})


def _renamed_algorithm(project: Project, claims: Claims, token: str) -> str:
    _, body, signature = token.split(".")
    return f"{part({**_header(token), 'alg': 'RS256'})}.{body}.{signature}"


def _changed(**changes: Any) -> Callable[[Project, Claims, str], str]:
    """Return a token signed by the project with changed claims; None leaves a claim out."""

    def forge(project: Project, claims: Claims, token: str) -> str:
        changed = {name: value for name, value in (claims | changes).items() if value is not None}
        return project.key.sign(changed)

    return forge


def _altered(project: Project, claims: Claims, token: str) -> str:
    head, _, signature = token.split(".")
    return f"{head}.{part(claims | {'sub': claims['session_id']})}.{signature}"


FORGERIES: dict[str, tuple[Callable[[Project, Claims, str], str], str]] = {
    "garbage": (lambda *_: "garbage", MALFORMED),
    "three dots": (lambda *_: "a.b.c", MALFORMED),
    "alg none": (_unsigned, ALGORITHM),
    "HS256 with the public key": (_hs256_with_public_key, ALGORITHM),
    "another project's key": (_other_key, SIGNATURE),
    "another project's key id": (lambda *given: _other_key(*given, kid="other"), SIGNATURE),
    "no key id": (lambda *given: _other_key(*given, kid=""), SIGNATURE),
    "another algorithm than the key's": (_renamed_algorithm, SIGNATURE),
    "a key of one's own": (_brought_along, SIGNATURE),
    "a key elsewhere": (lambda *given: _other_key(*given, kid="x", jku="https://evil.example"), SIGNATURE),
    "altered claims": (_altered, SIGNATURE),
    "wrong audience": (_changed(aud="anon"), ELSEWHERE),
    "wrong issuer": (_changed(iss="https://other.supabase.co/auth/v1"), ELSEWHERE),
    "no expiry": (_changed(exp=None), MALFORMED),
    "no social session": (_changed(session_id=None), MALFORMED),
    "a subject that is none": (_changed(sub=7), MALFORMED),
    "a time that is none": (_changed(exp="tomorrow"), MALFORMED),
    "issued in the future": (_changed(iat=4_000_000_000), MALFORMED),
    "not valid yet": (_changed(nbf=4_000_000_000), MALFORMED),
    "expired": (_changed(exp=1_000_000_000), "Your sign-in expired. Start again."),
    "a password's session": (_changed(amr=[{"method": "password", "timestamp": 1}]), NOT_SOCIAL),
    "methods that are none": (_changed(amr=["oauth"]), NOT_SOCIAL),
    "an anonymous social session": (_changed(is_anonymous=True), NOT_SOCIAL),
    "an unknown social session": (
        _changed(session_id="00000000-0000-4000-8000-000000000000"),
        "Your sign-in has ended. Start again.",
    ),
}


async def test_forged_tokens_are_refused(api: httpx.AsyncClient, resources: Resources, project: Project):
    social_session = await project.sign_in(somebody())
    for kind, (forge, message) in FORGERIES.items():
        token = forge(project, project.claims(social_session), social_session.access_token)
        refused = await api.post(CALLBACK, json=posted(social_session, accessToken=token))
        assert problem(refused, 401, "invalid_social_token")["detail"] == message, kind
    assert await stored(resources, User) == []
    assert await stored(resources, LoginSession) == []


async def _sign_out(project: Project, social_session: Session) -> httpx.Response:
    headers = {"apikey": "anon", "Authorization": f"Bearer {social_session.access_token}"}
    async with httpx.AsyncClient() as http:
        return await http.post(f"{project.url}/auth/v1/logout?scope=local", headers=headers)


async def test_a_session_that_has_been_signed_out_is_refused(api: httpx.AsyncClient, project: Project):
    social_session = await project.sign_in(somebody())
    assert (await _sign_out(project, social_session)).is_success
    refusal = problem(await api.post(CALLBACK, json=posted(social_session)), 401, "invalid_social_token")
    assert refusal["detail"] == "Your sign-in has ended. Start again."


async def test_our_own_access_token_is_not_a_social_one(api: httpx.AsyncClient, project: Project):
    social_session = await project.sign_in(somebody())
    own = (await api.post(CALLBACK, json=posted(social_session))).json()["access_token"]
    problem(
        await api.post(CALLBACK, json=posted(social_session, accessToken=own)), 401, "invalid_social_token"
    )


async def test_a_social_access_token_gives_no_access_to_the_api(api: httpx.AsyncClient, project: Project):
    social_session = await project.sign_in(somebody())
    problem(
        await api.post("/api/auth/verify", headers=bearer(social_session.access_token)), 401, "invalid_token"
    )


async def test_tokens_with_unknown_keys_cause_one_request_in_half_a_minute(
    api: httpx.AsyncClient, project: Project, clock: FakeClock
):
    social_session = await project.sign_in(somebody())
    assert (await api.post(CALLBACK, json=posted(social_session))).is_success
    assert project.paths.count(JWKS) == 1
    clock.advance(seconds=30)
    for number in range(5):
        forged = _other_key(
            project, project.claims(social_session), social_session.access_token, kid=f"key-{number}"
        )
        problem(
            await api.post(CALLBACK, json=posted(social_session, accessToken=forged)),
            401,
            "invalid_social_token",
        )
    assert project.paths.count(JWKS) == 2
    assert (await api.post(CALLBACK, json=posted(social_session))).is_success


async def test_keys_are_fetched_again_after_ten_minutes(
    api: httpx.AsyncClient, project: Project, clock: FakeClock
):
    social_session = await project.sign_in(somebody())
    assert (await api.post(CALLBACK, json=posted(social_session))).is_success
    clock.advance(minutes=11)
    problem(await api.post(CALLBACK, json=posted(social_session)), 401, "social_sign_in_too_old")
    assert project.paths.count(JWKS) == 2
