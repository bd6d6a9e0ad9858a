"""SQLModel tables, by area; importing this package registers all of them."""

from webdev_certs.server.models.accounts import Identity, LoginSession, OneTimeToken, User
from webdev_certs.server.models.certificates import Certificate, Credential, IssuerKey, PublicProfile
from webdev_certs.server.models.exams import (
    Attempt,
    AttemptEvent,
    AttemptItem,
    AttemptReview,
    ExamCount,
    ExamStart,
    ExtraTimeRequest,
    ItemExposure,
    Retake,
)
from webdev_certs.server.models.items import (
    AttemptRegrade,
    ItemParameterRevision,
    ItemRegrade,
    ItemReport,
    ItemVersion,
    ItemWithdrawal,
)
from webdev_certs.server.models.mail import MailChoice, OutboxMail, Reminder
from webdev_certs.server.models.operations import AuditEntry, JobRun
from webdev_certs.server.models.payments import (
    Cancellation,
    Checkout,
    Customer,
    Entitlement,
    Payment,
    Purchase,
    Receipt,
    StoredDeclaration,
    Subscription,
    WebhookEvent,
)
from webdev_certs.server.models.practice import ItemAnnotation, PracticeItem, PracticeSession, ReviewCard
from webdev_certs.server.models.tutor import SwitchedOff, TokenUse, TutorExchange

__all__ = [
    "Attempt",
    "AttemptEvent",
    "AttemptItem",
    "AttemptRegrade",
    "AttemptReview",
    "AuditEntry",
    "Cancellation",
    "Certificate",
    "Checkout",
    "Credential",
    "Customer",
    "Entitlement",
    "ExamCount",
    "ExamStart",
    "ExtraTimeRequest",
    "Identity",
    "IssuerKey",
    "ItemAnnotation",
    "ItemExposure",
    "ItemParameterRevision",
    "ItemRegrade",
    "ItemReport",
    "ItemVersion",
    "ItemWithdrawal",
    "JobRun",
    "LoginSession",
    "MailChoice",
    "OneTimeToken",
    "OutboxMail",
    "Payment",
    "PracticeItem",
    "PracticeSession",
    "PublicProfile",
    "Purchase",
    "Receipt",
    "Reminder",
    "Retake",
    "ReviewCard",
    "StoredDeclaration",
    "Subscription",
    "SwitchedOff",
    "TokenUse",
    "TutorExchange",
    "User",
    "WebhookEvent",
]
