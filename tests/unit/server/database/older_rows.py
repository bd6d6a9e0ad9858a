"""Rows of earlier versions, whose tables may lack columns of today's models."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Column, Connection, column, insert, inspect, table
from sqlmodel import SQLModel

NOW = datetime(2026, 3, 2, tzinfo=UTC)
_FILLING: dict[type, Any] = {str: "", int: 0, float: 0.0, bool: False, dict: {}, datetime: NOW}


def insert_older(connection: Connection, name: str, **given: Any) -> None:
    """Insert a row into a table as it is at the database's revision.

    Args:
        connection: A connection to the database.
        name: The table.
        **given: What the test is about; other columns that must have a value get an empty one.
    """
    today = SQLModel.metadata.tables[name].c
    row = dict(given)
    for existing in inspect(connection).get_columns(name):
        if existing["name"] not in row and not existing["nullable"] and existing["default"] is None:
            row[existing["name"]] = _fill(today[existing["name"]])
    columns = (column(key, today[key].type) for key in row)
    connection.execute(insert(table(name, *columns)), [row])


def _fill(today: Column[Any]) -> Any:
    kind = getattr(today.type, "impl", today.type).python_type
    return uuid4() if kind is UUID else _FILLING[kind]
