"""Every forgery of an access token that is known of, against a protected route and against auth/verify.

The attacks are those of RFC 8725 (JSON Web Token Best Current Practices) §2.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from tests.api.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, register
from webdev_certs.api.dependencies import Resources
from webdev_certs.gateways.signing import SigningKey

ROUTES = [("GET", "/api/tests"), ("POST", "/api/auth/verify")]

MALFORMED = "The access token is malformed."
ELSEWHERE = "The access token is for another service."
EARLY = "The access token is not valid yet."
SIGNATURE = "Invalid JWT signature"
ALGORITHM = "Invalid alg claim"


@dataclass(frozen=True)
class Loot:
    """What a forger may hold: somebody's token, what it says, and, for faults of our own, our key."""

    token: str
    refresh_token: str
    stranger: str
    claims: dict[str, Any]
    key: SigningKey

    @property
    def public(self) -> dict[str, str]:
        """Our public key, as it is published."""
        return self.key.jwks()["keys"][0]

    @property
    def header(self) -> dict[str, Any]:
        return {"alg": "ES256", "typ": "JWT", "kid": self.key.kid}

    def ours(self, changes: dict[str, Any] | None = None, **header: Any) -> str:
        """Signed with our own key; a claim or a member of the header that is None is left out."""
        claims = _without_none(self.claims | (changes or {}))
        return _signed(_private(self.key.pem()), _without_none(self.header | header), claims)


