"""Wire models of certificates and of their public verification."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from webdev_certs.schemas.base import Request, Response

CertificateStatus = Literal["valid", "expired", "revoked"]
RevocationReason = Literal["holder_left"]
"""`holder_left`: the holder has deleted the account and wished it so."""


class Certificate(Response):
    """A certificate as its holder sees it."""

    number: str
    """E.g. `WDC-RE-7K3M-92QF-Z`."""
    status: CertificateStatus
    technology: str
    name: str
    title: str
    holder_name: str
    score: int
    score_public: bool
    test_id: UUID
    issued_at: datetime
    expires_at: datetime
    verify_url: str


class SharingChoice(Request):
    """What the holder lets the public see beside name, title and dates."""

    score_public: bool


class Verification(Response):
    """What anyone may know about a certificate from its number."""

    number: str
    status: CertificateStatus
    technology: str
    name: str
    title: str
    holder_name: str | None
    """None when the holder has deleted the account."""
    score: int | None
    """None unless the holder shares it."""
    issued_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    revocation_reason: RevocationReason | None
    issuer: str
