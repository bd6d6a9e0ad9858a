"""Wire models of unsubscribing from mails."""

from webdev_certs.schemas.base import Response
from webdev_certs.shared.vocabulary import MailKind


class Unsubscribed(Response):
    """The kind of mail that is now switched off."""

    kind: MailKind
