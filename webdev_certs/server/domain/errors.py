"""Refusals, as exceptions with a stable code; only `api/errors.py` maps them to HTTP.

The API sends the codes, clients rely on them, and docs/api.md explains them.
"""

from typing import Any, Generic, Literal, TypeVar

InvalidInputCode = Literal[
    "certificate_mistyped",
    "certificate_too_short",
    "context_unknown",
    "credential_altered",
    "credential_key_revoked",
    "credential_several",
    "credential_unsigned",
    "credential_foreign",
    "credential_unreadable",
    "date_in_past",
    "file_empty",
    "file_encrypted",
    "file_qr_foreign",
    "file_several",
    "file_too_complex",
    "file_unreadable",
    "file_unsafe",
    "foreign_url",
    "invalid_cursor",
    "invalid_email",
    "invalid_handle",
    "invalid_name",
    "no_numbers",
    "number_expected",
    "one_choice_only",
    "order_incomplete",
    "pairs_incomplete",
    "password_contains_email",
    "password_contains_name",
    "password_too_common",
    "password_too_long",
    "password_too_short",
    "password_too_weak",
    "provider_mismatch",
    "question_missing",
    "repeated_option",
    "social_email_unverified",
    "social_metadata_mismatch",
    "reason_missing",
    "reason_unreadable",
    "terms_not_accepted",
    "too_many_numbers",
    "unknown_difficulty",
    "unknown_match",
    "unknown_option",
    "unknown_time_zone",
    "unknown_topic",
    "wrong_password",
    "wrong_response_field",
]
UnauthenticatedCode = Literal[
    "invalid_credentials",
    "invalid_refresh_token",
    "invalid_social_token",
    "invalid_token",
    "not_authenticated",
    "session_ended",
    "sign_in_overtaken",
    "social_sign_in_too_old",
    "social_user_mismatch",
    "token_expired",
]
ForbiddenCode = Literal["account_blocked", "confirm_link_other_account", "recent_sign_in_required"]
PaymentRequiredCode = Literal["payment_required"]
NotFoundCode = Literal[
    "certificate_unknown",
    "checkout_not_found",
    "confirm_link_unknown",
    "contact_unavailable",
    "credential_private",
    "criteria_unknown",
    "form_unavailable",
    "identity_not_found",
    "invoice_not_found",
    "login_session_not_found",
    "no_items",
    "no_plan",
    "practice_not_found",
    "profile_unknown",
    "reset_link_unknown",
    "status_list_unknown",
    "test_not_found",
    "unknown_technology",
    "unsubscribe_link_unknown",
]
UnavailableCode = Literal[
    "cancellation_failed",
    "checkout_failed",
    "invoice_unavailable",
    "payments_not_configured",
    "plans_unavailable",
    "provider_unavailable",
    "resumption_failed",
    "social_not_configured",
    "social_unreachable",
    "verification_unavailable",
    "tutor_unavailable",
]
UntrustedCode = Literal["invalid_signature"]
ConflictCode = Literal[
    "already_confirmed",
    "already_paid",
    "already_reported",
    "answer_outdated",
    "answer_required",
    "certificate_not_valid",
    "checkout_expired",
    "checkout_superseded",
    "consent_required",
    "confirm_link_expired",
    "confirm_link_used",
    "deadline_passed",
    "email_taken",
    "email_unchanged",
    "email_unconfirmed",
    "extra_time_asked",
    "handle_taken",
    "identity_in_use",
    "last_sign_in_method",
    "name_unchanged",
    "no_mistakes",
    "no_score",
    "no_subscription",
    "not_asked",
    "nothing_due",
    "nothing_missed",
    "payment_pending",
    "payment_taken_back",
    "plan_unavailable",
    "position_not_current",
    "sample_changed",
    "practice_not_finished",
    "reset_link_expired",
    "reset_link_used",
    "retake_too_early",
    "subscription_active",
    "test_not_submitted",
    "test_running",
    "test_submitted",
    "wrong_amount",
    "wrong_currency",
    "wrong_customer",
    "wrong_price",
]
TooManyRequestsCode = Literal["too_many_requests"]
OverloadedCode = Literal["busy"]
Code = TypeVar("Code", bound=str)


class DomainError(Exception, Generic[Code]):
    """A refusal that the API's caller is told about.

    Attributes:
        code: Stable, machine-readable name, e.g. `position_not_current`.
        message: One sentence for people, without secrets.
        field: The request field it belongs to, or None.
        extra: More JSON-serializable facts for the caller, e.g. the current position.
    """

    def __init__(self, code: Code, message: str, *, field: str | None = None, **extra: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.extra = extra


class InvalidInput(DomainError[InvalidInputCode]):
    """The request is well-formed, but a value in it cannot be accepted."""


class Unauthenticated(DomainError[UnauthenticatedCode]):
    """The caller has not proved who they are."""


class Forbidden(DomainError[ForbiddenCode]):
    """The caller is known, but may not do this."""


class PaymentRequired(DomainError[PaymentRequiredCode]):
    """This needs paid access (`has_paid`)."""


class NotFound(DomainError[NotFoundCode]):
    """There is no such thing, or it belongs to another user; callers cannot tell which."""


class Unavailable(DomainError[UnavailableCode]):
    """A service that this needs is not set up or does not answer."""


class Untrusted(DomainError[UntrustedCode]):
    """A message has no valid proof of its sender."""


class Conflict(DomainError[ConflictCode]):
    """The request does not fit the current state of what it is about."""


class TooManyRequests(DomainError[TooManyRequestsCode]):
    """The caller has made this call too often.

    Attributes:
        retry_after: In how many seconds the call may be repeated.
    """

    def __init__(self, code: TooManyRequestsCode, message: str, *, retry_after: int) -> None:
        super().__init__(code, message, retry_after=retry_after)
        self.retry_after = retry_after


class Overloaded(DomainError[OverloadedCode]):
    """The server cannot answer in time, because it has too much to do.

    Attributes:
        retry_after: In how many seconds the call should be repeated.
    """

    def __init__(self, code: OverloadedCode, message: str, *, retry_after: int) -> None:
        super().__init__(code, message, retry_after=retry_after)
        self.retry_after = retry_after


CODES: dict[type[DomainError[Any]], Any] = {
    InvalidInput: InvalidInputCode,
    Unauthenticated: UnauthenticatedCode,
    Forbidden: ForbiddenCode,
    PaymentRequired: PaymentRequiredCode,
    NotFound: NotFoundCode,
    Unavailable: UnavailableCode,
    Untrusted: UntrustedCode,
    Conflict: ConflictCode,
    TooManyRequests: TooManyRequestsCode,
    Overloaded: OverloadedCode,
}
"""The `Literal` of codes that each kind of refusal can have."""
