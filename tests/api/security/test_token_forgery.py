"""Every known forgery of an access token, against a protected route and against auth/verify.

The attacks are those of RFC 8725 (JSON Web Token Best Current Practices) §2.
"""

from collections.abc import Callable

import httpx
import jwt
import pytest

from tests.api.accounts.test_auth import problem
from tests.api.security.forgery import (
    Originals,
    attacker_brings,
    correctly_signed,
    hs256,
    hs256_with_jwk,
    hs256_with_pem,
    other_claims,
    other_header,
    other_signature,
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
from webdev_certs.server.gateways.access_token_key import SigningKey

pytestmark = pytest.mark.one_database


ROUTES = [("GET", "/api/tests"), ("POST", "/api/auth/verify")]


MALFORMED = "The access token is malformed."


ELSEWHERE = "The access token is for another service."


EARLY = "The access token is not valid yet."


SIGNATURE = "Invalid JWT signature"


ALGORITHM = "Invalid alg claim"


FORGERIES: dict[str, tuple[Callable[[Originals], str], str]] = {
    # Not a token
    "garbage": (lambda _: "garbage", MALFORMED),
    "three letters": (lambda _: "a.b.c", MALFORMED),
    "latin-1": (lambda _: "\xff\xfe.\xe9.\xe8", MALFORMED),
    "five parts": (lambda real: f"{real.token}.a.b", MALFORMED),
    "claims that are no JSON": (lambda real: f"{real.token.partition('.')[0]}.bm90IGpzb24.AAAA", SIGNATURE),
    "a refresh token": (lambda real: real.refresh_token, MALFORMED),
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
    "another key under the product's key id": (
        lambda real: signed(private_key(SigningKey.generate().pem()), real.header, real.claims),
        SIGNATURE,
    ),
    "another key and its id": (attacker_brings("kid"), SIGNATURE),
    "jwk": (attacker_brings("jwk"), SIGNATURE),
    "jku": (attacker_brings("jku"), SIGNATURE),
    "x5u": (attacker_brings("x5u"), SIGNATURE),
    "a foreign key id": (correctly_signed(kid="../../dev/null"), MALFORMED),
    "a key id that is no text": (correctly_signed(kid=7), MALFORMED),
    "no key id": (correctly_signed(kid=None), MALFORMED),
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
    "crit": (correctly_signed(crit=["exp2"], exp2=1), MALFORMED),
    "an empty crit": (correctly_signed(crit=[]), MALFORMED),
    "unencoded payload": (correctly_signed(crit=["b64"], b64=False), MALFORMED),
    # Claims: user, audience and issuer
    "another audience": (correctly_signed({"aud": "others"}), ELSEWHERE),
    "an audience in another case": (correctly_signed({"aud": "WEBDEV-CERTS-API"}), ELSEWHERE),
    "no audience": (correctly_signed({"aud": None}), MALFORMED),
    "another issuer": (correctly_signed({"iss": "https://other.example"}), ELSEWHERE),
    "an issuer that begins with the real one": (
        lambda real: real.sign({"iss": f"{real.claims['iss']}.evil"}),
        ELSEWHERE,
    ),
    "no issuer": (correctly_signed({"iss": None}), MALFORMED),
    "no subject": (correctly_signed({"sub": None}), MALFORMED),
    "a subject that is no id": (correctly_signed({"sub": "admin"}), MALFORMED),
    "a subject that is a number": (correctly_signed({"sub": 1}), MALFORMED),
    "a subject that is a list": (lambda real: real.sign({"sub": [real.claims["sub"]]}), MALFORMED),
    "no login session": (correctly_signed({"sid": None}), MALFORMED),
    "a login session that is no id": (correctly_signed({"sid": {}}), MALFORMED),
    # Claims: times
    "no expiry": (correctly_signed({"exp": None}), MALFORMED),
    "an expiry in words": (correctly_signed({"exp": "tomorrow"}), MALFORMED),
    "an expiry as text": (lambda real: real.sign({"exp": str(real.claims["exp"])}), MALFORMED),
    "an expiry that is true": (correctly_signed({"exp": True}), MALFORMED),
    "an expiry that is no number": (correctly_signed({"exp": float("nan")}), MALFORMED),
    "an expiry that never comes": (correctly_signed({"exp": float("inf")}), MALFORMED),
    "not yet valid": (shifted("nbf", 60), EARLY),
    "not valid before a text": (correctly_signed({"nbf": "now"}), MALFORMED),
    "issued in the future": (shifted("iat", 60), EARLY),
    "no issue time": (correctly_signed({"iat": None}), MALFORMED),
}


@pytest.fixture
async def real(api: httpx.AsyncClient, resources: Resources) -> Originals:
    account, stranger = await register(api), await register(api)
    claims = jwt.decode(account.access_token, options={"verify_signature": False})
    return Originals(
        account.access_token, account.refresh_token, stranger.access_token, claims, resources.signing_key
    )


async def ask(api: httpx.AsyncClient, route: tuple[str, str], token: str) -> httpx.Response:
    headers = {b"Authorization": b"Bearer " + token.encode("latin-1")}
    return await api.request(*route, headers=headers)


async def test_forged_tokens_are_refused(api: httpx.AsyncClient, real: Originals):
    for kind, (forge, message) in FORGERIES.items():
        # Twice, because valid tokens are cached.
        for route in (*ROUTES, *ROUTES):
            response = await ask(api, route, forge(real))
            assert problem(response, 401, "invalid_token")["detail"] == message, kind
            assert response.headers["www-authenticate"] == "Bearer", kind


async def test_the_forgery_tools_can_make_valid_tokens_and_clocks_may_differ_by_a_little(
    api: httpx.AsyncClient, real: Originals
):
    """Otherwise one mistake of the tools could explain every refusal above."""
    early = [shifted(claim, 30)(real) for claim in ("iat", "nbf")]
    same = [real.token, real.sign(), real.sign({"nbf": real.claims["iat"]}), real.sign(typ=None)]
    for token in (*same, *early):
        for route in ROUTES:
            assert (await ask(api, route, token)).status_code == 200


async def test_an_expired_token_says_so(api: httpx.AsyncClient, clock: FakeClock, real: Originals):
    for route in ROUTES:
        assert (await ask(api, route, real.token)).status_code == 200
    clock.advance(minutes=15)
    for route in ROUTES:
        body = problem(await ask(api, route, real.token), 401, "token_expired")
        assert body["detail"] == "The access token has expired."
        # The signature is checked before the time: an expired forgery is reported as a forgery.
        forged = problem(await ask(api, route, other_claims(real)), 401, "invalid_token")
        assert forged["detail"] == SIGNATURE


async def test_a_login_session_belongs_to_one_user(api: httpx.AsyncClient, real: Originals):
    other: Account = await register(api)
    response = await ask(api, ("POST", "/api/auth/verify"), real.sign({"sub": other.user["id"]}))
    problem(response, 401, "session_ended")