def _without_none(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _private(pem: str) -> ec.EllipticCurvePrivateKey:
    key = load_pem_private_key(pem.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def _signed(key: ec.EllipticCurvePrivateKey, header: dict[str, Any], claims: dict[str, Any]) -> str:
    # By hand, because PyJWT refuses to make what a forger would.
    signed = f"{_part(header)}.{_part(claims)}"
    signature = jwt.get_algorithm_by_name("ES256").sign(signed.encode(), key)
    return f"{signed}.{_text(signature)}"


def _part(value: dict[str, Any]) -> str:
    return _text(json.dumps(value).encode())


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hs256(secret: bytes) -> Callable[[Loot], str]:
    """A token whose HMAC is made with what everybody may know."""

    def forge(loot: Loot) -> str:
        signed = f"{_part(loot.header | {'alg': 'HS256'})}.{_part(loot.claims)}"
        return f"{signed}.{_text(hmac.digest(secret, signed.encode(), hashlib.sha256))}"

    return forge


def _hs256_with_jwk(loot: Loot) -> str:
    return _hs256(json.dumps(loot.public).encode())(loot)


def _hs256_with_pem(loot: Loot) -> str:
    public = _private(loot.key.pem()).public_key()
    return _hs256(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))(loot)


def _unsigned(alg: str) -> Callable[[Loot], str]:
    return lambda loot: f"{_part(loot.header | {'alg': alg})}.{_part(loot.claims)}."


def _rs256(loot: Loot) -> str:
    pem = rsa.generate_private_key(65537, 2048).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    return jwt.encode(loot.claims, pem, "RS256", headers={"kid": loot.key.kid})


def _attacker_brings(member: str) -> Callable[[Loot], str]:
    """A token that another key has signed, and that says where to find it or brings it along."""

    def forge(loot: Loot) -> str:
        attacker = SigningKey.generate()
        brought = {
            "jwk": attacker.jwks()["keys"][0],
            "jku": "https://attacker.example/.well-known/jwks.json",
            "x5u": "https://attacker.example/certificate.pem",
            "kid": attacker.kid,
        }
        header = loot.header | {member: brought[member]}
        return _signed(_private(attacker.pem()), header, loot.claims)

    return forge


def _other_header(**members: Any) -> Callable[[Loot], str]:
    """A real token under an altered header."""

    def forge(loot: Loot) -> str:
        _, body, signature = loot.token.split(".")
        return f"{_part(loot.header | members)}.{body}.{signature}"

    return forge


def _other_claims(loot: Loot) -> str:
    header, _, signature = loot.token.split(".")
    return f"{header}.{_part(loot.claims | {'exp': loot.claims['exp'] + 3600})}.{signature}"


def _swapped_payload(loot: Loot) -> str:
    header, _, signature = loot.token.split(".")
    return f"{header}.{loot.stranger.split('.')[1]}.{signature}"


def _signature(change: Callable[[bytes], bytes]) -> Callable[[Loot], str]:
    def forge(loot: Loot) -> str:
        signed, _, signature = loot.token.rpartition(".")
        return f"{signed}.{_text(change(_bytes(signature)))}"

    return forge


def _ours(changes: dict[str, Any] | None = None, **header: Any) -> Callable[[Loot], str]:
    return lambda loot: loot.ours(changes, **header)


def _in(name: str, seconds: int) -> Callable[[Loot], str]:
    return lambda loot: loot.ours({name: loot.claims["iat"] + seconds})


FORGERIES: dict[str, tuple[Callable[[Loot], str], str]] = {
    # What is no token
    "garbage": (lambda _: "garbage", MALFORMED),
    "three letters": (lambda _: "a.b.c", MALFORMED),
    "latin-1": (lambda _: "\xff\xfe.\xe9.\xe8", MALFORMED),
    "five parts": (lambda loot: f"{loot.token}.a.b", MALFORMED),
    "claims that are no JSON": (lambda loot: f"{loot.token.partition('.')[0]}.bm90IGpzb24.AAAA", SIGNATURE),
    "a refresh token": (lambda loot: loot.refresh_token, MALFORMED),
    # Algorithms
    "alg none": (_unsigned("none"), ALGORITHM),
    "alg None": (_unsigned("None"), ALGORITHM),
    "alg nOnE": (_unsigned("nOnE"), ALGORITHM),
    "no alg": (_other_header(alg=None), ALGORITHM),
    "alg is a list": (_other_header(alg=["ES256"]), ALGORITHM),
    "HS256 with the public key as JWK": (_hs256_with_jwk, ALGORITHM),
    "HS256 with the public key as PEM": (_hs256_with_pem, ALGORITHM),
    "HS256 with an empty secret": (_hs256(b""), ALGORITHM),
    "RS256 with another key": (_rs256, ALGORITHM),
    "ES384": (_other_header(alg="ES384"), ALGORITHM),
    # Keys
    "another key under our key id": (
        lambda loot: _signed(_private(SigningKey.generate().pem()), loot.header, loot.claims),
        SIGNATURE,
    ),
    "another key and its id": (_attacker_brings("kid"), SIGNATURE),
    "jwk": (_attacker_brings("jwk"), SIGNATURE),
    "jku": (_attacker_brings("jku"), SIGNATURE),
    "x5u": (_attacker_brings("x5u"), SIGNATURE),
    "a foreign key id": (_ours(kid="../../dev/null"), MALFORMED),
    "a key id that is no text": (_ours(kid=7), MALFORMED),
    "no key id": (_ours(kid=None), MALFORMED),
    # Signatures
    "no signature": (_signature(lambda _: b""), SIGNATURE),
    "a truncated signature": (_signature(lambda real: real[:-1]), SIGNATURE),
    "half a signature": (_signature(lambda real: real[:32]), SIGNATURE),
    "a longer signature": (_signature(lambda real: real + b"\0"), SIGNATURE),
    "zeros (CVE-2022-21449)": (_signature(lambda _: bytes(64)), SIGNATURE),
    "altered claims": (_other_claims, SIGNATURE),
    "another token's claims": (_swapped_payload, SIGNATURE),
    "an altered header": (_other_header(typ="at+jwt"), SIGNATURE),
    # Extensions that must be understood (RFC 7515 §4.1.11)
    "crit": (_ours(crit=["exp2"], exp2=1), MALFORMED),
    "an empty crit": (_ours(crit=[]), MALFORMED),
    "unencoded payload": (_ours(crit=["b64"], b64=False), MALFORMED),
    # Claims: whom and where it is for
    "another audience": (_ours({"aud": "others"}), ELSEWHERE),
    "an audience in another case": (_ours({"aud": "WEBDEV-CERTS-API"}), ELSEWHERE),
    "no audience": (_ours({"aud": None}), MALFORMED),
    "another issuer": (_ours({"iss": "https://other.example"}), ELSEWHERE),
    "an issuer that ours begins": (lambda loot: loot.ours({"iss": f"{loot.claims['iss']}.evil"}), ELSEWHERE),
    "no issuer": (_ours({"iss": None}), MALFORMED),
    "no subject": (_ours({"sub": None}), MALFORMED),
    "a subject that is no id": (_ours({"sub": "admin"}), MALFORMED),
    "a subject that is a number": (_ours({"sub": 1}), MALFORMED),
    "a subject that is a list": (lambda loot: loot.ours({"sub": [loot.claims["sub"]]}), MALFORMED),
    "no session": (_ours({"sid": None}), MALFORMED),
    "a session that is no id": (_ours({"sid": {}}), MALFORMED),
    # Claims: when it is valid
    "no expiry": (_ours({"exp": None}), MALFORMED),
    "an expiry in words": (_ours({"exp": "tomorrow"}), MALFORMED),
    "an expiry as text": (lambda loot: loot.ours({"exp": str(loot.claims["exp"])}), MALFORMED),
    "an expiry that is true": (_ours({"exp": True}), MALFORMED),
    "an expiry that is no number": (_ours({"exp": float("nan")}), MALFORMED),
    "an expiry that never comes": (_ours({"exp": float("inf")}), MALFORMED),
    "not yet valid": (_in("nbf", 60), EARLY),
    "not valid before a text": (_ours({"nbf": "now"}), MALFORMED),
    "issued in the future": (_in("iat", 60), EARLY),
    "no issue time": (_ours({"iat": None}), MALFORMED),
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


@pytest.mark.parametrize("kind", FORGERIES)
async def test_a_forged_token_is_refused(api: httpx.AsyncClient, loot: Loot, kind: str):
    forge, message = FORGERIES[kind]
    for route in ROUTES:
        # Twice, because tokens that were found good are remembered.
        for _ in range(2):
            response = await ask(api, route, forge(loot))
            assert problem(response, 401, "invalid_token")["detail"] == message
            assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("route", ROUTES)
async def test_the_tools_of_this_matrix_make_good_tokens(
    api: httpx.AsyncClient, loot: Loot, route: tuple[str, str]
):
    """Otherwise everything above could be refused for one and the same wrong reason."""
    for token in (loot.token, loot.ours(), loot.ours({"nbf": loot.claims["iat"]}), loot.ours(typ=None)):
        assert (await ask(api, route, token)).status_code == 200


@pytest.mark.parametrize("route", ROUTES)
async def test_clocks_may_differ_by_a_little(api: httpx.AsyncClient, loot: Loot, route: tuple[str, str]):
    for claim in ("iat", "nbf"):
        assert (await ask(api, route, _in(claim, 30)(loot))).status_code == 200


@pytest.mark.parametrize("route", ROUTES)
async def test_an_expired_token_says_so(
    api: httpx.AsyncClient, clock: FakeClock, loot: Loot, route: tuple[str, str]
):
    assert (await ask(api, route, loot.token)).status_code == 200
    clock.advance(minutes=15)
    body = problem(await ask(api, route, loot.token), 401, "token_expired")
    assert body["detail"] == "The access token has expired."
    # Whoever has our key is not asked about the time first: a forgery stays one.
    assert problem(await ask(api, route, _other_claims(loot)), 401, "invalid_token")["detail"] == SIGNATURE


async def test_a_session_belongs_to_one_person(api: httpx.AsyncClient, loot: Loot):
    other: Account = await register(api)
    response = await ask(api, ("POST", "/api/auth/verify"), loot.ours({"sub": other.user["id"]}))
    problem(response, 401, "session_ended")
