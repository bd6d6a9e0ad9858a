"""Wire models of the profile."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from webdev_certs.schemas.auth import Password
from webdev_certs.schemas.base import Request, Response
from webdev_certs.schemas.exams import RequestedTime

ExtraTime = Literal[0, RequestedTime]
"""Extra time, in percent of the exam's time."""
CertificateChoice = Literal["keep_anonymous", "revoke"]
"""What happens to certificates when their holder's account is deleted."""
Language = Literal["en", "de"]
"""The languages of `shared.translation.LANGUAGES`."""


class MailChoices(Response):
    """Which mails a user wants (`shared.vocabulary.MailKind`). All others are about security or money."""

    passed: bool = True
    result: bool = True
    review: bool = True
    expiry: bool = True
    retake: bool = True
    practice: bool = False
    """Once a week at most: the daily plan, or the questions that are due for review."""


class MailChange(Request):
    """Kinds of mails that are left out stay as they are."""

    passed: bool | None = None
    result: bool | None = None
    review: bool | None = None
    expiry: bool | None = None
    retake: bool | None = None
    practice: bool | None = None


class Profile(Response):
    """A user's own account."""

    id: UUID
    email: str
    email_confirmed: bool
    pending_email: str | None
    """A new email whose mailed link has not been used and has not expired."""
    full_name: str
    extra_time_percent: ExtraTime
    """Granted by an operator (schemas/extra_time.py)."""
    reduced_motion: bool
    # With a default, because an API of an earlier version does not send it.
    language: Language = "en"
    """The language of mails to the account."""
    mails: MailChoices = Field(default_factory=MailChoices)
    has_password: bool
    created_at: datetime
    # With a default, as `language`.
    tutor_consented_at: datetime | None = None
    """When the learner agreed to the use of the tutor; None without this consent."""


class ProfileChange(Request):
    """Fields that are left out stay as they are."""

    full_name: str | None = Field(default=None, min_length=1, max_length=120)
    reduced_motion: bool | None = None
    language: Language | None = None
    """The language of future mails. A response has the language that the request asks for."""
    mails: MailChange | None = None


class PasswordChange(Request):
    current_password: Password | None = None
    """An account without a password needs a sign-in within the last ten minutes instead."""
    new_password: Password


class AccountDeletion(Request):
    certificates: CertificateChoice
    """`keep_anonymous`: they stay valid without a name; `revoke`: they are shown as revoked."""
    password: Password | None = None
    """The current password. An account without one needs a sign-in within the last ten minutes instead."""
