"""Verify an uploaded file: a certificate of this product, or an Open Badge from another issuer."""

from collections.abc import Mapping
from datetime import datetime

from webdev_certs.schemas.certificates import Check, FileVerification, Verification
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.error_codes import InvalidInputCode
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.gateways.badge_files import BadgeFile, FileFault, UnreadableFile, read_badge_file
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.services.certificates.foreign import verify_foreign
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.uploads import read_credential
from webdev_certs.server.services.certificates.verification import PublishedCertificates, verify_certificate
from webdev_certs.shared.translation import N_, _

_QUEUE = 12
_FAULTS: Mapping[FileFault, tuple[InvalidInputCode, str]] = {
    "unreadable": (
        "file_unreadable",
        N_("This is not a PDF, PNG, SVG, JSON or JWT file, or the file is broken."),
    ),
    "encrypted": (
        "file_encrypted",
        N_("This PDF has a password. Save it without one, or verify the certificate’s number."),
    ),
    "empty": (
        "file_empty",
        N_("This file contains no credential. Scans and photos never do. Verify the number instead."),
    ),
    "several": ("file_several", N_("There are several credentials in this file.")),
    "too_complex": (
        "file_too_complex",
        N_("Reading this file would take too much time or memory. It does not look like a certificate."),
    ),
    "unsafe": (
        "file_unsafe",
        N_("This picture contains a script or other parts that no certificate has."),
    ),
}


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
            refusal=N_("Too many files are being checked right now. Try again in a few seconds."),
        )

    async def verify(self, content: bytes, bank: Bank, now: datetime, *, caller: str) -> FileVerification:
        """Verify the file and return the result.

        Args:
            content: The file.
            bank: The question bank, for names.
            now: The present time.
            caller: The caller's network; networks take turns.

        Raises:
            InvalidInput: `file_…`: it has no credential that can be verified; else as `read_credential` and
                `verify_foreign`.
            Overloaded: `busy`: too many are waiting.
        """
        file = await self._read(content, caller)
        try:
            number = await read_credential(self._database, self._issuer, file.credential, caller)
        except InvalidInput as refusal:
            if refusal.code != "credential_foreign":
                raise
            badge, checks = await verify_foreign(self._issuer, file, now, caller)
            return FileVerification(
                kind=file.kind, checks=checks, certificate=None, badge=badge, checked_at=now
            )
        found = await verify_certificate(self._published, bank, now, number)
        return FileVerification(
            kind=file.kind, checks=_own_checks(found, now), certificate=found, badge=None, checked_at=now
        )

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
    in_time = now < found.expires_at
    return [
        Check(name="signature", result="passed", reason="our_key"),
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
