"""The project's signing key: ES256, as in new Supabase projects, or RS256."""

import sqlite3
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

AUDIENCE = "authenticated"
_RSA_BITS = 2048


class SigningKey:
    """Signs access tokens, verifies those it signed, and publishes the public key."""

    def __init__(self, algorithm: str, kid: str, pem: str) -> None:
        """Load an EC P-256 (ES256) or RSA (RS256) private key from an unencrypted PEM."""
        private = load_pem_private_key(pem.encode(), password=None)
        if not isinstance(private, ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey):
            raise ValueError(f"not a key for {algorithm}")
        self._algorithm = algorithm
        self._kid = kid
        self._private = private
        self._public = private.public_key()

    @classmethod
    def load_or_create(cls, db: sqlite3.Connection, algorithm: str) -> "SigningKey":
        """Return the stored key for `algorithm`, or create and store one."""
        row = db.execute("SELECT kid, pem FROM signing_keys WHERE algorithm = ?", (algorithm,)).fetchone()
        if row:
            return cls(algorithm, row["kid"], row["pem"])
        private = (
            ec.generate_private_key(ec.SECP256R1())
            if algorithm == "ES256"
            else rsa.generate_private_key(public_exponent=65537, key_size=_RSA_BITS)
        )
        pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        kid = str(uuid4())
        db.execute("INSERT INTO signing_keys VALUES (?, ?, ?)", (algorithm, kid, pem))
        return cls(algorithm, kid, pem)

    def sign(self, claims: Mapping[str, Any]) -> str:
        """Return the claims as a signed token (RFC 7519)."""
        return jwt.encode(dict(claims), self._private, self._algorithm, headers={"kid": self._kid})

    def verify(self, token: str) -> Mapping[str, Any]:
        """Return the claims of a token that this key signed; the caller checks whether it has expired.

        Raises:
            jwt.InvalidTokenError: It is malformed, or signed by another key or algorithm.
        """
        return jwt.decode(
            token,
            self._public,
            algorithms=[self._algorithm],
            audience=AUDIENCE,
            options={"require": ["sub", "exp"], "verify_exp": False, "verify_iat": False},
        )

    def jwks(self) -> dict[str, list[dict[str, Any]]]:
        """Return the public key as a JSON Web Key Set (RFC 7517 §5)."""
        if isinstance(self._public, ec.EllipticCurvePublicKey):
            jwk = ECAlgorithm.to_jwk(self._public, as_dict=True)
        else:
            jwk = RSAAlgorithm.to_jwk(self._public, as_dict=True)
        named = {"alg": self._algorithm, "use": "sig", "key_ops": ["verify"], "kid": self._kid}
        return {"keys": [{**jwk, **named}]}
