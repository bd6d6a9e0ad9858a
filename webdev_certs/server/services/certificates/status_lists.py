"""Revoke, suspend and reinstate certificates, and publish the status lists that say so."""

import asyncio
import hashlib
import json
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement
from sqlmodel import and_, col, or_, select

from webdev_certs.schemas.certificates import RevocationReason, SuspensionReason
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.certificates import unknown_certificate
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.open_badges import StatusPurpose
from webdev_certs.server.domain.status_lists import VALIDITY, encode_list, status_list
from webdev_certs.server.models.certificates import Certificate, Credential
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.clock import Clock

_READ_AGAIN = timedelta(seconds=15)
"""With the copies that others may keep (`TIME_TO_LIVE`), a revocation is known everywhere within a minute."""
_SIGN_AGAIN = VALIDITY / 4
_Key = tuple[int, StatusPurpose]
# The condition of the table's partial index, so that the index is used.
_IS_REFUSED = or_(
    col(Certificate.revoked_at).is_not(None),
    col(Certificate.suspended_at).is_not(None),
    col(Certificate.replaced_by).is_not(None),
)


@dataclass(frozen=True)
class PublishedList:
    """A signed status list."""

    body: bytes
    etag: str


@dataclass(frozen=True)
class _Cached:
    bits: str
    read_at: datetime
    signed_at: datetime
    key_number: int
    published: PublishedList


def _has_bit(purpose: StatusPurpose) -> ColumnElement[bool]:
    """Return the SQL condition for certificates whose bit is set in a list of this purpose."""
    suspended = and_(col(Certificate.suspended_at).is_not(None), col(Certificate.revoked_at).is_(None))
    if purpose == "suspension":
        return suspended
    return or_(
        col(Certificate.revoked_at).is_not(None),
        col(Certificate.replaced_by).is_not(None),
        # Copies from before there was a list of suspensions name only this list.
        and_(suspended, col(Credential.lists_suspension).is_(False)),
    )


class StatusLists:
    """Publishes the lists of one API process; each is read and signed at most every few seconds."""

    def __init__(self, database: Database, issuer: CredentialIssuer, clock: Clock) -> None:
        self._database = database
        self._issuer = issuer
        self._clock = clock
        self._cache: dict[_Key, _Cached] = {}
        self._locks: WeakValueDictionary[_Key, asyncio.Lock] = WeakValueDictionary()
        """List → lock of the read in progress."""

    async def publish(self, number: int, purpose: StatusPurpose) -> PublishedList:
        """Return a list of a purpose, after reading it again and signing it if the last time is too long ago.

        Raises:
            NotFound: `status_list_unknown`: no credential names this list.
            MissingKey: As `IssuerKeys.signing_key`.
        """
        key = number, purpose
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            cached, now = self._cache.get(key), self._clock()
            if cached is None or now - cached.read_at >= _READ_AGAIN:
                cached = self._cache[key] = await self._renew(*key, cached, now)
            return cached.published

    async def _renew(
        self, number: int, purpose: StatusPurpose, cached: _Cached | None, now: datetime
    ) -> _Cached:
        async with self._database.transaction() as db:
            if cached is None:
                await _check_exists(db, number)
            bits = encode_list(await _find_bits(db, number, purpose))
            key_number, _ = await self._issuer.keys.signing_key(db)
            # A list that was signed by an earlier key is signed again at once: that key may be revoked.
            is_current = cached is not None and (cached.bits, cached.key_number) == (bits, key_number)
            if cached and is_current and now - cached.signed_at < _SIGN_AGAIN:
                return replace(cached, read_at=now)
            keys = await self._issuer.keys.reserve(db, now + VALIDITY)
        document = status_list(self._issuer.origin, number, purpose, bits, now)
        proved = await self._issuer.prove(document, keys, now)
        body = json.dumps(proved, separators=(",", ":")).encode()
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        return _Cached(bits, now, now, keys.number, PublishedList(body, etag))


async def _check_exists(db: AsyncSession, number: int) -> None:
    query = select(Credential.status_index).where(Credential.status_list == number).limit(1)
    if (await db.exec(query)).first() is None:
        raise NotFound("status_list_unknown", "There is no such status list.")


async def _find_bits(db: AsyncSession, number: int, purpose: StatusPurpose) -> list[int]:
    query = (
        select(Credential.status_index)
        .join(Certificate, col(Certificate.number) == col(Credential.certificate_number))
        .where(Credential.status_list == number, _has_bit(purpose), _IS_REFUSED)
    )
    return list((await db.exec(query)).all())


async def lock_certificate(context: Context, number: str) -> Certificate:
    """Lock the certificate with a number in any spelling until the transaction ends, and return it.

    Raises:
        InvalidInput: `certificate_mistyped`.
        NotFound: `certificate_unknown`.
    """
    query = select(Certificate).where(Certificate.number == parse_number(number)).with_for_update()
    certificate = (await context.db.exec(query)).one_or_none()
    if certificate is None:
        raise unknown_certificate()
    return certificate


async def revoke(context: Context, certificate: Certificate, reason: RevocationReason) -> None:
    """Revoke a certificate for good, unless it is revoked already; verification then says so.

    Nothing undoes a revocation: other software may keep forever that a credential was revoked.
    """
    if certificate.revoked_at is None:
        certificate.revoked_at, certificate.revocation_reason = context.now, reason
        await context.db.flush()


async def suspend(context: Context, certificate: Certificate, reason: SuspensionReason) -> bool:
    """Suspend a certificate; return False if it is suspended, revoked or replaced already."""
    if certificate.revoked_at or certificate.suspended_at or certificate.replaced_by:
        return False
    certificate.suspended_at, certificate.suspension_reason = context.now, reason
    await context.db.flush()
    return True


async def reinstate(context: Context, certificate: Certificate) -> bool:
    """End a suspension; return False if the certificate is not suspended, or is revoked."""
    if certificate.revoked_at or certificate.suspended_at is None:
        return False
    certificate.suspended_at, certificate.suspension_reason = None, None
    await context.db.flush()
    return True
