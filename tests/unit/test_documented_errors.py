"""docs/api.md lists exactly the error codes of the API, with their statuses."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import get_args

from tests.conftest import ROOT
from webdev_certs.server.api.errors import HTTP_CODES, STATUS
from webdev_certs.server.domain.errors import CODES

_API_CODES = {code: status for status, code in HTTP_CODES.items()} | {
    "invalid_request": 422,
    "internal_error": 500,
    "unavailable": 503,
    "overloaded": 503,
    "database_unavailable": 503,
    "migrations_pending": 503,
    "disk_full": 503,
    "disk_read_only": 503,
    "clock_differs": 503,
    "starting": 503,
}
"""The status of each code that does not come from a refusal of the domain."""
_ROW = re.compile(r"\| (`[^|]+) \| ([\d, ]+) \|")


def codes() -> Iterator[tuple[str, int]]:
    """Yield each code of the API with its status."""
    yield from _API_CODES.items()
    for kind, literal in CODES.items():
        for code in get_args(literal):
            yield code, STATUS[kind][0]


def documented() -> dict[str, set[int]]:
    """Return the codes of the table in docs/api.md, with `…` for any text, and their statuses."""
    table = (ROOT / "docs" / "api.md").read_text().partition("## Errors")[2]
    return {
        code: {int(status) for status in row[2].split(", ")}
        for row in _ROW.finditer(table)
        for code in re.findall(r"`([^`]+)`", row[1])
    }


def matches(code: str, pattern: str) -> bool:
    return fnmatchcase(code, pattern.replace("…", "*"))


def test_every_code_is_documented_with_its_status():
    table = documented()
    missing = {
        (code, status)
        for code, status in codes()
        if not any(matches(code, pattern) and status in statuses for pattern, statuses in table.items())
    }
    assert missing == set()


def test_every_documented_code_exists():
    known = {code for code, _ in codes()}
    assert {pattern for pattern in documented() if not any(matches(code, pattern) for code in known)} == set()


def test_every_kind_of_refusal_has_a_status_and_its_codes():
    assert CODES.keys() == STATUS.keys()
