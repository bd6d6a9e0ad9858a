"""The form of all log lines: one line each, without payloads, and safe to show in a terminal."""

import json
import logging
import re
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from types import TracebackType
from typing import Literal

from opentelemetry import trace
from pydantic import ValidationError

MAX_TEXT = 500
"""How many characters of a message and its exception are logged."""
request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being handled; empty outside of requests."""

_OWN = "webdev_certs"
_PACKAGES = re.compile(r".*/(?:site-packages|lib/python3\.\d+)/")
_ROOT = f"{Path(__file__).parents[2]}/"
# Where messages of other packages start to quote what a browser has sent: after these words, or at the first
# bracket or quote, as in "Event(name=…" or "{'password': …".
_QUOTED = re.compile(
    r"""(?<=vent data:)|(?<=but received)|(?<=queue entry for)|[(\[{]|(?<!\w)['"]""", re.IGNORECASE
)
_FRAMES = 8


def _no_event() -> str:
    return ""


def current_id(event_id: Callable[[], str]) -> str:
    """Return the id of the current request, or else of the current event of a page; empty outside of both."""
    return request_id.get() or event_id()


class LineFormatter(logging.Formatter):
    """Writes a record as `time level request-id logger: message; exception`.

    Other packages quote events and requests in their messages, with passwords and tokens. So of their
    records only the beginning is kept, up to what they quote. Control characters are escaped: they could
    forge further lines, or make a terminal do something.
    """

    def __init__(self, event_id: Callable[[], str] = _no_event) -> None:
        """Take the function that returns the id of the event of a page that is being handled, or nothing."""
        super().__init__()
        self.event_id = event_id

    def format(self, record: logging.LogRecord) -> str:
        text, error = message_and_exception(record)
        line = escape(f"{text}; {error}" if error else text)
        head = f"{_moment(record)} {record.levelname} {current_id(self.event_id) or '-'} {record.name}"
        return f"{head}: {_cut(line)}"


class JsonFormatter(LineFormatter):
    """Writes the same as one JSON object a line, for collectors of logs.

    The fields are `time`, `level`, `request_id`, `logger`, `message`, and where there is one `exception` and
    `trace_id`, by which the trace of the request is found.
    """

    def format(self, record: logging.LogRecord) -> str:
        text, error = message_and_exception(record)
        current = trace.get_current_span().get_span_context()
        fields = {
            "time": _moment(record),
            "level": record.levelname,
            "request_id": current_id(self.event_id),
            "logger": record.name,
            "message": _cut(escape(text)),
            "exception": _cut(escape(error)),
            "trace_id": trace.format_trace_id(current.trace_id) if current.is_valid else "",
        }
        return json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False)


def message_and_exception(record: logging.LogRecord) -> tuple[str, str]:
    """Return the message of a record and its exception, both without what other packages quote in them."""
    own = is_own(record)
    text = record.getMessage()
    error = record.exc_info[1] if record.exc_info else None
    return text if own else _without_quoted(text), _describe(error, own=own) if error else ""


def is_own(record: logging.LogRecord) -> bool:
    """Return whether the product has written a record, and not a package that it uses."""
    return record.name.partition(".")[0] == _OWN


def _moment(record: logging.LogRecord) -> str:
    moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    return f"{moment}.{int(record.msecs):03}Z"


def escape(text: str) -> str:
    """Return the text with all characters escaped that are not printable, such as line ends and ESC."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def _without_quoted(text: str) -> str:
    found = _QUOTED.search(text)
    return text if found is None else text[: found.start()].rstrip() + " …"


def _describe(error: BaseException, *, own: bool) -> str:
    """Return the exception, where it was raised (innermost first), and what caused it."""
    parts = []
    seen: BaseException | None = error
    while seen is not None:
        parts.append(f"{summary(seen, own=own)}{_places(seen.__traceback__)}")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "; caused by ".join(parts)


def summary(error: BaseException, *, own: bool) -> str:
    """Return the type of an exception and its text, without what it quotes.

    Args:
        error: The exception.
        own: Whether the product has logged it; texts that it has chosen itself are then kept whole.
    """
    name = type(error).__name__
    if isinstance(error, ValidationError):
        # The text of a validation error quotes the values.
        fields = ", ".join(".".join(map(str, fault["loc"])) for fault in error.errors(include_input=False))
        return f"{name}: {fields}"
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    if not (own and _is_raised_by_product(error.__traceback__)):
        text = _without_quoted(text)
    return f"{name}: {text}" if text else name


def _is_raised_by_product(trace: TracebackType | None) -> bool:
    """Return whether the product's own code has raised an exception, and so chosen its text."""
    frames = traceback.extract_tb(trace)
    return not frames or (frames[-1].filename.startswith(_ROOT) and not _PACKAGES.match(frames[-1].filename))


def _places(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)[-_FRAMES:]
    places = [
        f"{_PACKAGES.sub('', frame.filename).removeprefix(_ROOT)}:{frame.lineno}"
        for frame in reversed(frames)
    ]
    return f" at {' < '.join(places)}" if places else ""


def configure_logging(log_format: Literal["lines", "json"], event_id: Callable[[], str] = _no_event) -> None:
    """Write all log lines of this process to standard error, in the form of one of the formatters above."""
    handler = logging.StreamHandler()
    handler.setFormatter((JsonFormatter if log_format == "json" else LineFormatter)(event_id))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(_OWN).setLevel(logging.INFO)
    logging.captureWarnings(True)
    # The server, Reflex and Socket.IO add handlers of their own, which write lines of other forms.
    for logger in list(logging.root.manager.loggerDict.values()):
        if isinstance(logger, logging.Logger):
            logger.handlers.clear()
            logger.propagate = True
