"""The id of the practice session that continues a sample: a second claim finds the first."""

from uuid import UUID, uuid5

_NAMESPACE = UUID("5d0f7c1e-8b0a-4f0e-9c55-3a8f6f1f2b64")


def claimed_practice_session_id(user_id: UUID, technology: str) -> UUID:
    """Return the id of the practice session that a learner's claim of a technology's sample makes."""
    return uuid5(_NAMESPACE, f"{user_id} {technology}")
