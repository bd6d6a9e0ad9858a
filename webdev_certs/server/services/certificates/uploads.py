"""Verify a credential that somebody presents, instead of a number."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.gateways import vc_jwt
from webdev_certs.server.gateways.data_integrity import InvalidProof, read_proof
from webdev_certs.server.gateways.json_ld import UnsafeDocument
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.issuer_keys import find_public_keys


async def read_credential(db: AsyncSession, issuer: CredentialIssuer, content: bytes) -> str:
    """Return the certificate number in a credential, after verifying that this issuer signed it.

    Only the signature is verified: whether the certificate is still valid, its records say.

    Args:
        db: The transaction.
        issuer: Verifies the signature.
        content: The credential as JSON or as VC-JWT.

    Raises:
        InvalidInput: `credential_unreadable`, `credential_foreign` if somebody else issued it, or
            `credential_altered` if the signature does not fit.
    """
    try:
        text = content.decode().strip()
        read = _read_document if text.startswith("{") else _read_token
        return _certificate_number(await read(db, issuer, text))
    except (UnicodeDecodeError, UnsafeDocument):
        raise _unreadable() from None
    except (InvalidProof, vc_jwt.InvalidToken):
        message = "The signature does not fit. This credential was altered, or somebody else signed it."
        raise InvalidInput("credential_altered", message) from None


async def _read_document(db: AsyncSession, issuer: CredentialIssuer, text: str) -> Mapping[str, Any]:
    try:
        document = json.loads(text, object_pairs_hook=_without_duplicates)
    except (ValueError, RecursionError):
        raise _unreadable() from None
    _check_issuer(document, issuer)
    public = await find_public_keys(db, issuer.origin, read_proof(document)["verificationMethod"])
    if public is None:
        raise InvalidProof("the proof names a key that never was ours")
    await issuer.verify_document(document, public)
    return document


async def _read_token(db: AsyncSession, issuer: CredentialIssuer, token: str) -> Mapping[str, Any]:
    try:
        key_id = vc_jwt.read_key_id(token)
    except vc_jwt.InvalidToken:
        raise _unreadable() from None
    public = await find_public_keys(db, issuer.origin, key_id, for_tokens=True)
    if public is None:
        raise _foreign()
    document = await issuer.verify_token(token, public)
    _check_issuer(document, issuer)
    return document


def _without_duplicates(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    # Readers differ in which of two values they take.
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a name occurs twice")
    return dict(pairs)


def _check_issuer(document: Mapping[str, Any], issuer: CredentialIssuer) -> None:
    named = document.get("issuer")
    if not isinstance(named, Mapping | str):
        raise _unreadable()
    if (named if isinstance(named, str) else named.get("id")) != issuer.did:
        raise _foreign()


def _certificate_number(document: Mapping[str, Any]) -> str:
    subject = document.get("credentialSubject")
    number = subject.get("licenseNumber") if isinstance(subject, Mapping) else None
    if not isinstance(number, str):
        raise _unreadable()
    return number


def _unreadable() -> InvalidInput:
    return InvalidInput("credential_unreadable", "This is not a credential that can be read here.")


def _foreign() -> InvalidInput:
    return InvalidInput("credential_foreign", "This credential was issued by someone else.")
