"""What request handlers share: the project's settings, data, signing key and clock, and their error."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from jwt.algorithms import ECAlgorithm

from webdev_certs.shared.clock import Clock

AUDIENCE = "authenticated"
_ALGORITHM = "ES256"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS signing_key (kid TEXT NOT NULL, pem TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    email_confirmed_at TEXT,
    user_metadata TEXT NOT NULL,
    last_sign_in_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS users_by_email ON users (email) WHERE email <> '';
CREATE TABLE IF NOT EXISTS identities (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    provider TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    email TEXT NOT NULL,
    data TEXT NOT NULL,
    last_sign_in_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (provider, provider_id)
);
-- A sign-in in progress: started at /authorize, assigned to a user on the provider page, completed at /token.
CREATE TABLE IF NOT EXISTS flow_states (
    id TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    code_challenge TEXT NOT NULL,
    auth_code TEXT NOT NULL UNIQUE,
    redirect_to TEXT NOT NULL,
    user_id TEXT REFERENCES users ON DELETE CASCADE,
    created_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS login_sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    refresh_token TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
);
"""


class AuthError(Exception):
    """A refusal with Supabase's stable code.

    Attributes:
        status: The HTTP status.
        code: The real server's code, e.g. `bad_jwt`.
        message: A text for developers.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


class Store:
    """One SQLite database with one connection."""

    def __init__(self, path: Path | None) -> None:
        """Open the file, or create it, readable only by its owner because it contains the signing key.

        Args:
            path: None keeps the data in memory.

        Raises:
            OSError: The file can be neither opened nor created.
            sqlite3.DatabaseError: It is not a SQLite database.
        """
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
        self._connection = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        self._connection.row_factory = sqlite3.Row
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._connection.executescript(_SCHEMA)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit what happens in the block, or roll it back if an exception leaves it.

        The write lock is taken at the start, so what the block reads does not change until it ends. The block
        must not await anything, because requests share the connection.
        """
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class SigningKey:
    """Signs access tokens with ES256, verifies those that it signed, and publishes the public key."""

    def __init__(self, kid: str, private: ec.EllipticCurvePrivateKey) -> None:
        self._kid = kid
        self._private = private

    @classmethod
    def load_or_create(cls, store: Store) -> "SigningKey":
        """Return the stored key, or create and store one."""
        with store.transaction() as db:
            row = db.execute("SELECT kid, pem FROM signing_key").fetchone()
            if row:
                stored = load_pem_private_key(row["pem"].encode(), password=None)
                assert isinstance(stored, ec.EllipticCurvePrivateKey)
                return cls(row["kid"], stored)
            kid, private = str(uuid4()), ec.generate_private_key(ec.SECP256R1())
            pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
            db.execute("INSERT INTO signing_key VALUES (?, ?)", (kid, pem))
        return cls(kid, private)

    def sign(self, claims: Mapping[str, Any]) -> str:
        """Return the claims as a signed token (RFC 7519)."""
        return jwt.encode(dict(claims), self._private, _ALGORITHM, headers={"kid": self._kid})

    def verify(self, token: str) -> Mapping[str, Any]:
        """Return the claims of a token that this key signed; the caller checks whether it has expired.

        Raises:
            jwt.InvalidTokenError: It is malformed, or signed by another key or algorithm.
        """
        return jwt.decode(
            token,
            self._private.public_key(),
            algorithms=[_ALGORITHM],
            audience=AUDIENCE,
            options={"require": ["sub", "exp"], "verify_exp": False, "verify_iat": False},
        )

    def jwks(self) -> dict[str, list[dict[str, Any]]]:
        """Return the public key as a JSON Web Key Set (RFC 7517 §5)."""
        jwk = ECAlgorithm.to_jwk(self._private.public_key(), as_dict=True)
        return {"keys": [{**jwk, "alg": _ALGORITHM, "use": "sig", "key_ops": ["verify"], "kid": self._kid}]}


@dataclass(frozen=True)
class Project:
    """A Supabase project; see `create_supabase_sandbox`. `public_base` has no trailing slash."""

    public_base: str
    site_url: str
    allowed_redirects: tuple[str, ...]
    allow_unverified_email_sign_ins: bool
    store: Store
    key: SigningKey
    clock: Clock

    @property
    def issuer(self) -> str:
        """The `iss` of access tokens, and the base of the protocol's URLs."""
        return f"{self.public_base}/auth/v1"

    def timestamp(self, *, ago: timedelta = timedelta()) -> str:
        """Return the current or an earlier time by RFC 3339: text that sorts by time."""
        return (self.clock() - ago).isoformat(timespec="microseconds").replace("+00:00", "Z")
