"""Proofs of the cryptosuite `eddsa-rdfc-2022` (W3C, Data Integrity EdDSA Cryptosuites 1.0, §3.2)."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any

import base58
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from webdev_certs.server.gateways.json_ld import Canonicalizer, UnsafeDocument

CRYPTOSUITE = "eddsa-rdfc-2022"
_SIGNATURE_BYTES = 64
_DATE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII)


class InvalidProof(Exception):
    """A document has no proof, or one that does not fit it."""


class NoProof(InvalidProof):
    """A document has no proof of any kind."""


class UnknownProof(InvalidProof):
    """A document has proofs, but not exactly one of this cryptosuite."""


def add_proof(
    canonicalizer: Canonicalizer,
    document: Mapping[str, Any],
    key: Ed25519PrivateKey,
    *,
    verification_method: str,
    created: str,
) -> dict[str, Any]:
    """Return the document with a proof.

    Args:
        canonicalizer: Knows the document's contexts.
        document: A JSON-LD document without a proof.
        key: Signs.
        verification_method: The URL under which the public key is found.
        created: An XML Schema `dateTime`.

    Raises:
        UnsafeDocument: The proof would not cover the whole document.
    """
    proof = {
        "type": "DataIntegrityProof",
        "cryptosuite": CRYPTOSUITE,
        "created": created,
        "verificationMethod": verification_method,
        "proofPurpose": "assertionMethod",
    }
    signature = key.sign(_hash_data(canonicalizer, document, proof))
    return {**document, "proof": {**proof, "proofValue": "z" + base58.b58encode(signature).decode()}}


def read_proof(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the document's proof, without verifying it.

    Others may have added proofs of their own in a list: each covers the document without all of them.

    Raises:
        InvalidProof: There is not exactly one of this cryptosuite (`NoProof` or `UnknownProof`), or it is not
            for assertions.
    """
    found = document.get("proof")
    proofs = found if isinstance(found, list) else [found]
    if not any(proofs):
        raise NoProof("there is no proof")
    known = [
        proof
        for proof in proofs
        if isinstance(proof, Mapping)
        and (proof.get("type"), proof.get("cryptosuite")) == ("DataIntegrityProof", CRYPTOSUITE)
        # A proof that also covers other proofs.
        and "previousProof" not in proof
    ]
    if len(known) != 1:
        raise UnknownProof("there is not exactly one proof of this kind")
    proof = known[0]
    if proof.get("proofPurpose") != "assertionMethod":
        raise InvalidProof("the proof is for another purpose")
    created = proof.get("created")
    if created is not None and not (isinstance(created, str) and _DATE_TIME.fullmatch(created)):
        raise InvalidProof("the time of the proof is not valid")
    if not isinstance(proof.get("verificationMethod"), str):
        raise InvalidProof("the proof names no key")
    return proof


def verify_proof(canonicalizer: Canonicalizer, document: Mapping[str, Any], key: Ed25519PublicKey) -> None:
    """Verify that the holder of the key signed this document.

    Does not check whose key it is, nor any time.

    Raises:
        InvalidProof: As `read_proof`; or the signature is not by this key over this document.
        UnsafeDocument: No proof could cover the whole document.
    """
    proof = dict(read_proof(document))
    signature = _signature(proof.pop("proofValue", None))
    unsecured = {name: value for name, value in document.items() if name != "proof"}
    if "@context" in proof:
        raise UnsafeDocument("a context inside the proof")
    try:
        key.verify(signature, _hash_data(canonicalizer, unsecured, proof))
    except InvalidSignature:
        raise InvalidProof("the signature does not fit") from None


def _hash_data(canonicalizer: Canonicalizer, document: Mapping[str, Any], proof: Mapping[str, Any]) -> bytes:
    """Return what is signed (§3.2.4): the hash of the proof's options, then the hash of the document."""
    options = {"@context": document.get("@context"), **proof}
    return b"".join(
        hashlib.sha256(canonicalizer.canonicalize(part).encode()).digest() for part in (options, document)
    )


def _signature(value: object) -> bytes:
    """Decode the proof's value: `z` for base58btc, then the signature."""
    # Decoding takes quadratic time, so the length is limited.
    if not isinstance(value, str) or not value.startswith("z") or len(value) > 2 * _SIGNATURE_BYTES:
        raise InvalidProof("the signature is not in base58btc")
    try:
        signature = base58.b58decode(value[1:])
    except ValueError:
        raise InvalidProof("the signature is not in base58btc") from None
    if len(signature) != _SIGNATURE_BYTES:
        raise InvalidProof("the signature has another length")
    return signature
