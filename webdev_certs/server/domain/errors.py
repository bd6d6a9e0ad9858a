"""What can go wrong, as exceptions with a stable code; `api/errors.py` alone knows their HTTP status."""


class DomainError(Exception):
    """A refusal that its caller can understand.

    Attributes:
        code: stable machine-readable name, e.g. `position_not_current`.
        message: one sentence for people, without secrets.
        field: name of the request field it belongs to, or None.
        extra: further JSON-serialisable facts for the caller, e.g. the current position.
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
    """Who is asking is not established."""


class Forbidden(DomainError):
    """Who is asking is established, but not well enough for what is asked."""


class PaymentRequired(DomainError):
    """The asked-for thing needs `has_paid`."""


class NotFound(DomainError):
    """There is no such thing, or it is someone else's: callers cannot tell which."""


class Unavailable(DomainError):
    """A service that this needs is not set up, or gives no answer."""


class Untrusted(DomainError):
    """A message does not prove that it comes from whom it claims."""


class Conflict(DomainError):
    """The request does not fit the present state of what it names."""


class TooManyRequests(DomainError):
    """The same has been asked for too often.

    Attributes:
        retry_after: in how many seconds it may be asked for again.
    """

    def __init__(self, code: str, message: str, *, retry_after: int) -> None:
        super().__init__(code, message, retry_after=retry_after)
        self.retry_after = retry_after


class Overloaded(DomainError):
    """There is more to do at this moment than can be done in time.

    Attributes:
        retry_after: in how many seconds it is worth asking again.
    """

    def __init__(self, code: str, message: str, *, retry_after: int) -> None:
        super().__init__(code, message, retry_after=retry_after)
        self.retry_after = retry_after
