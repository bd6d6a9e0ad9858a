"""SQLModel tables, by area; importing this package registers all of them."""

from webdev_certs.models.accounts import User
from webdev_certs.models.certificates import Certificate
from webdev_certs.models.exams import Attempt, AttemptItem
from webdev_certs.models.items import ItemVersion
from webdev_certs.models.mail import OutboxMail
from webdev_certs.models.payments import Entitlement
from webdev_certs.models.practice import PracticeItem, PracticeSession
from webdev_certs.models.tokens import LoginSession

__all__ = [
    "Attempt",
    "AttemptItem",
    "Certificate",
    "Entitlement",
    "ItemVersion",
    "LoginSession",
    "OutboxMail",
    "PracticeItem",
    "PracticeSession",
    "User",
]
