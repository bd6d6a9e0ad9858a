"""Verify an Open Badge from another issuer by its own proof. Nothing is fetched for it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import jwt

from webdev_certs.schemas.certificates import Check, ForeignBadge
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.gateways.badge_files import BadgeFile
from webdev_certs.server.gateways.credential_keys import key_of_did
from webdev_certs.server.gateways.data_integrity import CRYPTOSUITE, InvalidProof, read_proof
from webdev_certs.server.gateways.json_ld import UnknownContext, UnsafeDocument
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.verify_credential import (
    altered,
    encodable,
    issuer_id,
    parse_document,
    unreadable,
)
from webdev_certs.shared.translation import _

_BADGES = {"OpenBadgeCredential", "AchievementCredential"}
_MAX_SHOWN = 200
"""How many characters of a text by a stranger are shown."""


async def verify_foreign(
    issuer: CredentialIssuer, file: BadgeFile, now: datetime, caller: str
) -> tuple[ForeignBadge, list[Check]]:
    """Return what a badge says about itself, and which of that could be checked.

    A signature is checked if the key is in the proof itself (did:key with Ed25519). Keys of did:web and
    status lists are on servers of others, which are not asked.

    Args:
        issuer: Canonicalizes the document.
        file: Its credential is from another issuer.
        now: The present time.
        caller: The caller's network; networks take turns.

    Raises:
        InvalidInput: `credential_unreadable` if it is no Open Badge 3.0, `credential_altered`, or
            `context_unknown` if it uses a vocabulary that is not known here.
    """
    text = file.credential.decode().strip()
    document = parse_document(text) if text.startswith("{") else _unverified_claims(text)
    if not _BADGES & set(_texts(document.get("type"))):
        raise unreadable()
    if issuer_id(document) == issuer.did:
        # It names this issuer, but none of its keys: it was altered.
        raise altered()
    signature, signer = await _check_signature(issuer, document, caller)
    badge = _as_shown(document)
    return badge, [
        signature,
        signer,
        _check_expiry(badge, document, now),
        Check(
            name="status",
            result="not_checked",
            reason="list_not_fetched" if document.get("credentialStatus") else "no_status",
        ),
    ]


async def _check_signature(
    issuer: CredentialIssuer, document: Mapping[str, Any], caller: str
) -> tuple[Check, Check]:
    claimed = Check(name="issuer", result="not_checked", reason="claimed")
    proof = document.get("proof")
    if not isinstance(proof, Mapping) or proof.get("cryptosuite") != CRYPTOSUITE:
        return Check(name="signature", result="not_checked", reason="proof_not_known"), claimed
    try:
        found = key_of_did(read_proof(document)["verificationMethod"])
        if found is None:
            return Check(name="signature", result="not_checked", reason="key_not_fetched"), claimed
        signer, key = found
        await issuer.verify_foreign(document, key, caller)
    except InvalidProof:
        raise altered() from None
    except UnknownContext:
        raise InvalidInput(
            "context_unknown",
            _("This credential uses a vocabulary that is not known here, so it cannot be verified."),
        ) from None
    except UnsafeDocument:
        raise unreadable() from None
    is_issuer = signer == issuer_id(document)
    return Check(name="signature", result="passed", reason="issuers_key"), Check(
        name="issuer",
        result="passed" if is_issuer else "failed",
        reason="signer" if is_issuer else "not_signer",
    )


def _check_expiry(badge: ForeignBadge, document: Mapping[str, Any], now: datetime) -> Check:
    named = [document.get(name) for name in ("validFrom", "validUntil")]
    if any(text is not None and date is None for text, date in zip(named, _dates(badge), strict=True)):
        return Check(name="expiry", result="not_checked", reason="not_readable")
    if badge.valid_from and now < badge.valid_from:
        return Check(name="expiry", result="failed", reason="not_yet_valid")
    if badge.valid_until is None:
        return Check(name="expiry", result="passed", reason="no_expiry")
    if now >= badge.valid_until:
        return Check(name="expiry", result="failed", reason="expired")
    return Check(name="expiry", result="passed", reason="valid")


def _dates(badge: ForeignBadge) -> tuple[datetime | None, datetime | None]:
    return badge.valid_from, badge.valid_until


def _unverified_claims(token: str) -> dict[str, Any]:
    """Return the content of another issuer's token, which says where its key would have to be fetched."""
    try:
        claims = encodable(jwt.decode(token, options={"verify_signature": False}))
    except (jwt.InvalidTokenError, ValueError, RecursionError):
        raise unreadable() from None
    # Version 1 of the data model has the credential in a claim of its own.
    inside = claims.get("vc")
    return inside if isinstance(inside, dict) else claims


def _as_shown(document: Mapping[str, Any]) -> ForeignBadge:
    subject = document.get("credentialSubject")
    subject = subject[0] if isinstance(subject, list) and subject else subject
    achievement = subject.get("achievement") if isinstance(subject, Mapping) else None
    named = document.get("issuer")
    return ForeignBadge(
        title=_name(achievement) or _name(document),
        issuer_id=issuer_id(document)[:_MAX_SHOWN],
        issuer_name=_name(named),
        valid_from=_moment(document.get("validFrom")),
        valid_until=_moment(document.get("validUntil")),
    )


def _name(thing: object) -> str:
    name = thing.get("name") if isinstance(thing, Mapping) else None
    return name[:_MAX_SHOWN] if isinstance(name, str) else ""


def _texts(value: object) -> list[str]:
    return [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]


def _moment(text: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return moment.replace(tzinfo=moment.tzinfo or UTC) if moment else None
