"""Wire models of the contact form, and of unsubscribing from mails."""

from pydantic import EmailStr, Field

from webdev_certs.schemas.base import Request, Response
from webdev_certs.shared.vocabulary import MailKind


class Unsubscribed(Response):
    """The kind of mail that is now switched off."""

    kind: MailKind


class ContactMessage(Request):
    """A message to the operator."""

    name: str = Field(min_length=1, max_length=100)
    # Checked with the other fields, so that the form shows all that is wrong at once.
    email: EmailStr = Field(max_length=254)
    message: str = Field(min_length=10, max_length=4000)
    website: str = Field(default="", max_length=200)
    """A trap for spam programs: people do not see this field. Messages that fill it in are dropped."""
