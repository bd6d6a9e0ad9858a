"""Wire models of certificates, their public verification, and public profiles."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from webdev_certs.schemas.base import Request, Response
from webdev_certs.shared.score_bands import BandName
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
MIN_HANDLE, MAX_HANDLE = 3, 40


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
    on_profile: bool
    """Whether the holder's public profile shows the certificate."""
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
    on_profile: bool | None = None
    """Whether the holder's public profile shows the certificate."""


class Printing(Request):
    """How the PDF is to be printed."""

    paper: Paper = "a4"


class ScoreMeaning(Response):
    """What a score says, and how exactly."""

    standard_error: int
    low: int
    """The lower end of the 95% interval of the score."""
    high: int
    band: BandName
    """The band that the score is in."""
    possible_bands: list[BandName]
    """Every band that the interval reaches."""
    higher_than_percent: int | None = None
    """The share of learners with a score whose best score is lower. None, like `learners`, with fewer than
    200 of them."""
    learners: int | None = None


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
    score_meaning: ScoreMeaning | None
    """None like `score`, and if its margin of error is not known."""
    cut_score: int | None
    """The score that was needed to pass. None if it is not known, like `criteria`."""
    criteria: str | None
    """The path of the page that says on which terms the certificate was earned."""
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


MAX_NUMBERS = 100
"""How many certificate numbers are verified at once."""
MAX_LIST = 250_000
"""How many characters a list of numbers may have: a spreadsheet has other columns too."""
MAX_LIST_BYTES = 1024 * 1024


class NumberList(Request):
    """Certificate numbers to verify at once: lines of text, or a CSV file that has them in any column."""

    text: str = Field(min_length=1, max_length=MAX_LIST)


class VerifiedNumber(Response):
    """One certificate number of a list. Exactly one of `certificate` and `problem` is there."""

    line: int
    """From 1."""
    typed: str
    """As in the list."""
    certificate: Verification | None
    problem: Literal["mistyped", "too_short", "unknown", "no_number"] | None
    detail: str | None
    """What is wrong, for people."""


class VerifiedNumbers(Response):
    """What was found out about a list of certificate numbers."""

    numbers: list[VerifiedNumber]
    """In the order of the list; numbers that are in it twice, too."""
    checked_at: datetime


class Criteria(Response):
    """On which terms certificates were earned. It never changes."""

    technology: str
    version: str
    title: str
    name: str
    """Of the technology."""
    summary: str
    cut_score: int | None
    """None, like `minutes`, if it was not kept."""
    minutes: int | None
    least: int | None
    """How many questions a test had at least. None, like `most`, if it was not kept."""
    most: int | None
    topics: list[str]
    documentation: list[str]
    """Hosts of the official documentation."""
    is_current: bool
    """Whether certificates are issued on these terms now."""
    supervised: Literal[False] = False
    identity_checked: Literal[False] = False


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


class ProfileSettings(Request):
    """What the holder chooses for their public profile. Fields left out stay unchanged."""

    handle: Annotated[str, StringConstraints(max_length=100)] | None = None
    """The end of its URL. At first it is drawn at random, which nobody can guess."""
    indexed: bool | None = None
    """Whether search engines may list it. At first they may not."""


class OwnProfile(Response):
    """The public profile as its holder sees it."""

    handle: str | None
    """None, like `url`, while there is no public profile."""
    url: str | None
    indexed: bool
    shown: list[str]
    """The numbers of the certificates that it shows."""


class ProfileCertificate(Response):
    """A certificate on a public profile."""

    number: str
    status: CertificateStatus
    """`valid` or `expired`: others are not shown."""
    technology: str
    name: str
    title: str
    score: int | None
    """None unless the holder shares it."""
    issued_at: datetime
    expires_at: datetime


class PublicProfile(Response):
    """The certificates that a holder shows to everybody, on one page."""

    handle: str
    holder_name: str
    """The name on the newest of its certificates."""
    indexed: bool
    certificates: list[ProfileCertificate]
    """Newest first; at least one."""
