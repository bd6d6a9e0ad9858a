"""Bitstring Status Lists (W3C, version 1.0): one bit for each credential, set once it must be refused."""

import gzip
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from datetime import datetime, timedelta

from webdev_certs.server.domain.open_badges import (
    CREDENTIALS_CONTEXT,
    Document,
    StatusPurpose,
    profile,
    status_list_url,
    timestamp,
)

LIST_SIZE = 131_072
"""Bits of a list: the smallest size that the standard allows, so that a bit tells little about its holder."""
TIME_TO_LIVE = timedelta(seconds=30)
"""How long anyone may keep a copy before asking again."""
VALIDITY = timedelta(days=1)
"""After that, verifiers refuse an old copy of a list."""


def encode_list(indexes: Iterable[int]) -> str:
    """Return the list as multibase base64url of the compressed bits (§4.1, "Bitstring Encoding").

    Args:
        indexes: Positions of the bits that are set, from 0 to `LIST_SIZE` - 1; the first bit is the leftmost.
    """
    bits = bytearray(LIST_SIZE // 8)
    for index in indexes:
        bits[index // 8] |= 0x80 >> index % 8
    # Without a time, the same bits always give the same text.
    return "u" + urlsafe_b64encode(gzip.compress(bytes(bits), mtime=0)).rstrip(b"=").decode()


def status_list(origin: str, number: int, purpose: StatusPurpose, encoded: str, now: datetime) -> Document:
    """Return the status list credential without a proof.

    Args:
        origin: The issuer's origin.
        number: The number of the list.
        purpose: What a set bit means.
        encoded: The bits, from `encode_list`.
        now: When the bits were read.
    """
    url = status_list_url(origin, number, purpose)
    return {
        "@context": [CREDENTIALS_CONTEXT],
        "id": url,
        "type": ["VerifiableCredential", "BitstringStatusListCredential"],
        "issuer": profile(origin)["id"],
        "validFrom": timestamp(now),
        "validUntil": timestamp(now + VALIDITY),
        "credentialSubject": {
            "id": f"{url}#list",
            "type": "BitstringStatusList",
            "statusPurpose": purpose,
            "encodedList": encoded,
            "ttl": int(TIME_TO_LIVE.total_seconds() * 1000),
        },
    }
