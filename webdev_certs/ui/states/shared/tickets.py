"""Tickets: each names one display of one question.

A ticket is `<id of the attempt or practice session>:<position>:<random>`. The browser sends the ticket back
with each answer, so that a late answer is not taken for one to the question shown now.
"""

from uuid import UUID, uuid4


def new_ticket(attempt_id: UUID, position: int) -> str:
    """Return a new ticket for the question at a position."""
    return f"{attempt_id}:{position}:{uuid4().hex[:8]}"


def read_ticket(ticket: str) -> tuple[str, int]:
    """Return the id and the position that a ticket names.

    Raises:
        ValueError: It is malformed.
    """
    attempt_id, position, _ = ticket.split(":")
    return attempt_id, int(position)


def attempt_of(ticket: str) -> str:
    """Return the id that a ticket names; empty for an empty ticket."""
    return ticket.partition(":")[0]


def same_question(ticket: str, other: str) -> bool:
    """Return whether two tickets are for the same question, even if it was displayed twice."""
    return ticket.rpartition(":")[0] == other.rpartition(":")[0]
