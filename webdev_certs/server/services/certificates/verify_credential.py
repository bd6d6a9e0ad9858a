"""Verify a credential that somebody presents, instead of a number."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import jwt

from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.gateways import vc_jwt
from webdev_certs.server.gateways.data_integrity import InvalidProof, NoProof, read_proof
from webdev_certs.server.gateways.json_ld import UnsafeDocument
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.issuer_keys import RevokedKey, find_public_keys
from webdev_certs.shared.translation import _

_PRESENTATION = "VerifiablePresentation"
_ENVELOPED = "EnvelopedVerifiableCredential"
_TOKEN_URL = "data:application/vc+jwt,"


async def verify_credential(database: Database, issuer: CredentialIssuer, content: bytes, caller: str) -> str:
    """Verify that this issuer signed a credential, and return the certificate number in it.

    Only the signature is verified; the certificate's record says whether it is still valid.

    Args:
        database: Has the issuer's public keys. No connection is held while the credential waits its turn.
        issuer: Verifies the signature.
        content: The credential as JSON or as VC-JWT.
        caller: The caller's network; networks take turns.

    Raises:
        InvalidInput: As `presented`; `credential_foreign` if another issuer issued it, `credential_unsigned`,
            `credential_key_revoked`, or `credential_altered` if the signature does not match.
    """
    text = presented(content)
    try:
        verify = _verify_document if text.startswith("{") else _verify_token
        return _certificate_number(await verify(database, issuer, text, caller))
    except UnsafeDocument:
        raise unreadable() from None
    except RevokedKey:
        raise _key_revoked() from None
    except NoProof:
        raise unsigned() from None
    except (InvalidProof, vc_jwt.InvalidToken):
        raise altered() from None


def presented(content: bytes) -> str:
    """Return a credential as JSON or JWT; the one inside, if a wallet has wrapped it in a presentation.

    The presentation's own proof says who presents it, which is not checked.

    Raises:
        InvalidInput: `credential_unreadable`, or `credential_several` if there are several inside.
    """
    try:
        text = content.decode().strip()
    except UnicodeDecodeError:
        raise unreadable() from None
    if not text.startswith("{"):
        claims = unverified_claims(text)
        # Version 1 of the data model has the presentation in a claim of its own.
        inside = claims if _PRESENTATION in texts(claims.get("type")) else claims.get("vp")
        return _inside(inside) if isinstance(inside, Mapping) else text
    document = parse_document(text)
    if _ENVELOPED in texts(document.get("type")):
        return _enveloped(document)
    return _inside(document) if _PRESENTATION in texts(document.get("type")) else text


def _inside(presentation: Mapping[str, Any]) -> str:
    found = presentation.get("verifiableCredential")
    credentials = found if isinstance(found, list) else [found]
    if len(credentials) > 1:
        raise InvalidInput(
            "credential_several",
            _("This presentation contains several credentials. Verify them one at a time."),
        )
    (credential,) = credentials or [None]
    if isinstance(credential, str):
        return credential
    if not isinstance(credential, Mapping):
        raise unreadable()
    if _ENVELOPED in texts(credential.get("type")):
        return _enveloped(credential)
    return json.dumps(credential, ensure_ascii=False)


def _enveloped(credential: Mapping[str, Any]) -> str:
    """Return the token in a `data:` URL (Verifiable Credentials Data Model 2.0, §4.13)."""
    url = credential.get("id")
    if not isinstance(url, str) or not url.startswith(_TOKEN_URL):
        raise unreadable()
    return url.removeprefix(_TOKEN_URL)


def unverified_claims(token: str) -> dict[str, Any]:
    """Return the content of a token, without verifying anything.

    Raises:
        InvalidInput: `credential_unreadable`.
    """
    try:
        return encodable(jwt.decode(token, options={"verify_signature": False}))
    except (jwt.InvalidTokenError, ValueError, RecursionError):
        raise unreadable() from None


def texts(value: object) -> list[str]:
    """Return the texts in a value that may be one or a list, as `type`."""
    return [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]


def parse_document(text: str) -> dict[str, Any]:
    """Return a JSON document.

    Raises:
        InvalidInput: `credential_unreadable`.
    """
    try:
        return encodable(json.loads(text, object_pairs_hook=_without_duplicates))
    except (ValueError, RecursionError):
        raise unreadable() from None


def encodable(document: dict[str, Any]) -> dict[str, Any]:
    r"""Return the document if it can be written again: JSON can name half of a surrogate pair, as `"\ud800"`.

    Raises:
        ValueError, RecursionError: It cannot.
    """
    json.dumps(document, ensure_ascii=False).encode()
    return document


def issuer_id(document: Mapping[str, Any]) -> str:
    """Return the identifier of the issuer that a document names; empty for an issuer without one.

    Raises:
        InvalidInput: `credential_unreadable`: it names none.
    """
    named = document.get("issuer")
    if isinstance(named, Mapping):
        found = named.get("id")
        return found if isinstance(found, str) else ""
    if not isinstance(named, str):
        raise unreadable()
    return named


async def _verify_document(
    database: Database, issuer: CredentialIssuer, text: str, caller: str
) -> Mapping[str, Any]:
    document = parse_document(text)
    origin = issuer.origins.get(issuer_id(document))
    if origin is None:
        raise _foreign()
    key_id = read_proof(document)["verificationMethod"]
    async with database.transaction() as db:
        public = await find_public_keys(db, origin, key_id)
    if public is None:
        raise InvalidProof("the proof names a key that this issuer never had")
    await issuer.verify_document(document, public, caller)
    return document


async def _verify_token(
    database: Database, issuer: CredentialIssuer, token: str, caller: str
) -> Mapping[str, Any]:
    try:
        key_id = vc_jwt.read_key_id(token)
    except vc_jwt.InvalidToken:
        raise unreadable() from None
    signer = key_id.partition("#")[0]
    if signer not in issuer.origins:
        raise _foreign()
    async with database.transaction() as db:
        public = await find_public_keys(db, issuer.origins[signer], key_id, for_tokens=True)
    if public is None:
        raise _foreign()
    document = await issuer.verify_token(token, public, caller)
    if issuer_id(document) != signer:
        raise _foreign()
    return document


def _without_duplicates(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    # JSON readers differ in which of two values with the same name they use.
    if len({name for name, _value in pairs}) < len(pairs):
        raise ValueError("a name occurs twice")
    return dict(pairs)


def _certificate_number(document: Mapping[str, Any]) -> str:
    found = document.get("credentialSubject")
    subject = found[0] if isinstance(found, list) and len(found) == 1 else found
    number = subject.get("licenseNumber") if isinstance(subject, Mapping) else None
    if not isinstance(number, str):
        raise unreadable()
    return number


def unreadable() -> InvalidInput:
    """Return the error for a document that is not a credential."""
    return InvalidInput("credential_unreadable", _("We can’t read this credential."))


def unsigned() -> InvalidInput:
    """Return the error for a credential of this issuer without any signature."""
    message = _("This credential isn’t signed, so anyone could have written it.")
    return InvalidInput("credential_unsigned", message)


def altered() -> InvalidInput:
    """Return the error for a signature that does not match."""
    message = _("The signature doesn’t match. This credential was changed, or someone else signed it.")
    return InvalidInput("credential_altered", message)


def _key_revoked() -> InvalidInput:
    message = _(
        "The key behind this signature was revoked. Verify the number, or ask the holder for a new file."
    )
    return InvalidInput("credential_key_revoked", message)


def _foreign() -> InvalidInput:
    return InvalidInput("credential_foreign", _("Someone else issued this credential."))
