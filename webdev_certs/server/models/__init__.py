"""SQLModel tables, by area; importing this package registers all of them."""

from webdev_certs.server.models.accounts import Identity, OneTimeToken, User
from webdev_certs.server.models.attempt_events import AttemptEvent
from webdev_certs.server.models.audit import AuditEntry
from webdev_certs.server.models.billing import Payment, Receipt, Subscription
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.credentials import Credential, IssuerKey
from webdev_certs.server.models.exams import Attempt, AttemptItem, ExamCount, ItemExposure, Retake
from webdev_certs.server.models.extra_time import ExtraTimeRequest
from webdev_certs.server.models.item_corrections import ItemCorrection, ItemWithdrawal, Regrade
from webdev_certs.server.models.item_parameters import ItemParameterRevision
from webdev_certs.server.models.item_reports import ItemReport
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.server.models.payments import (
    Checkout,
    Customer,
    Entitlement,
    Purchase,
    WebhookEvent,
)
from webdev_certs.server.models.practice import PracticeItem, PracticeSession, ReviewCard

__all__ = [
    "Attempt",
    "AttemptEvent",
    "AttemptItem",
    "AuditEntry",
    "Certificate",
    "Checkout",
    "Credential",
    "Customer",
    "Entitlement",
    "ExamCount",
    "ExtraTimeRequest",
    "Identity",
    "IssuerKey",
    "ItemCorrection",
    "ItemExposure",
    "ItemParameterRevision",
    "ItemReport",
    "ItemVersion",
    "ItemWithdrawal",
    "LoginSession",
    "OneTimeToken",
    "OutboxMail",
    "Payment",
    "PracticeItem",
    "PracticeSession",
    "Purchase",
    "Receipt",
    "Regrade",
    "Retake",
    "ReviewCard",
    "Subscription",
    "User",
    "WebhookEvent",
]
