"""`webdev-certs declarations` lists what waits for an operator."""

from datetime import UTC, datetime, timedelta

from tests.unit.cli.command_database import CommandDatabase
from tests.unit.cli.operated import call
from webdev_certs.server.models import StoredDeclaration

AT = datetime(2026, 11, 27, 22, 24, 5, tzinfo=UTC)


def test_declarations_are_listed_newest_first(command_database: str):
    withdrawn = {"name": "Ada Lovelace", "email": "ada@example.com", "product_type": "yearly"}
    canceled = {"name": "Grace\x1b[2J", "email": "grace@example.com", "product_type": None}
    CommandDatabase(command_database).add(
        StoredDeclaration(kind="withdrawal", content=withdrawn | {"bought_on": "2026-11-20"}, received_at=AT),
        StoredDeclaration(
            kind="cancellation",
            content=canceled | {"for_cause": True, "ends_on": None, "reason": "Moved."},
            received_at=AT + timedelta(days=1),
        ),
    )
    header, newest, oldest = call("declarations").output.splitlines()
    assert header.split() == ["received", "kind", "name", "email", "contract", "more"]
    assert newest.split()[:3] == ["2026-11-28", "22:24:05", "cancellation"]
    assert newest.endswith("grace@example.com  not said  for_cause: True, reason: Moved.")
    assert "\x1b" not in newest
    assert oldest.split()[2:] == [
        *("withdrawal", "Ada", "Lovelace", "ada@example.com", "yearly"),
        *("bought_on:", "2026-11-20"),
    ]
