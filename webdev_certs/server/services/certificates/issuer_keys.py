"""The issuer's keys: which pair signs now, and which public keys others need."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlmodel import col, or_, select, update

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.open_badges import did_web
from webdev_certs.server.domain.status_lists import VALIDITY
from webdev_certs.server.gateways.credential_keys import CredentialKey, PublicKeys
from webdev_certs.server.models.certificates import Credential, IssuerKey
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.settings import Settings

_CONTEXTS = (
    "https://www.w3.org/ns/did/v1",
    "https://w3id.org/security/multikey/v1",
    "https://w3id.org/security/jwk/v1",
)


class RevokedKey(Exception):
    """A key was revoked, because somebody else has it."""


class MissingKey(Exception):
    """The private key that the database expects is not on this machine."""


@dataclass(frozen=True)
class SigningKeys:
    """The pair that signs, and its number."""

    number: int
    private: CredentialKey


class IssuerKeys:
    """The private keys of this installation: one from the settings, or numbered files in the data folder."""

    def __init__(self, settings: Settings) -> None:
        """Read the configured key; files are read when they are needed.

        Raises:
            ValueError: `credential_key` is not valid.
        """
        self._folder = settings.data_dir / "credential-keys"
        secret = settings.credential_key
        self._configured = CredentialKey.from_pem(secret.get_secret_value()) if secret else None
        self._read: dict[int, CredentialKey] = {}

    async def prepare(self, db: AsyncSession, now: datetime) -> int:
        """Make sure that there is a key to sign with, and return its number.

        A new key from the settings gets the next number. Without one, the first key is made in the data
        folder.

        Raises:
            MissingKey: Neither the settings nor the data folder has the current key.
        """
        newest = await newest_key(db)
        if self._configured:
            public = self._configured.public()
            if newest is None or newest.ed25519 != public.ed25519:
                known = await db.exec(select(IssuerKey.number).where(IssuerKey.ed25519 == public.ed25519))
                if known.first() is not None:
                    raise MissingKey("CREDENTIAL_KEY is an older key: the newest one signs")
                return await self._register(db, public, newest.number + 1 if newest else 1, now)
            return newest.number
        if newest is None:
            return await self.rotate(db, now)
        await self.signing_key(db)
        return newest.number

    async def rotate(self, db: AsyncSession, now: datetime) -> int:
        """Make a new pair in the data folder, which signs from now on, and return its number."""
        newest = await newest_key(db)
        number = newest.number + 1 if newest else 1
        return await self._register(
            db, CredentialKey.load_or_create(self._file(number)).public(), number, now
        )

    async def revoke(self, db: AsyncSession, number: int, now: datetime) -> int:
        """Revoke a pair that somebody else has, and return how many credentials have to be signed again.

        Nothing that it has signed is accepted from now on, and its public keys leave `did.json`. If it is the
        current pair, a new one in the data folder signs from now on. Credentials are signed again when
        somebody asks for them; the copies that holders have are worthless.

        Raises:
            LookupError: There is no such pair, or it is revoked already.
            MissingKey: It is the current pair, and comes from the settings.
        """
        row, newest = await db.get(IssuerKey, number), await newest_key(db)
        if row is None or newest is None or row.revoked_at is not None:
            raise LookupError(number)
        if row.number == newest.number:
            if self._configured:
                raise MissingKey("CREDENTIAL_KEY is this key: replace it first, and restart")
            await self.rotate(db, now)
        row.revoked_at = now
        signed = await db.exec(
            update(Credential)
            .where(col(Credential.key_number) == number)
            .values(issuer=None, key_number=None, document=None, jwt=None)
            .execution_options(synchronize_session=False)
        )
        return signed.rowcount

    async def signing_key(self, db: AsyncSession) -> tuple[int, CredentialKey]:
        """Return the current pair and its number.

        Raises:
            MissingKey: The private key is not on this machine: another made it, or the data folder was lost.
        """
        newest = await newest_key(db)
        if newest is None:
            raise MissingKey("there is no credential key yet")
        if newest.revoked_at is not None:
            raise MissingKey(f"credential key {newest.number} is revoked: `webdev-certs keys rotate`")
        key = self._configured or self._read.get(newest.number) or self._load(newest.number)
        if key.public().ed25519 != newest.ed25519:
            raise MissingKey(
                f"the credential key here is not the current one, which is number {newest.number}"
            )
        return newest.number, key

    async def reserve(self, db: AsyncSession, until: datetime) -> SigningKeys:
        """Return the current pair, after noting that it stays public until something that it signs expires.

        Args:
            db: The transaction. Commit it before anything that the pair signs is handed out.
            until: When that expires.

        Raises:
            MissingKey: As `signing_key`.
        """
        number, key = await self.signing_key(db)
        await db.exec(
            update(IssuerKey)
            .where(col(IssuerKey.number) == number, col(IssuerKey.needed_until) < until)
            .values(needed_until=until)
            .execution_options(synchronize_session=False)
        )
        return SigningKeys(number, key)

    def _load(self, number: int) -> CredentialKey:
        try:
            key = self._read[number] = CredentialKey.from_pem(self._file(number).read_text())
        except FileNotFoundError:
            raise MissingKey(
                f"{self._file(number)} is missing: restore it, set CREDENTIAL_KEY, or run "
                "`webdev-certs keys rotate`"
            ) from None
        return key

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.pem"

    async def _register(self, db: AsyncSession, public: PublicKeys, number: int, now: datetime) -> int:
        # Another process may register the same key at the same time.
        await db.exec(
            insert_ignoring(db, IssuerKey).values(
                number=number,
                ed25519=public.ed25519,
                p256=public.p256,
                created_at=now,
                needed_until=now + VALIDITY,
            )
        )
        return number


async def newest_key(db: AsyncSession) -> IssuerKey | None:
    """Return the key that signs, or None before the first one is made."""
    return (await db.exec(select(IssuerKey).order_by(col(IssuerKey.number).desc()).limit(1))).first()


async def find_public_keys(
    db: AsyncSession, origin: str, key_id: str, *, for_tokens: bool = False
) -> PublicKeys | None:
    """Return the pair that a key's URL names; None if this issuer never had it for this kind of proof.

    Raises:
        RevokedKey: It was revoked.
    """
    found = re.fullmatch(r".*#key-([1-9]\d{0,5})(-jwt)?", key_id, re.ASCII)
    number = int(found[1]) if found else 0
    row = await db.get(IssuerKey, number)
    if row is None or key_id != (token_key_id if for_tokens else proof_key_id)(origin, number):
        return None
    if row.revoked_at is not None:
        raise RevokedKey(number)
    return PublicKeys(row.ed25519, row.p256)


def proof_key_id(origin: str, number: int) -> str:
    """Return the URL of the key that verifies Data Integrity proofs."""
    return f"{did_web(origin)}#key-{number}"


def token_key_id(origin: str, number: int) -> str:
    """Return the URL of the key that verifies VC-JWTs."""
    return f"{proof_key_id(origin, number)}-jwt"


async def did_document(
    db: AsyncSession, origin: str, now: datetime, former_origins: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the issuer's DID document: the current keys, and older ones while they are needed.

    Args:
        db: The transaction.
        origin: The issuer's origin.
        now: The current time.
        former_origins: The issuer's origins before; it is also known as these.
    """
    newest = await newest_key(db)
    rows = await db.exec(
        select(IssuerKey)
        .where(
            or_(col(IssuerKey.needed_until) > now, IssuerKey.number == (newest.number if newest else 0)),
            col(IssuerKey.revoked_at).is_(None),
        )
        .order_by(col(IssuerKey.number).desc())
    )
    methods = [method for row in rows for method in _methods(origin, row)]
    return {
        "@context": list(_CONTEXTS),
        "id": did_web(origin),
        **({"alsoKnownAs": [did_web(former) for former in former_origins]} if former_origins else {}),
        "verificationMethod": methods,
        "assertionMethod": [method["id"] for method in methods],
    }


def _methods(origin: str, row: IssuerKey) -> Sequence[dict[str, Any]]:
    public = PublicKeys(row.ed25519, row.p256)
    token_key = token_key_id(origin, row.number)
    return (
        {
            "id": proof_key_id(origin, row.number),
            "type": "Multikey",
            "controller": did_web(origin),
            "publicKeyMultibase": public.ed25519,
        },
        {
            "id": token_key,
            "type": "JsonWebKey",
            "controller": did_web(origin),
            "publicKeyJwk": {**public.p256_jwk(), "kid": token_key},
        },
        # The same key for verifiers that know only Multikey; a method may name only one form of a key.
        {
            "id": f"{token_key}-multikey",
            "type": "Multikey",
            "controller": did_web(origin),
            "publicKeyMultibase": public.p256,
        },
    )
