"""Which practice session a path asks for: resume the unfinished one, or start one."""

from collections.abc import Mapping
from dataclasses import dataclass

from webdev_certs.schemas.practice import PracticeState
from webdev_certs.ui.client import Api

LENGTH = 10


@dataclass(frozen=True)
class RequestedPractice:
    """What the path of the practice screen asks for.

    Attributes:
        technology: Its id, or `all` for a review across technologies.
        difficulty: A difficulty; None to adapt.
        topic: A topic's id; None for all.
        review: Whether it is a review of what is due.
        mistakes: Whether it asks the items whose latest answer is wrong.
        retry_of: The id of the practice session whose missed items are asked again; empty otherwise.
        length: How many items.
    """

    technology: str
    difficulty: str | None = None
    topic: str | None = None
    review: bool = False
    mistakes: bool = False
    retry_of: str = ""
    length: int = LENGTH


def read_request(path: str, query: Mapping[str, str]) -> RequestedPractice:
    """Read the path and the query of the practice screen."""
    parts = path.strip("/").split("/")
    questions = query.get("questions", "")
    return RequestedPractice(
        technology=parts[1],
        difficulty=parts[2] if len(parts) > 2 else None,
        topic=query.get("topic") or None,
        review=query.get("round") == "review",
        mistakes=query.get("round") == "mistakes",
        retry_of=query.get("retry", ""),
        length=min(max(int(questions), 1), LENGTH) if questions.isdecimal() else LENGTH,
    )


async def resume_or_start(api: Api, wanted: RequestedPractice, zone: str) -> PracticeState:
    """Return the unfinished practice session of this kind, or start one.

    Raises:
        ApiError: The API refuses.
    """
    if wanted.retry_of:
        # The API resumes an unfinished retry of the same practice session.
        return await api.retry_practice(wanted.retry_of)
    if wanted.mistakes:
        # The API also resumes an unfinished practice session of mistakes.
        return await api.start_mistakes(wanted.technology, wanted.topic)
    kind = "topic" if wanted.topic else "difficulty" if wanted.difficulty else "adaptive"
    unfinished = await api.unfinished_practice(
        wanted.technology, "review" if wanted.review else kind, wanted.difficulty, wanted.topic
    )
    if unfinished:
        return await api.practice_session(str(unfinished.practice_session_id))
    return await start_another(api, wanted, zone)


async def start_another(api: Api, wanted: RequestedPractice, zone: str) -> PracticeState:
    """Start a practice session.

    Raises:
        ApiError: The API refuses.
    """
    if wanted.review:
        return await api.start_review(wanted.technology, zone)
    return await api.start_practice(wanted.technology, wanted.difficulty, wanted.topic, wanted.length)
