"""Refusals, as exceptions with a stable code; only `api/errors.py` maps them to HTTP."""

from typing import Any, Generic, TypeVar

from webdev_certs.server.domain.error_codes import (
    ConflictCode,
    ForbiddenCode,
    InvalidInputCode,
    NotFoundCode,
    OverloadedCode,
    PaymentRequiredCode,
    TooManyRequestsCode,
    UnauthenticatedCode,
    UnavailableCode,
    UntrustedCode,
)

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
