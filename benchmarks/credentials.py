"""How much longer signing and verifying a credential take than the canonicalization and signature in them."""

import hashlib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from pyld import jsonld

from benchmarks.figures import ratio, show
from webdev_certs.server.domain.open_badges import Achievement, Badge, Result, Terms, did_web, open_badge
from webdev_certs.server.gateways.data_integrity import add_proof, verify_proof
from webdev_certs.server.gateways.json_ld import Canonicalizer, known_contexts

_ORIGIN = "https://certs.example"
_ROUNDS, _TIMES = 9, 10
_TARGET = 3


def measure() -> None:
    """Show both times as multiples of that of canonicalizing and signing (or verifying) the bare document."""
    key, canonicalizer, document = Ed25519PrivateKey.generate(), Canonicalizer(), _document()

    def sign() -> dict[str, Any]:
        method = f"{did_web(_ORIGIN)}#key-1"
        created = "2026-03-02T09:00:00Z"
        return add_proof(canonicalizer, document, key, verification_method=method, created=created)

    signed = sign()
    options = {"@context": document["@context"], **signed["proof"]}
    del options["proofValue"]
    signature = key.sign(_bare_hash(options, document))

    def verify() -> None:
        verify_proof(canonicalizer, signed, key.public_key())

    def bare_sign() -> None:
        key.sign(_bare_hash(options, document))

    def bare_verify() -> None:
        key.public_key().verify(signature, _bare_hash(options, document))

    for name, ours, bare in (
        ("credential_sign_ratio", sign, bare_sign),
        ("credential_verify_ratio", verify, bare_verify),
    ):
        rounds = [(_seconds(ours), _seconds(bare)) for _ in range(_ROUNDS)]
        show(name, ratio(rounds), _TARGET, "lower")


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    for _ in range(_TIMES):
        work()
    return time.perf_counter() - start


def _bare_hash(*documents: dict[str, Any]) -> bytes:
    def load(url: str, _options: object) -> dict[str, Any]:
        return {"contextUrl": None, "documentUrl": url, "document": known_contexts()[url]}

    options: Any = {"algorithm": "URDNA2015", "format": "application/n-quads", "documentLoader": load}
    return b"".join(
        hashlib.sha256(str(jsonld.normalize(document, options)).encode()).digest() for document in documents
    )


def _document() -> dict[str, Any]:
    terms = Terms("React", "Summary", 500, 45, ("Hooks",), ("react.dev",))
    achievement = Achievement("react", "React Developer", terms)
    return open_badge(
        Badge(
            origin=_ORIGIN,
            number="WDC-RE-7K3M-92QF-Z",
            holder_name="Grace Hopper",
            email="grace@example.com",
            salt="5a17",
            issued_at=datetime(2026, 3, 2, tzinfo=UTC),
            expires_at=datetime(2028, 3, 2, tzinfo=UTC),
            achievement=achievement,
            result=Result(700, 40, 500),
            status_list=1,
            status_index=77,
        )
    )
