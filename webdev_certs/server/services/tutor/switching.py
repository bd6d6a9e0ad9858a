"""Turning the tutor off and on, for all processes at once."""

from sqlmodel import col, delete, select

from webdev_certs.server.models.tutor import SwitchedOff
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring

_NAME = "tutor"


async def is_off(context: Context) -> bool:
    """Return whether an operator has turned the tutor off."""
    return (
        await context.db.exec(select(SwitchedOff.name).where(SwitchedOff.name == _NAME))
    ).first() is not None


async def turn_off(context: Context) -> None:
    """Refuse new questions from now on; answers that are being written end within a second or two."""
    await context.db.exec(insert_ignoring(context.db, SwitchedOff).values(name=_NAME, since=context.now))


async def turn_on(context: Context) -> None:
    """Allow questions again."""
    await context.db.exec(delete(SwitchedOff).where(col(SwitchedOff.name) == _NAME))
