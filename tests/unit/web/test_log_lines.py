"""Log lines: one line each, with time, level and request id, without what browsers send."""

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from ipaddress import ip_address

import pytest
from pydantic import BaseModel

from webdev_certs.web.log_lines import MAX_TEXT, JsonFormatter, LineFormatter, request_id

SECRET = "hunter2"
EVENT = {"name": "state.nothing", "payload": {"password": SECRET, "token": SECRET}}
_HEAD = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [A-Z]+ \S+ \S+: ")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Return what all loggers write."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(LineFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)


def only_line(written: io.StringIO) -> str:
    lines = written.getvalue().split("\n")
    assert lines[1:] == [""], lines
    assert _HEAD.match(lines[0]), lines[0]
    return lines[0]


def test_a_line_has_time_level_and_request_id(written: io.StringIO):
    token = request_id.set("a1b2c3")
    logging.getLogger("webdev_certs.server.api.errors").warning("Mail %s was not sent", 7)
    request_id.reset(token)
    assert only_line(written).endswith("Z WARNING a1b2c3 webdev_certs.server.api.errors: Mail 7 was not sent")


@pytest.mark.parametrize(
    "message",
    [
        f"Error processing event queue entry for Event(payload={EVENT}) [txid=1]:",
        f"Received event from session x with no associated token. Event data: {SECRET}",
        f"Received event data as a string. This generally should not happen. Event data: {SECRET}",
        f"Failed to deserialize event data: {SECRET}.",
        f"Event data must be a dictionary, but received {SECRET} of type str.",
        f"emitting event {EVENT}",
        f"unexpected packet [{SECRET!r}]",
    ],
)
@pytest.mark.parametrize("raised", [False, True])
def test_payloads_of_events_are_not_logged(written: io.StringIO, message: str, raised: bool):
    logger = logging.getLogger("reflex.app")
    if raised:
        try:
            raise TypeError(message)
        except TypeError:
            logger.exception("Task exception was never retrieved")
    else:
        logger.error(message)
    assert SECRET not in only_line(written)


@pytest.mark.parametrize("logger", ["reflex.app", "webdev_certs.web"])
@pytest.mark.parametrize(
    "text", ["a\nERROR b", "a\r\n", "\x1b[2J\x1b]0;title\x07", "\u202etxt.exe", "\x9b1m", "\x85"]
)
def test_control_characters_cannot_forge_lines_or_reach_a_terminal(
    written: io.StringIO, logger: str, text: str
):
    logging.getLogger(logger).error("unknown event %s", text)
    assert only_line(written).isprintable()


@pytest.mark.parametrize("logger", ["reflex.app", "webdev_certs.web"])
def test_a_line_is_cut(written: io.StringIO, logger: str):
    logging.getLogger(logger).error("x" * 10_000, exc_info=ValueError("y" * 10_000))
    line = only_line(written)
    assert len(_HEAD.sub("", line)) == MAX_TEXT


def test_an_exception_is_one_line_with_its_place_and_cause(written: io.StringIO):
    try:
        try:
            raise KeyError("inner")
        except KeyError as error:
            raise ValueError("outer\nsecond line") from error
    except ValueError as error:
        logging.getLogger("webdev_certs.server").error("It failed", exc_info=error)
    line = only_line(written)
    assert r"It failed; ValueError: outer\nsecond line at tests/unit/web/test_log_lines.py:" in line
    assert "; caused by KeyError: inner at " in line


class Model(BaseModel):
    password: int


@pytest.mark.parametrize(
    ("refuse", "logged"),
    [
        (lambda: ip_address(SECRET), "ValueError"),
        (lambda: Model.model_validate({"password": SECRET}), "ValidationError: password"),
    ],
)
def test_what_other_packages_quote_in_exceptions_is_not_logged(
    written: io.StringIO, refuse: Callable[[], object], logged: str
):
    with pytest.raises(ValueError, match=SECRET) as caught:
        refuse()
    logging.getLogger("webdev_certs.server").error("It failed", exc_info=caught.value)
    line = only_line(written)
    assert logged in line
    assert SECRET not in line


def test_a_line_can_be_a_json_object():
    record = logging.LogRecord("reflex.app", logging.ERROR, "", 0, f"Failed with {EVENT} \x1b", None, None)
    error = ValueError(f"invalid value: {SECRET!r}\n")
    record.exc_info = ValueError, error, None
    record.created = 1_772_442_000.1234
    record.msecs = 123
    line = JsonFormatter(lambda: "a1b2c3").format(record)
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "2026-03-02T09:00:00.123Z",
        "level": "ERROR",
        "request_id": "a1b2c3",
        "logger": "reflex.app",
        "message": "Failed with …",
        "exception": "ValueError: invalid value: …",
    }
