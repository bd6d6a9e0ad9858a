"""Wire models of certificates and their public verification."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from webdev_certs.schemas.base import Request, Response
from webdev_certs.shared.vocabulary import BadgeFileKind, CertificateStatus

VerifiedStatus = Literal[CertificateStatus, "sample"]
"""`sample`: it only shows what a certificate looks like, and counts for nothing."""
Paper = Literal["a4", "letter"]
OperatorsReason = Literal["issued_in_error", "rules_broken", "holder_asked"]
"""Why an operator revokes a certificate."""
RevocationReason = Literal["holder_left", "regraded", OperatorsReason]
"""`holder_left`: the holder deleted the account and asked for the revocation.
`regraded`: a key was corrected, and the attempt is no longer passed."""
SuspensionReason = Literal["under_review", "holder_asked"]
"""Why an operator suspends a certificate."""

SignatureReason = Literal["our_key", "issuers_key", "key_not_fetched", "proof_not_known", "no_proof", "photo"]
"""`our_key` and `issuers_key` (the key is the issuer's identifier): the signature is valid.
`key_not_fetched`: the key would have to be fetched from the issuer. `proof_not_known`: a kind of proof that
is not supported. `no_proof`: there is none, so the signature has failed. `photo`: a photo has
none, and only its number was looked up."""
IssuerReason = Literal["us", "signer", "not_signer", "claimed"]
"""`signer`: the key belongs to the named issuer; `not_signer`: the key belongs to another issuer;
`claimed`: not checked."""
ExpiryReason = Literal["valid", "expired", "not_yet_valid", "no_expiry", "not_readable"]
StatusReason = Literal[
    "current", "suspended", "replaced", "revoked", "sample", "list_not_fetched", "no_status"
]
"""`list_not_fetched`: the issuer publishes a list that would have to be fetched."""
CheckReason = Literal[SignatureReason, IssuerReason, ExpiryReason, StatusReason]


class Certificate(Response):
    """A certificate as its holder sees it."""

    number: str
    """E.g. `WDC-RE-7K3M-92QF-Z`."""
    status: CertificateStatus
    technology: str
    name: str
    title: str
    holder_name: str
    name_public: bool
    """Whether the certificate shows the name in its public forms."""
    score: int
    score_public: bool
    credential_public: bool
    """Whether anyone may read the signed credential."""
    test_id: UUID | None
    """None if replaced: the attempt then belongs to the new certificate."""
    issued_at: datetime
    expires_at: datetime
    verify_url: str
    replaced_by: str | None
    """The number of the certificate that replaces it."""
    reissuable: bool
    """Whether the holder can have it replaced, because their name has changed."""


class SharingChoice(Request):
    """What the public sees in addition to title and dates. Fields left out stay unchanged."""

    name_public: bool | None = None
    score_public: bool | None = None
    credential_public: bool | None = None
    """Whether anyone may read the signed credential, which has a hash of the holder's email."""


class Printing(Request):
    """How the PDF is to be printed."""

    paper: Paper = "a4"


class Verification(Response):
    """What the public sees of a certificate."""

    number: str
    status: VerifiedStatus
    technology: str
    name: str
    title: str
    holder_name: str | None
    """None once the holder deleted the account, and if it is withheld."""
    name_withheld: bool
    """Whether the holder has chosen to withhold the name, or it is an earlier one."""
    score: int | None
    """None unless the holder shares it."""
    issued_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    revocation_reason: RevocationReason | None
    suspended_at: datetime | None
    suspension_reason: SuspensionReason | None
    replaced_at: datetime | None
    replaced_by: str | None
    """The number of the certificate that replaces it."""
    issuer: str
    checked_at: datetime


class Check(Response):
    """One thing that was checked about a file, or could not be."""

    name: Literal["signature", "issuer", "expiry", "status"]
    result: Literal["passed", "failed", "not_checked"]
    reason: CheckReason


class ForeignBadge(Response):
    """What an Open Badge from another issuer says about itself."""

    title: str
    issuer_id: str
    """Such as `did:web:example.org`."""
    issuer_name: str
    valid_from: datetime | None
    valid_until: datetime | None


MAX_FILE_MEGABYTES = 8
"""How large an uploaded file may be. PDF certificates have about 60 KB, pictures seldom more than 1 MB."""
MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1024 * 1024


class FileVerification(Response):
    """What was found out about an uploaded file. Exactly one of `certificate` and `badge` is there."""

    kind: BadgeFileKind
    checks: list[Check]
    """Always all four checks."""
    certificate: Verification | None
    """Set if WebDev Certs issued it: what the public may know about the certificate now."""
    badge: ForeignBadge | None
    """Set if another issuer issued it."""
    checked_at: datetime
