"""Every known forgery of an access token, against a protected route and against auth/verify.

The attacks are those of RFC 8725 (JSON Web Token Best Current Practices) §2.
"""

from collections.abc import Callable

import httpx
import jwt
import pytest

from tests.api.accounts.test_auth import problem
from tests.api.security.forgery import (
    Loot,
    attacker_brings,
    hs256,
    hs256_with_jwk,
    hs256_with_pem,
    other_claims,
    other_header,
    other_signature,
    ours,
    private_key,
    rs256,
    shifted,
    signed,
    swapped_payload,
    unsigned,
)
from tests.conftest import FakeClock
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.gateways.signing import SigningKey

ROUTES = [("GET", "/api/tests"), ("POST", "/api/auth/verify")]


MALFORMED = "The access token is malformed."


ELSEWHERE = "The access token is for another service."


EARLY = "The access token is not valid yet."


SIGNATURE = "Invalid JWT signature"


ALGORITHM = "Invalid alg claim"


FORGERIES: dict[str, tuple[Callable[[Loot], str], str]] = {
    # Not a token
    "garbage": (lambda _: "garbage", MALFORMED),
    "three letters": (lambda _: "a.b.c", MALFORMED),
    "latin-1": (lambda _: "\xff\xfe.\xe9.\xe8", MALFORMED),
    "five parts": (lambda loot: f"{loot.token}.a.b", MALFORMED),
    "claims that are no JSON": (lambda loot: f"{loot.token.partition('.')[0]}.bm90IGpzb24.AAAA", SIGNATURE),
    "a refresh token": (lambda loot: loot.refresh_token, MALFORMED),
    # Algorithms
    "alg none": (unsigned("none"), ALGORITHM),
    "alg None": (unsigned("None"), ALGORITHM),
    "alg nOnE": (unsigned("nOnE"), ALGORITHM),
    "no alg": (other_header(alg=None), ALGORITHM),
    "alg is a list": (other_header(alg=["ES256"]), ALGORITHM),
    "HS256 with the public key as JWK": (hs256_with_jwk, ALGORITHM),
    "HS256 with the public key as PEM": (hs256_with_pem, ALGORITHM),
    "HS256 with an empty secret": (hs256(b""), ALGORITHM),
    "RS256 with another key": (rs256, SIGNATURE),
    "RS256 with the signature of ES256": (other_header(alg="RS256"), SIGNATURE),
    "RS256 without a signature": (unsigned("RS256"), SIGNATURE),
    "ES384": (other_header(alg="ES384"), ALGORITHM),
    # Keys
    "another key under our key id": (
        lambda loot: signed(private_key(SigningKey.generate().pem()), loot.header, loot.claims),
        SIGNATURE,
    ),
    "another key and its id": (attacker_brings("kid"), SIGNATURE),
    "jwk": (attacker_brings("jwk"), SIGNATURE),
    "jku": (attacker_brings("jku"), SIGNATURE),
    "x5u": (attacker_brings("x5u"), SIGNATURE),
    "a foreign key id": (ours(kid="../../dev/null"), MALFORMED),
    "a key id that is no text": (ours(kid=7), MALFORMED),
    "no key id": (ours(kid=None), MALFORMED),
    # Signatures
    "no signature": (other_signature(lambda _: b""), SIGNATURE),
    "a truncated signature": (other_signature(lambda real: real[:-1]), SIGNATURE),
    "half a signature": (other_signature(lambda real: real[:32]), SIGNATURE),
    "a longer signature": (other_signature(lambda real: real + b"\0"), SIGNATURE),
    "zeros (CVE-2022-21449)": (other_signature(lambda _: bytes(64)), SIGNATURE),
    "altered claims": (other_claims, SIGNATURE),
    "another token's claims": (swapped_payload, SIGNATURE),
    "an altered header": (other_header(typ="at+jwt"), SIGNATURE),
    # Extensions that must be understood (RFC 7515 §4.1.11)
    "crit": (ours(crit=["exp2"], exp2=1), MALFORMED),
    "an empty crit": (ours(crit=[]), MALFORMED),
    "unencoded payload": (ours(crit=["b64"], b64=False), MALFORMED),
    # Claims: user, audience and issuer
    "another audience": (ours({"aud": "others"}), ELSEWHERE),
    "an audience in another case": (ours({"aud": "WEBDEV-CERTS-API"}), ELSEWHERE),
    "no audience": (ours({"aud": None}), MALFORMED),
    "another issuer": (ours({"iss": "https://other.example"}), ELSEWHERE),
    "an issuer that ours begins": (lambda loot: loot.ours({"iss": f"{loot.claims['iss']}.evil"}), ELSEWHERE),
    "no issuer": (ours({"iss": None}), MALFORMED),
    "no subject": (ours({"sub": None}), MALFORMED),
    "a subject that is no id": (ours({"sub": "admin"}), MALFORMED),
    "a subject that is a number": (ours({"sub": 1}), MALFORMED),
    "a subject that is a list": (lambda loot: loot.ours({"sub": [loot.claims["sub"]]}), MALFORMED),
    "no login session": (ours({"sid": None}), MALFORMED),
    "a login session that is no id": (ours({"sid": {}}), MALFORMED),
    # Claims: times
    "no expiry": (ours({"exp": None}), MALFORMED),
    "an expiry in words": (ours({"exp": "tomorrow"}), MALFORMED),
    "an expiry as text": (lambda loot: loot.ours({"exp": str(loot.claims["exp"])}), MALFORMED),
    "an expiry that is true": (ours({"exp": True}), MALFORMED),
    "an expiry that is no number": (ours({"exp": float("nan")}), MALFORMED),
    "an expiry that never comes": (ours({"exp": float("inf")}), MALFORMED),
    "not yet valid": (shifted("nbf", 60), EARLY),
    "not valid before a text": (ours({"nbf": "now"}), MALFORMED),
    "issued in the future": (shifted("iat", 60), EARLY),
    "no issue time": (ours({"iat": None}), MALFORMED),
}


