"""Tickets: what an answer belongs to, whatever has happened since its question was drawn.

`<id of the attempt or round>:<position>:<drawing>`. The browser sends a ticket back with each answer, so that
a late one is told from one to what is shown now.
"""

from uuid import UUID, uuid4


def new_ticket(attempt_id: UUID, position: int) -> str:
    """A ticket for the question at a position, drawn now."""
    return f"{attempt_id}:{position}:{uuid4().hex[:8]}"


def read_ticket(ticket: str) -> tuple[str, int]:
    """The id and the position that a ticket names.

    Raises:
        ValueError: it is none of ours.
    """
    attempt_id, position, _ = ticket.split(":")
    return attempt_id, int(position)


def attempt_of(ticket: str) -> str:
    """The id that a ticket names; nothing for no ticket."""
    return ticket.partition(":")[0]


def same_question(ticket: str, other: str) -> bool:
    """Whether two tickets are for the same question, though perhaps for two drawings of it."""
    return ticket.rpartition(":")[0] == other.rpartition(":")[0]
