"""Sign credentials and status lists in the issuer's name, and verify them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from webdev_certs.server.domain.open_badges import Document, did_web, timestamp
from webdev_certs.server.gateways import vc_jwt
from webdev_certs.server.gateways.credential_keys import PublicKeys
from webdev_certs.server.gateways.data_integrity import add_proof, verify_proof
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.gateways.json_ld import Canonicalizer, foreign_contexts
from webdev_certs.server.services.certificates.issuer_keys import (
    IssuerKeys,
    SigningKeys,
    proof_key_id,
    token_key_id,
)
from webdev_certs.shared.translation import N_

_QUEUE = 64
"""How many documents may wait; each takes some hundredths of a second."""
_OWN = "own"
"""The product's own queue. Callers' jobs are queued under their network, so no caller can block it."""


class CredentialIssuer:
    """Signs and verifies in one thread of its own, so that a burst of credentials delays no other request.

    Callers' verifications and the product's own signing take turns, by network. If too many are waiting,
    every method raises Overloaded: `busy`.

    Attributes:
        origin: The product's public origin.
        did: The issuer's identifier.
        origins: The origins of all its identifiers, also those before a change of the domain: identifier →
            origin.
        former_origins: Those before.
        keys: The private keys.
    """

    def __init__(self, origin: str, keys: IssuerKeys, former_origins: Sequence[str] = ()) -> None:
        self.origin = origin
        self.did = did_web(origin)
        self.former_origins = former_origins
        self.origins = {did_web(known): known for known in (*former_origins, origin)}
        self.keys = keys
        self._canonicalizer = Canonicalizer()
        self._foreign = Canonicalizer(foreign_contexts())
        # One thread: canonicalizing is computation in Python, and pyld's caches are not made for several.
        self._worker = FairWorkers(
            1,
            queue=_QUEUE,
            name="credentials",
            refusal=N_("A lot of badges are being verified right now. Try again in a few seconds."),
        )

    async def sign(self, badge: Document, keys: SigningKeys, now: datetime) -> tuple[Document, str]:
        """Return an Open Badge with a proof, and as a token of the same content.

        Args:
            badge: Without a proof.
            keys: From `IssuerKeys.reserve`, in a transaction that is committed.
            now: When it is signed.
        """

        def work() -> tuple[Document, str]:
            token = vc_jwt.sign(badge, keys.private.p256, token_key_id(self.origin, keys.number))
            return self._add_proof(badge, keys, now), token

        return await self._worker.run(_OWN, work)

    async def prove(self, document: Document, keys: SigningKeys, now: datetime) -> Document:
        """Return another document, such as a status list, with a proof; as `sign`."""
        return await self._worker.run(_OWN, lambda: self._add_proof(document, keys, now))

    async def verify_document(self, document: Mapping[str, Any], public: PublicKeys, caller: str) -> None:
        """Verify the proof of a document of this issuer.

        Raises:
            InvalidProof, UnsafeDocument: As `verify_proof`.
        """
        await self._worker.run(
            caller, lambda: verify_proof(self._canonicalizer, document, public.ed25519_key())
        )

    async def verify_foreign(self, document: Mapping[str, Any], key: Ed25519PublicKey, caller: str) -> None:
        """Verify the proof of another issuer's document.

        Raises:
            InvalidProof, UnsafeDocument: As `verify_proof`.
        """
        await self._worker.run(caller, verify_proof, self._foreign, document, key)

    async def verify_token(self, token: str, public: PublicKeys, caller: str) -> dict[str, Any]:
        """Return the content of a token after verifying it.

        Raises:
            InvalidToken: As `vc_jwt.verify`.
        """
        return await self._worker.run(caller, lambda: vc_jwt.verify(token, public.p256_key()))

    def _add_proof(self, document: Document, keys: SigningKeys, now: datetime) -> Document:
        return add_proof(
            self._canonicalizer,
            document,
            keys.private.ed25519,
            verification_method=proof_key_id(self.origin, keys.number),
            created=timestamp(now),
        )

    def close(self) -> None:
        """End the thread once it is idle."""
        self._worker.close()
