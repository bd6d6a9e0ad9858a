"""The W3C's test vectors of `eddsa-rdfc-2022`, and 1EdTech's JSON schema of Open Badges 3.0."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import base58
import jsonschema_rs
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.contract.badges.packages import published_data
from tests.contract.programs import Unavailable, skip_unless_required
from tests.unit.server.gateways.test_data_integrity import badge, signed
from webdev_certs.server.gateways.credential_keys import PublicKeys
from webdev_certs.server.gateways.data_integrity import InvalidProof, add_proof, verify_proof
from webdev_certs.server.gateways.json_ld import Canonicalizer, UnsafeDocument, known_contexts

Document = dict[str, Any]


@pytest.fixture(scope="module")
def folder() -> Path:
    try:
        return published_data()
    except Unavailable as reason:
        skip_unless_required("openbadgeslib", reason)


@pytest.fixture(scope="module")
def vectors(folder: Path) -> Mapping[str, Any]:
    return {path.stem: json.loads(path.read_text()) for path in (folder / "vc_di_eddsa").glob("*.json")}


@pytest.fixture(scope="module")
def canonicalizer(vectors: Mapping[str, Any]) -> Canonicalizer:
    example = "https://www.w3.org/ns/credentials/examples/v2"
    return Canonicalizer({**known_contexts(), example: vectors["credentials-examples-v2"]})


@pytest.fixture(scope="module")
def keys(vectors: Mapping[str, Any]) -> PublicKeys:
    return PublicKeys(vectors["key-pair"]["publicKeyMultibase"], "")


def test_the_w3cs_vector_is_verified(
    vectors: Mapping[str, Any], canonicalizer: Canonicalizer, keys: PublicKeys
):
    verify_proof(canonicalizer, vectors["signed-credential"], keys.ed25519_key())


def test_the_w3cs_vector_is_signed_to_the_same_bytes(
    vectors: Mapping[str, Any], canonicalizer: Canonicalizer
):
    expected = dict(vectors["signed-credential"])
    document = {name: value for name, value in expected.items() if name != "proof"}
    secret = base58.b58decode(vectors["key-pair"]["privateKeyMultibase"][1:]).removeprefix(b"\x80\x26")
    proof = expected["proof"]
    assert expected == add_proof(
        canonicalizer,
        document,
        Ed25519PrivateKey.from_private_bytes(secret),
        verification_method=proof["verificationMethod"],
        created=proof["created"],
    )


def test_any_change_of_the_w3cs_vector_is_refused(
    vectors: Mapping[str, Any], canonicalizer: Canonicalizer, keys: PublicKeys
):
    good: Document = vectors["signed-credential"]
    proof = good["proof"]
    changed = [
        *(
            {**good, name: "https://example.com/changed"}
            for name in good
            if name not in ("proof", "@context")
        ),
        *({name: value for name, value in good.items() if name != left_out} for left_out in good),
        *({**good, "proof": {**proof, name: value + "x"}} for name, value in proof.items()),
        *(
            {**good, "proof": {name: value for name, value in proof.items() if name != left_out}}
            for left_out in proof
        ),
        {**good, "@context": good["@context"][:1]},
        {**good, "added": "https://example.com/added"},
    ]
    for document in changed:
        with pytest.raises((InvalidProof, UnsafeDocument)):
            verify_proof(canonicalizer, document, keys.ed25519_key())


def test_the_vectors_context_is_unknown_to_the_product(vectors: Mapping[str, Any], keys: PublicKeys):
    with pytest.raises(UnsafeDocument, match="unknown context"):
        verify_proof(Canonicalizer(), vectors["signed-credential"], keys.ed25519_key())


@pytest.mark.parametrize("name", ["Ada Lovelace", None])
def test_credentials_satisfy_the_official_schema(folder: Path, name: str | None):
    schema = json.loads((folder / "ob_schemas" / "ob_v3p0_achievementcredential_schema.json").read_text())
    validator = jsonschema_rs.validator_for(schema, validate_formats=True)
    for document in (badge(name), signed(badge(name))):
        # The schema describes one entry; the data model, and all verifiers, know several.
        for entry in document["credentialStatus"]:
            one = {**document, "credentialStatus": entry}
            assert [error.message for error in validator.iter_errors(one)] == []
    assert not validator.is_valid({**badge(), "validFrom": "yesterday"}), "the schema is in use"
