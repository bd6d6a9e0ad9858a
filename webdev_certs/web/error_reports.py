"""Reports of errors to Sentry, or to another service with its protocol."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import sentry_sdk
from sentry_sdk.integrations.logging import EventHandler

from webdev_certs.web.log_lines import current_id, is_own, message_and_exception, summary

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

_SECONDS_TO_SEND = 2
_KEPT = (
    "contexts",
    "environment",
    "event_id",
    "exception",
    "level",
    "logger",
    "platform",
    "release",
    "sdk",
    "timestamp",
)
"""What is kept of an event of the SDK; the rest may be about a person."""


@asynccontextmanager
async def error_reports(
    dsn: str, environment: str, version: str, event_id: Callable[[], str]
) -> AsyncIterator[None]:
    """Report each error that is logged, for the duration of the block.

    A report says what the log line says, and where the error was raised. It has no variables, headers or
    bodies.

    Args:
        dsn: Where reports are sent to.
        environment: The environment that they name.
        version: The version of the product that they name.
        event_id: Returns the id of the current event of a page; empty outside of events.
    """

    def cleaned(event: "Event", hint: "Hint") -> "Event":
        return _cleaned(event, hint["log_record"], current_id(event_id))

    sentry_sdk.init(
        dsn,
        environment=environment,
        release=f"webdev-certs@{version}",
        # They would add the machine's name, the program's arguments and the headers of requests.
        default_integrations=False,
        auto_enabling_integrations=False,
        auto_session_tracking=False,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        before_send=cleaned,
    )
    handler = EventHandler(logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        await asyncio.to_thread(sentry_sdk.get_client().close, _SECONDS_TO_SEND)


def _cleaned(event: Any, record: logging.LogRecord, request: str) -> Any:
    """Return the event with nothing but what a log line may say."""
    text, description = message_and_exception(record)
    kept = {name: event[name] for name in _KEPT if name in event}
    kept["logentry"] = {"message": f"{text}; {description}" if description else text}
    kept["tags"] = {"request_id": request} if request else {}
    raised = kept.get("exception", {}).get("values", [])
    for cause in raised:
        # The texts of all causes are in the message.
        cause["value"] = ""
    if raised and record.exc_info and record.exc_info[1]:
        raised[-1]["value"] = summary(record.exc_info[1], own=is_own(record))
    return kept
