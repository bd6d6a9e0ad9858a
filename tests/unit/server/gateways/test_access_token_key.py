"""The signing key: where it comes from, what it signs, and which tokens it refuses."""

import base64
import hashlib
import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from webdev_certs.server.gateways.access_token_key import SigningKey

CLAIMS = {"iss": "https://certs.example", "aud": "us", "sub": "someone"}


def test_decoding_returns_the_signed_claims():
    key = SigningKey.generate()
    assert key.decode(key.sign(CLAIMS), audience="us", issuer="https://certs.example") == CLAIMS


def test_claims_cannot_be_changed_for_the_next_reader():
    key = SigningKey.generate()
    claims = key.decode(key.sign(CLAIMS), audience="us", issuer="https://certs.example")
    with pytest.raises(TypeError):
        claims["sub"] = "someone else"  # pyright: ignore[reportIndexIssue]


def test_a_known_token_is_still_refused_elsewhere():
    key = SigningKey.generate()
    token = key.sign(CLAIMS)
    key.decode(token, audience="us", issuer="https://certs.example")
    with pytest.raises(jwt.InvalidAudienceError):
        key.decode(token, audience="them", issuer="https://certs.example")
    with pytest.raises(jwt.InvalidIssuerError):
        key.decode(token, audience="us", issuer="https://other.example")
    with pytest.raises(jwt.MissingRequiredClaimError):
        key.decode(token, audience="us", issuer="https://certs.example", require=["sid"])


def test_a_pem_makes_the_same_key_even_on_one_line():
    key = SigningKey.generate()
    for written in (key.pem(), key.pem().replace("\n", "\\n"), f"\n{key.pem()}\n"):
        assert SigningKey.from_pem(written).kid == key.kid


def test_kid_is_the_thumbprint_of_rfc_7638():
    key = SigningKey.generate()
    (public,) = key.jwks()["keys"]
    members = {name: public[name] for name in ("crv", "kty", "x", "y")}
    canonical = json.dumps(members, separators=(",", ":"), sort_keys=True)
    digest = hashlib.sha256(canonical.encode()).digest()
    assert key.kid == public["kid"] == base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def test_jwks_holds_nothing_private():
    assert set(SigningKey.generate().jwks()["keys"][0]) == {"crv", "kty", "x", "y", "alg", "use", "kid"}


def _pem(key, encryption=None) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption or NoEncryption()).decode()


_KEY = ec.generate_private_key(ec.SECP256R1())
_PEM = _pem(_KEY)
_PUBLIC = _KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


@pytest.mark.parametrize(
    ("pem", "message"),
    [
        ("", "not an unencrypted PEM"),
        (_PEM.replace("PRIVATE", "PUBLIC"), "not an unencrypted PEM"),
        (_PEM[:-40], "not an unencrypted PEM"),
        (_PUBLIC, "not an unencrypted PEM"),
        ("-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----", "not an unencrypted PEM"),
        (_pem(_KEY, BestAvailableEncryption(b"x")), "not an unencrypted PEM"),
        (_pem(ec.generate_private_key(ec.SECP384R1())), "P-256"),
        (_pem(ec.generate_private_key(ec.SECP256K1())), "P-256"),
        (_pem(rsa.generate_private_key(65537, 2048)), "P-256"),
    ],
    ids=["empty", "renamed", "cut off", "public", "garbage", "encrypted", "P-384", "secp256k1", "RSA"],
)
def test_other_keys_are_refused_without_showing_them(pem: str, message: str):
    with pytest.raises(ValueError, match=message) as refusal:
        SigningKey.from_pem(pem)
    assert refusal.value.__cause__ is None
    assert not pem or pem not in str(refusal.value)


def test_the_development_key_is_made_once_and_readable_only_by_its_owner(tmp_path: Path):
    path = tmp_path / "data" / "signing-key.pem"
    key = SigningKey.load_or_create(path)
    assert SigningKey.load_or_create(path).kid == key.kid
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_simultaneously_started_processes_share_one_development_key(tmp_path: Path):
    path = tmp_path / "signing-key.pem"
    with ThreadPoolExecutor(8) as threads:
        keys = list(threads.map(lambda _: SigningKey.load_or_create(path).kid, range(8)))
    assert len(set(keys)) == 1
    assert list(tmp_path.iterdir()) == [path]