@pytest.fixture
async def loot(api: httpx.AsyncClient, resources: Resources) -> Loot:
    account, stranger = await register(api), await register(api)
    claims = jwt.decode(account.access_token, options={"verify_signature": False})
    return Loot(
        account.access_token, account.refresh_token, stranger.access_token, claims, resources.signing_key
    )


async def ask(api: httpx.AsyncClient, route: tuple[str, str], token: str) -> httpx.Response:
    headers = {b"Authorization": b"Bearer " + token.encode("latin-1")}
    return await api.request(*route, headers=headers)


@pytest.mark.one_database
@pytest.mark.parametrize("kind", FORGERIES)
async def test_a_forged_token_is_refused(api: httpx.AsyncClient, loot: Loot, kind: str):
    forge, message = FORGERIES[kind]
    for route in ROUTES:
        # Twice, because valid tokens are cached.
        for _ in range(2):
            response = await ask(api, route, forge(loot))
            assert problem(response, 401, "invalid_token")["detail"] == message
            assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.one_database
@pytest.mark.parametrize("route", ROUTES)
async def test_the_forgery_tools_can_make_valid_tokens(
    api: httpx.AsyncClient, loot: Loot, route: tuple[str, str]
):
    """Otherwise one and the same mistake could explain every refusal above."""
    for token in (loot.token, loot.ours(), loot.ours({"nbf": loot.claims["iat"]}), loot.ours(typ=None)):
        assert (await ask(api, route, token)).status_code == 200


@pytest.mark.one_database
@pytest.mark.parametrize("route", ROUTES)
async def test_clocks_may_differ_by_a_little(api: httpx.AsyncClient, loot: Loot, route: tuple[str, str]):
    for claim in ("iat", "nbf"):
        assert (await ask(api, route, shifted(claim, 30)(loot))).status_code == 200


@pytest.mark.one_database
@pytest.mark.parametrize("route", ROUTES)
async def test_an_expired_token_says_so(
    api: httpx.AsyncClient, clock: FakeClock, loot: Loot, route: tuple[str, str]
):
    assert (await ask(api, route, loot.token)).status_code == 200
    clock.advance(minutes=15)
    body = problem(await ask(api, route, loot.token), 401, "token_expired")
    assert body["detail"] == "The access token has expired."
    # The signature is checked before the time: an expired forgery is reported as a forgery.
    assert problem(await ask(api, route, other_claims(loot)), 401, "invalid_token")["detail"] == SIGNATURE


async def test_a_login_session_belongs_to_one_user(api: httpx.AsyncClient, loot: Loot):
    other: Account = await register(api)
    response = await ask(api, ("POST", "/api/auth/verify"), loot.ours({"sub": other.user["id"]}))
    problem(response, 401, "session_ended")
