"""Refusals, as exceptions with a stable code; only `api/errors.py` maps them to HTTP."""


class DomainError(Exception):
    """A refusal that the API's caller is told about.

    Attributes:
        code: Stable, machine-readable name, e.g. `position_not_current`.
        message: One sentence for people, without secrets.
        field: The request field it belongs to, or None.
        extra: More JSON-serializable facts for the caller, e.g. the current position.
    """

    def __init__(self, code: str, message: str, *, field: str | None = None, **extra: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.extra = extra


class InvalidInput(DomainError):
    """The request is well-formed, but a value in it cannot be accepted."""


class Unauthenticated(DomainError):
    """It is not known who the caller is."""


class Forbidden(DomainError):
    """The caller is known, but may not do this."""


class PaymentRequired(DomainError):
    """This needs `has_paid`."""


class NotFound(DomainError):
    """There is no such thing, or it belongs to another user; callers cannot tell which."""


class Unavailable(DomainError):
    """A service that this needs is not set up or does not answer."""


class Untrusted(DomainError):
    """A message has no valid proof of its sender."""


class Conflict(DomainError):
    """The request does not fit the current state of what it is about."""


class TooManyRequests(DomainError):
    """The caller has made this call too often.

    Attributes:
        retry_after: In how many seconds the call may be repeated.
    """

    def __init__(self, code: str, message: str, *, retry_after: int) -> None:
        super().__init__(code, message, retry_after=retry_after)
        self.retry_after = retry_after


class Overloaded(DomainError):
    """The server cannot answer in time, because it has too much to do.

    Attributes:
        retry_after: In how many seconds the call should be repeated.
    """

    def __init__(self, code: str, message: str, *, retry_after: int) -> None:
        super().__init__(code, message, retry_after=retry_after)
        self.retry_after = retry_after
