"""`webdev-certs declarations`: what was declared about contracts without signing in."""

from collections.abc import Sequence

import click
from sqlmodel import col, select

from webdev_certs.cli.items.tables import print_table
from webdev_certs.cli.transactions import with_database
from webdev_certs.server.database.engine import Database
from webdev_certs.server.models.payments import StoredDeclaration
from webdev_certs.settings import Settings

_HEADER = ("received", "kind", "name", "email", "contract", "more")
_NAMED = ("name", "email", "product_type")


@click.command()
def declarations() -> None:
    """List the withdrawals and cancellations that wait for an operator, or waited for one, in UTC."""

    async def read(_settings: Settings, database: Database) -> Sequence[StoredDeclaration]:
        newest = select(StoredDeclaration).order_by(col(StoredDeclaration.received_at).desc())
        async with database.transaction() as db:
            return (await db.exec(newest)).all()

    print_table(_HEADER, map(_row, with_database(read)))


def _row(stored: StoredDeclaration) -> list[str]:
    content = stored.content
    more = [f"{name}: {value}" for name, value in content.items() if value and name not in _NAMED]
    cells = [*(str(content[name] or "not said") for name in _NAMED), ", ".join(more)]
    at = f"{stored.received_at:%Y-%m-%d %H:%M:%S}"
    return [at, stored.kind, *map(_printable, cells)]


def _printable(text: str) -> str:
    # Strangers wrote it, and a terminal would obey control characters.
    return "".join(character if character.isprintable() else " " for character in text)
