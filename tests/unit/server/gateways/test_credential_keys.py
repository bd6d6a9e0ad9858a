"""The pairs of keys that sign credentials, and credentials as tokens."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import base58
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.server.gateways.test_data_integrity import badge
from webdev_certs.server.gateways import vc_jwt
from webdev_certs.server.gateways.credential_keys import CredentialKey

PAIR = CredentialKey.generate()
TOKEN = vc_jwt.sign(badge(), PAIR.p256, "did:web:certs.example#key-1-jwt")
BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ "


def pem(key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def test_a_pair_is_made_once_and_for_its_owner_alone(tmp_path: Path):
    path = tmp_path / "keys" / "1.pem"
    with ThreadPoolExecutor(8) as threads:
        pairs = list(threads.map(lambda _: CredentialKey.load_or_create(path), range(16)))
    assert len({pair.public() for pair in pairs}) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [file.name for file in path.parent.iterdir()] == ["1.pem"]


def test_a_pair_is_read_from_one_line():
    assert CredentialKey.from_pem(PAIR.pem().replace("\n", "\\n")).public() == PAIR.public()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        pem(PAIR.ed25519),
        pem(PAIR.p256),
        pem(PAIR.p256) + pem(PAIR.ed25519),
        pem(PAIR.ed25519) + pem(ec.generate_private_key(ec.SECP384R1())),
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n" * 2,
    ],
)
def test_anything_else_is_refused_without_being_shown(text: str):
    with pytest.raises(ValueError, match="credential key") as refused:
        CredentialKey.from_pem(text)
    assert "AAAA" not in str(refused.value)


def test_public_keys_are_multikeys():
    public = PAIR.public()
    assert public.ed25519.startswith("z6Mk")
    assert public.p256.startswith("zDn")
    assert base58.b58decode(public.ed25519[1:])[:2] == b"\xed\x01"
    assert public.ed25519_key() == PAIR.ed25519.public_key()
    assert public.p256_key() == PAIR.p256.public_key()
    assert {"kty", "crv", "x", "y", "alg", "use"} == public.p256_jwk().keys()


def test_a_token_is_read_with_its_key_alone():
    assert vc_jwt.verify(TOKEN, PAIR.p256.public_key())["name"] == "React Developer"
    assert vc_jwt.read_key_id(TOKEN) == "did:web:certs.example#key-1-jwt"
    with pytest.raises(vc_jwt.InvalidToken):
        vc_jwt.verify(TOKEN, CredentialKey.generate().p256.public_key())


@given(st.integers(0, len(TOKEN) - 1), st.sampled_from(BASE64URL))
def test_any_changed_character_of_a_token_is_noticed(position: int, character: str):
    changed = TOKEN[:position] + character + TOKEN[position + 1 :]
    if changed != TOKEN:
        with pytest.raises(vc_jwt.InvalidToken):
            vc_jwt.verify(changed, PAIR.p256.public_key())


def test_every_spelling_of_the_last_character_but_one_is_refused():
    # Its unused bits do not change the signature's bytes.
    for character in BASE64URL:
        if character != TOKEN[-1]:
            with pytest.raises(vc_jwt.InvalidToken):
                vc_jwt.verify(TOKEN[:-1] + character, PAIR.p256.public_key())


@pytest.mark.parametrize("token", ["", "a", "a.b", "a.b.c", "ä.ö.ü", "." * 10])
def test_what_is_no_token_names_no_key(token: str):
    with pytest.raises(vc_jwt.InvalidToken):
        vc_jwt.read_key_id(token)


def test_a_token_that_names_no_key_is_told_from_what_is_none():
    assert vc_jwt.read_key_id("e30.e30.e30") == ""
