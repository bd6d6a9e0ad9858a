"""Verify an uploaded file: a certificate of this product, or an Open Badge from another issuer.

A foreign badge is verified by its own proof. Nothing is fetched for it.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from webdev_certs.schemas.certificates import Check, FileVerification, ForeignBadge, Verification
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.errors import InvalidInput, InvalidInputCode
from webdev_certs.server.gateways.badge_files import BadgeFile, FileFault, UnreadableFile, read_badge_file
from webdev_certs.server.gateways.credential_keys import key_of_did
from webdev_certs.server.gateways.data_integrity import InvalidProof, NoProof, UnknownProof, read_proof
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.gateways.json_ld import MOVING_CONTEXT, UnknownContext, UnsafeDocument
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.verify_credential import (
    altered,
    issuer_id,
    parse_document,
    presented,
    texts,
    unreadable,
    unverified_claims,
    verify_credential,
)
from webdev_certs.server.services.certificates.verify_number import PublishedCertificates, verify_certificate
from webdev_certs.shared.translation import N_, _

_QUEUE = 12
_FAULTS: Mapping[FileFault, tuple[InvalidInputCode, str]] = {
    "unreadable": (
        "file_unreadable",
        N_("This isn’t a photo or a PDF, PNG, SVG, JSON or JWT file, or the file is damaged."),
    ),
    "encrypted": (
        "file_encrypted",
        N_("This PDF has a password. Save it without one, or verify the certificate’s number."),
    ),
    "empty": (
        "file_empty",
        N_("This file contains no credential and no readable QR code. Verify the number instead."),
    ),
    "several": ("file_several", N_("This file contains several credentials. Verify them one at a time.")),
    "too_complex": (
        "file_too_complex",
        N_("Reading this file would take too much time or memory. Verify the certificate’s number instead."),
    ),
    "unsafe": (
        "file_unsafe",
        N_("This picture contains a script or other parts that no certificate has."),
    ),
}


_BADGES = {"OpenBadgeCredential", "AchievementCredential"}
_MAX_SHOWN = 200
"""How many characters of a text by a stranger are shown."""


class FileVerifier:
    """Verifies uploaded files, one after the other, each in a process with limits of its own."""

    def __init__(
        self,
        database: Database,
        issuer: CredentialIssuer,
        published: PublishedCertificates,
        *,
        queue: int = _QUEUE,
    ) -> None:
        """Set up the queue; the first file starts its thread.

        Args:
            database: Has the issuer's public keys.
            issuer: Verifies signatures.
            published: Finds certificates.
            queue: How many files may wait.
        """
        self._database = database
        self._issuer = issuer
        self._published = published
        self._workers = FairWorkers(
            1,
            queue=queue,
            name="upload",
            refusal=N_("A lot of files are being verified right now. Try again in a few seconds."),
        )

    async def verify(self, content: bytes, bank: Bank, now: datetime, *, caller: str) -> FileVerification:
        """Verify the file and return the result.

        Args:
            content: The file.
            bank: The question bank, for names.
            now: The current time.
            caller: The caller's network; networks take turns.

        Raises:
            NotFound: `certificate_unknown`: the QR code of a photo has a number that no certificate has.
            InvalidInput: `file_…`: it has no credential that can be verified; else as `verify_credential`;
                or `context_unknown` if another issuer's badge uses a vocabulary that is not known here.
            Overloaded: `busy`: too many are waiting.
        """
        file = await self._read(content, caller)
        if file.kind == "photo":
            found = await verify_certificate(self._published, bank, now, self._number_of(file.credential))
            return FileVerification(
                kind="photo", checks=_photo_checks(found, now), certificate=found, badge=None, checked_at=now
            )
        try:
            number = await verify_credential(self._database, self._issuer, file.credential, caller)
        except InvalidInput as refusal:
            if refusal.code != "credential_foreign":
                raise
            badge, checks = await _verify_foreign(self._issuer, presented(file.credential), now, caller)
            return FileVerification(
                kind=file.kind, checks=checks, certificate=None, badge=badge, checked_at=now
            )
        found = await verify_certificate(self._published, bank, now, number)
        return FileVerification(
            kind=file.kind, checks=_own_checks(found, now), certificate=found, badge=None, checked_at=now
        )

    def _number_of(self, code: bytes) -> str:
        """Return the certificate number that a QR code leads to.

        Raises:
            InvalidInput: `file_qr_foreign`: it leads elsewhere, which a forged certificate would do; or
                `certificate_mistyped`.
        """
        try:
            url = urlsplit(code.decode(errors="replace"))
        except ValueError:
            # Such as `http://[`, which only begins like a URL.
            url = urlsplit("")
        found = re.fullmatch(r"(?:/[a-z]{2})?/verify/([^/]{1,40})", url.path)
        if found is None or f"{url.scheme}://{url.netloc}" not in self._issuer.origins.values():
            raise InvalidInput(
                "file_qr_foreign",
                _("The QR code in this picture doesn’t lead to this site. Don’t rely on it."),
            )
        return parse_number(found[1])

    def close(self) -> None:
        """End the thread once it is idle."""
        self._workers.close()

    async def _read(self, content: bytes, caller: str) -> BadgeFile:
        try:
            return await self._workers.run(caller, read_badge_file, content)
        except UnreadableFile as error:
            code, message = _FAULTS[error.fault]
            raise InvalidInput(code, _(message)) from None


def _own_checks(found: Verification, now: datetime) -> list[Check]:
    return [Check(name="signature", result="passed", reason="our_key"), *_record_checks(found, now)]


def _photo_checks(found: Verification, now: datetime) -> list[Check]:
    return [Check(name="signature", result="not_checked", reason="photo"), *_record_checks(found, now)]


def _record_checks(found: Verification, now: datetime) -> list[Check]:
    in_time = now < found.expires_at
    return [
        Check(name="issuer", result="passed", reason="us"),
        Check(
            name="expiry",
            result="passed" if in_time else "failed",
            reason="valid" if in_time else "expired",
        ),
        Check(name="status", result="passed", reason="current")
        if found.status in ("valid", "expired")
        else Check(name="status", result="failed", reason=found.status),
    ]


async def _verify_foreign(
    issuer: CredentialIssuer, text: str, now: datetime, caller: str
) -> tuple[ForeignBadge, list[Check]]:
    """Return what a badge says about itself, and which of that could be checked.

    A signature is checked if the key is in the proof itself (did:key with Ed25519). Keys of did:web and
    status lists are on servers of others, which are not asked.

    Args:
        issuer: Canonicalizes the document.
        text: The credential of another issuer.
        now: The current time.
        caller: The caller's network; networks take turns.

    Raises:
        InvalidInput: `credential_unreadable` if it is no Open Badge 3.0, `credential_altered`, or
            `context_unknown` if it uses a vocabulary that is not known here.
    """
    document = parse_document(text) if text.startswith("{") else _credential_in(unverified_claims(text))
    if not _BADGES & set(texts(document.get("type"))):
        raise unreadable()
    if issuer_id(document) in issuer.origins:
        # It names this issuer, but none of its keys: it was altered.
        raise altered()
    signature, signer = await _check_signature(issuer, document, caller, is_token=not text.startswith("{"))
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
    issuer: CredentialIssuer, document: Mapping[str, Any], caller: str, *, is_token: bool
) -> tuple[Check, Check]:
    claimed = Check(name="issuer", result="not_checked", reason="claimed")
    try:
        found = key_of_did(read_proof(document)["verificationMethod"])
        if found is None:
            return Check(name="signature", result="not_checked", reason="key_not_fetched"), claimed
        signer, key = found
        await issuer.verify_foreign(document, key, caller)
    except NoProof:
        if is_token:
            return Check(name="signature", result="not_checked", reason="proof_not_known"), claimed
        return Check(name="signature", result="failed", reason="no_proof"), claimed
    except UnknownProof:
        return Check(name="signature", result="not_checked", reason="proof_not_known"), claimed
    except InvalidProof:
        if MOVING_CONTEXT in texts(document.get("@context")):
            # It may have been signed with another edition than the edition that is known here.
            raise _unknown_context() from None
        raise altered() from None
    except UnknownContext:
        raise _unknown_context() from None
    except UnsafeDocument:
        raise unreadable() from None
    is_issuer = signer == issuer_id(document)
    return Check(name="signature", result="passed", reason="issuers_key"), Check(
        name="issuer",
        result="passed" if is_issuer else "failed",
        reason="signer" if is_issuer else "not_signer",
    )


def _unknown_context() -> InvalidInput:
    return InvalidInput(
        "context_unknown",
        _("This credential uses a vocabulary we don’t know, so we can’t verify it."),
    )


def _check_expiry(badge: ForeignBadge, document: Mapping[str, Any], now: datetime) -> Check:
    named = _named_dates(document)
    if any(text is not None and date is None for text, date in zip(named, _dates(badge), strict=True)):
        return Check(name="expiry", result="not_checked", reason="not_readable")
    if badge.valid_from and now < badge.valid_from:
        return Check(name="expiry", result="failed", reason="not_yet_valid")
    if badge.valid_until is None:
        return Check(name="expiry", result="passed", reason="no_expiry")
    if now >= badge.valid_until:
        return Check(name="expiry", result="failed", reason="expired")
    return Check(name="expiry", result="passed", reason="valid")


def _named_dates(document: Mapping[str, Any]) -> tuple[object, object]:
    """Return the dates from which and until which a badge is valid, also of version 1 of the data model."""
    return (
        document.get("validFrom", document.get("issuanceDate")),
        document.get("validUntil", document.get("expirationDate")),
    )


def _dates(badge: ForeignBadge) -> tuple[datetime | None, datetime | None]:
    return badge.valid_from, badge.valid_until


def _credential_in(claims: dict[str, Any]) -> dict[str, Any]:
    """Return the credential in the claims of a token, which says where its key would have to be fetched."""
    # Version 1 of the data model has the credential in a claim of its own, and its dates beside it.
    inside = claims.get("vc")
    if not isinstance(inside, dict):
        return claims
    dates = {"validFrom": claims.get("nbf"), "validUntil": claims.get("exp")}
    return {name: _from_seconds(date) for name, date in dates.items() if date is not None} | inside


def _from_seconds(date: object) -> str:
    """Return seconds since 1970 as a date; what is none, as it is."""
    try:
        return datetime.fromtimestamp(float(str(date)), UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        return str(date)


def _as_shown(document: Mapping[str, Any]) -> ForeignBadge:
    subject = document.get("credentialSubject")
    subject = subject[0] if isinstance(subject, list) and subject else subject
    achievement = subject.get("achievement") if isinstance(subject, Mapping) else None
    named = document.get("issuer")
    valid_from, valid_until = _named_dates(document)
    return ForeignBadge(
        title=_name(achievement) or _name(document),
        issuer_id=issuer_id(document)[:_MAX_SHOWN],
        issuer_name=_name(named),
        valid_from=_moment(valid_from),
        valid_until=_moment(valid_until),
    )


def _name(thing: object) -> str:
    name = thing.get("name") if isinstance(thing, Mapping) else None
    return name[:_MAX_SHOWN] if isinstance(name, str) else ""


def _moment(text: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if moment is None:
        return None
    try:
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except OverflowError:
        # At the ends of the calendar, where UTC has a year that no date can have, the hours do not matter.
        return moment.replace(tzinfo=UTC)
