"""Rate limits, as settings."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

Rate = Annotated[
    str, StringConstraints(pattern=r"^[1-9]\d{0,8} ?/ ?([1-9]\d{0,5} )?(second|minute|hour|day)s?$")
]
"""For example `60/hour` or `10/15 minutes`."""


class OwnRates(BaseModel):
    """The limit of a call about the caller's own account."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    account: Rate


class PublicRates(BaseModel):
    """The limit of a call that is about no account."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ip: Rate
    """From one IP address, about any account."""


class NetworkRates(BaseModel):
    """The limit of a call by the caller's network."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    network: Rate
    """From one network: one IPv4 address, or all IPv6 addresses of a /48."""


class Rates(PublicRates):
    """Limits of a call about an account."""

    account: Rate
    """About one account, from any IP address."""


class OperatorMailRates(Rates):
    """Limits of a call that mails the operator, also counted over all callers."""

    network: Rate
    """From one network: one IPv4 address, or all IPv6 addresses of a /48."""
    everybody: Rate
    """From all callers together; after that, each network has `crowded` more."""
    crowded: Rate


class SharedRates(Rates):
    """Limits of a call that names an account without proof that it is the caller's."""

    account_from_ip: Rate
    """About one account, from one IP address."""


class LimitSettings(BaseModel):
    """All rate limits, for the reasons in decision 0011; set one by e.g. `LIMITS__LOGIN__IP=300/hour`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = True
    login: SharedRates = SharedRates(account_from_ip="10/15 minutes", ip="60/15 minutes", account="100/hour")
    """Wrong passwords."""
    registration: SharedRates = SharedRates(account_from_ip="5/hour", ip="60/hour", account="20/hour")
    """Over the limit for one account, the mail is left out, but the registration is accepted."""
    forgot_password: Rates = Rates(ip="30/hour", account="5/15 minutes")
    """The window for one account is shorter than the lifetime of a link, so refused users still have one."""
    resend: Rates = Rates(ip="30/hour", account="5/15 minutes")
    mail: OwnRates = OwnRates(account="10/hour")
    """Mails to one recipient that a stranger can trigger, except password-reset links."""
    refresh: Rates = Rates(ip="60/15 minutes", account="60/15 minutes")
    """Per IP address, only refused refreshes count."""
    verify: Rates = Rates(ip="60/15 minutes", account="120/minute")
    """Per IP address, only refused tokens count."""
    certificate: PublicRates = PublicRates(ip="120/minute")
    """Lookups of certificates that do not exist."""
    credential: PublicRates = PublicRates(ip="30/minute")
    """Uploaded credentials to verify; each takes some hundredths of a second of computation."""
    checkout: OwnRates = OwnRates(account="30/15 minutes")
    """Started checkouts; a double click counts twice."""
    payment: OwnRates = OwnRates(account="60/15 minutes")
    """Verified payments; the success page asks six times for a payment that is late."""
    social: PublicRates = PublicRates(ip="120/15 minutes")
    """Sign-ins with Google or GitHub and links to them, each of which asks the sign-in service."""
    exam_start: NetworkRates = NetworkRates(network="60/hour")
    """Started certification tests; a class that shares an IPv4 address can start at once."""
    mock_exam: OwnRates = OwnRates(account="5/day")
    """Started mock exams."""
    practice: OwnRates = OwnRates(account="60/hour")
    """Started practice sessions."""
    contact: OperatorMailRates = OperatorMailRates(
        ip="10/hour", account="5/hour", network="20/hour", everybody="300/day", crowded="2/day"
    )
    """Messages sent with the contact form. The account limit counts by the email typed. The limit for
    everybody keeps the operator's mailbox usable when many networks send at once, and closes the form to
    none of them: 28 IP addresses could use it up in a day."""
    cancellation: OperatorMailRates = OperatorMailRates(
        ip="10/hour", account="5/hour", network="20/hour", everybody="300/day", crowded="2/day"
    )
    """Cancellations and withdrawals without signing in, counted like messages of the contact form. Over the
    limit for one email, the receipt is left out, but the declaration is accepted."""
    sample: PublicRates = PublicRates(ip="120/15 minutes")
    """Sample questions on the home page and claims of their answers; a sample takes up to five calls."""
    pdf: OwnRates = OwnRates(account="30/15 minutes")
    """Certificates and score reports as PDFs."""
    exam_events: OwnRates = OwnRates(account="120/minute")
    """Reports that the page of a running attempt was left, or that a text was pasted."""
    extra_time: OwnRates = OwnRates(account="5/day")
    """Requests for extra time."""
    reissue: OwnRates = OwnRates(account="3/day")
    """Certificates reissued after a name change. Kept low, so that accounts are not used to take exams for
    other people."""
    public_profile: OwnRates = OwnRates(account="20/hour")
    """Changes of a public profile, so that nobody tries which handles are taken."""
    upload: PublicRates = PublicRates(ip="20/minute")
    """Uploaded files to verify; each takes up to some seconds of a worker."""
    card: PublicRates = PublicRates(ip="120/minute")
    """Social cards; each that was not drawn before takes some tenths of a second of a worker."""
    annotation: OwnRates = OwnRates(account="120/minute")
    """Changed bookmarks and notes."""
    search: OwnRates = OwnRates(account="60/minute")
    """Pages of the history and of searches; each takes up to a fifth of a second of a thread."""
    standing: OwnRates = OwnRates(account="60/minute")
    """Where a learner stands, also as a calendar file; each takes up to a tenth of a second of a thread."""
    help: OwnRates = OwnRates(account="60/minute")
    """Help with answered questions; an example takes up to some hundredths of a second of a thread."""
    export: OwnRates = OwnRates(account="6/hour")
    """Exports of all own data."""
    tutor: OwnRates = OwnRates(account="60/hour")
    """Questions to the tutor, also about the plan; their tokens are limited, too (`LLM_PERSON_TOKENS`)."""
    tutor_read: OwnRates = OwnRates(account="120/minute")
    """Questions opened with what the tutor was asked about them."""
    tutor_consent: OwnRates = OwnRates(account="20/hour")
    """Consents to the tutor, given and taken back."""
    report: OwnRates = OwnRates(account="20/hour")
    """Reports of questions."""
