"""Proofs of `eddsa-rdfc-2022`, and what cannot be proved. The W3C's vectors are in tests/contract/badges."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.open_badges import Achievement, Badge, Result, Terms, did_web, open_badge
from webdev_certs.server.gateways.data_integrity import InvalidProof, add_proof, verify_proof
from webdev_certs.server.gateways.json_ld import Canonicalizer, UnsafeDocument, known_contexts

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
CANONICALIZER = Canonicalizer()
ORIGIN = "https://certs.example"


def badge(name: str | None = "Ada Lovelace") -> dict[str, Any]:
    terms = Terms("React", "Summary", 500, 45, ("Hooks",), ("react.dev",))
    achievement = Achievement("react", "React Developer", terms)
    issued_at, expires_at = datetime(2026, 3, 2, 9, tzinfo=UTC), datetime(2028, 3, 2, 9, tzinfo=UTC)
    return open_badge(
        Badge(
            origin=ORIGIN,
            number="WDC-RE-7K3M-92QF-Z",
            holder_name=name,
            email="ada@example.com",
            salt="5a17",
            issued_at=issued_at,
            expires_at=expires_at,
            achievement=achievement,
            result=Result(700, 40, 500),
            status_list=1,
            status_index=77,
        )
    )


def signed(document: dict[str, Any]) -> dict[str, Any]:
    created = "2026-03-02T09:00:00Z"
    return add_proof(
        CANONICALIZER, document, KEY, verification_method=f"{did_web(ORIGIN)}#key-1", created=created
    )


SIGNED = signed(badge())
TEXT = json.dumps(SIGNED, separators=(",", ":"), ensure_ascii=False)


def verify(document: dict[str, Any]) -> None:
    verify_proof(CANONICALIZER, document, KEY.public_key())


@given(st.text(min_size=1, max_size=40).filter(lambda name: name.isprintable()))
def test_what_is_signed_is_verified(name: str):
    verify(json.loads(json.dumps(signed(badge(name)))))


def test_the_order_of_names_does_not_matter():
    verify(dict(reversed(SIGNED.items())))


@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_any_changed_character_is_noticed(position: int, character: str):
    changed = TEXT[:position] + character + TEXT[position + 1 :]
    try:
        document = json.loads(changed)
    except ValueError:
        return
    if document == SIGNED:
        return
    with pytest.raises((InvalidProof, UnsafeDocument)):
        verify(document)


@given(st.integers(0, len(TEXT) - 2))
def test_any_two_swapped_characters_are_noticed(position: int):
    left, right = TEXT[position], TEXT[position + 1]
    try:
        document = json.loads(TEXT[:position] + right + left + TEXT[position + 2 :])
    except ValueError:
        return
    if document == SIGNED:
        return
    with pytest.raises((InvalidProof, UnsafeDocument)):
        verify(document)


@pytest.mark.parametrize(
    "change",
    [
        {"type": "Ed25519Signature2020"},
        {"cryptosuite": "eddsa-jcs-2022"},
        {"proofPurpose": "authentication"},
        {"created": "yesterday"},
        {"created": "2026-03-02T09:00:01Z"},
        {"created": None},
        {"verificationMethod": f"{did_web(ORIGIN)}#key-2"},
        {"verificationMethod": 5},
        {"proofValue": None},
        {"proofValue": "u" + SIGNED["proof"]["proofValue"][1:]},
        {"proofValue": SIGNED["proof"]["proofValue"] + "1"},
        {"proofValue": "z1" + SIGNED["proof"]["proofValue"][1:]},
        {"proofValue": "z" + "0OIl"},
        {"proofValue": "z" + "2" * 100_000},
        {"expires": "2020-01-01T00:00:00Z"},
        {"@context": "https://www.w3.org/ns/credentials/v2"},
        {"unknown": "value"},
    ],
)
def test_any_changed_proof_is_refused(change: dict[str, Any]):
    with pytest.raises((InvalidProof, UnsafeDocument)):
        verify({**SIGNED, "proof": {**SIGNED["proof"], **change}})


@pytest.mark.parametrize("proof", [None, [], "x", [SIGNED["proof"], SIGNED["proof"]]])
def test_there_must_be_exactly_one_proof(proof: object):
    with pytest.raises(InvalidProof):
        verify({**SIGNED, "proof": proof})


def test_another_key_does_not_verify_it():
    with pytest.raises(InvalidProof):
        verify_proof(CANONICALIZER, SIGNED, Ed25519PrivateKey.generate().public_key())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"unknown": 1}, "undefined term"),
        ({"image": "relative"}, "full IRI"),
        ({"image": {"id": "_:blank", "type": "Image"}}, "full IRI"),
        ({"@graph": []}, "keyword"),
        ({"@context": {"@vocab": "https://example.com/"}}, "context inside"),
        ({"@context": ["https://www.w3.org/ns/credentials/v2", "https://example.com/c"]}, "unknown context"),
        ({"issuer": {"@context": "https://example.com/c", "id": "did:web:x"}}, "unknown context"),
        ({"name": [[[[[[[[[[[[[[[[[[[[[[[[[[["deep"]]]]]]]]]]]]]]]]]]]]]]]]]]]}, "too deeply"),
        ({"name": {"@value": "x"}}, "keyword"),
        ({"type": "Unknown"}, "undefined term"),
    ],
)
def test_what_a_proof_would_not_cover_cannot_be_signed(change: dict[str, Any], reason: str):
    with pytest.raises(UnsafeDocument, match=reason):
        signed({**badge(), **change})


def test_nodes_that_look_alike_are_bounded():
    alike = [{"type": ["Alignment"]}] * 9
    document = badge()
    document["credentialSubject"]["achievement"]["alignment"] = alike[:3]
    verify(signed(document))
    document["credentialSubject"]["achievement"]["alignment"] = alike
    with pytest.raises(UnsafeDocument, match="alike"):
        signed(document)


def test_contexts_are_those_that_were_published():
    assert set(known_contexts()) == set(badge()["@context"])


@pytest.mark.parametrize(
    ("origin", "did"),
    [
        ("https://certs.example", "did:web:certs.example"),
        ("http://localhost:8000", "did:web:localhost%3A8000"),
        ("https://certs.example:8443", "did:web:certs.example%3A8443"),
    ],
)
def test_a_port_is_part_of_the_issuers_identifier(origin: str, did: str):
    assert did_web(origin) == did
