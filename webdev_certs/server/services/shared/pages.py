"""Lists in pages, newest rows first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from sqlalchemy import Uuid, and_, or_
from sqlmodel.sql.expression import SelectOfScalar

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.shared.translation import _

T = TypeVar("T")
U = TypeVar("U")
_SEPARATOR = "~"


@dataclass(frozen=True)
class PageRequest:
    """Which page of a list: at most `size` rows, after the row that the cursor `after` names, if any."""

    size: int
    after: str = ""


@dataclass(frozen=True)
class Page(Generic[T]):
    """Rows of a list, and the cursor of the next page; empty if this is the last one."""

    rows: Sequence[T]
    following: str

    def map(self, shown: Callable[[T], U]) -> "Page[U]":
        """Return the page with each row as `shown` returns it."""
        return Page([shown(row) for row in self.rows], self.following)


async def read_page(
    db: AsyncSession, query: SelectOfScalar[T], wanted: PageRequest, *, moment: Any, key: Any
) -> Page[T]:
    """Return one page of a query's rows, ordered by two columns, both descending.

    Pages do not shift when rows are added or deleted, because a cursor holds the values of a row.

    Args:
        db: The transaction.
        query: Selects rows of one table.
        wanted: Which page.
        moment: A column of type datetime.
        key: A unique column, which orders rows of the same moment.

    Raises:
        InvalidInput: `invalid_cursor`: the cursor does not come from a page of this list.
    """
    if wanted.after:
        then, last = _parse(wanted.after, UUID if isinstance(key.type, Uuid) else str)
        # The first condition follows from the second, and lets the database use an index.
        query = query.where(moment <= then, or_(moment < then, and_(moment == then, key < last)))
    ordered = query.order_by(moment.desc(), key.desc()).limit(wanted.size + 1)
    rows = (await db.exec(ordered)).all()
    shown = rows[: wanted.size]
    if len(rows) == len(shown):
        return Page(shown, "")
    at, last = getattr(shown[-1], moment.key), getattr(shown[-1], key.key)
    return Page(shown, _cursor(at, last))


def cut_page(
    rows: Sequence[T], wanted: PageRequest, *, moment: Callable[[T], datetime], key: Callable[[T], str]
) -> Page[T]:
    """Return one page of rows that are in memory, with the same kind of cursors as `read_page`.

    Args:
        rows: All rows, ordered by moment and key, both descending.
        wanted: Which page.
        moment: Returns a row's time.
        key: Returns a row's unique key.

    Raises:
        InvalidInput: `invalid_cursor`: the cursor does not come from a page of this list.
    """
    if wanted.after:
        last = _parse(wanted.after, str)
        rows = [row for row in rows if (moment(row), key(row)) < last]
    shown = rows[: wanted.size]
    following = (moment(shown[-1]), key(shown[-1])) if len(rows) > len(shown) else None
    return Page(shown, _cursor(*following) if following else "")


def _cursor(moment: datetime, key: Any) -> str:
    return f"{moment.isoformat()}{_SEPARATOR}{key}"


def _parse(cursor: str, kind: type[UUID] | type[str]) -> tuple[datetime, UUID | str]:
    moment, separator, key = cursor.partition(_SEPARATOR)
    try:
        then = datetime.fromisoformat(moment)
        if separator and then.tzinfo and key.isprintable():
            return then, kind(key)
    except (ValueError, OverflowError):
        pass
    raise invalid_cursor()


def invalid_cursor() -> InvalidInput:
    """Return the error for a cursor that does not come from a page of the list."""
    return InvalidInput("invalid_cursor", _("This page isn’t part of the list."), field="after")
