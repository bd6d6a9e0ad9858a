"""The kinds of practice rounds, as labels and links."""

from urllib.parse import urlencode

from webdev_certs.schemas.practice import ALL_TECHNOLOGIES, PracticeState, PracticeSummary


def practice_path(technology: str, topic: str | None = None, **parameters: str) -> str:
    """Return the path of a practice round."""
    query = urlencode(({"topic": topic} if topic else {}) | parameters)
    return f"/practice-test/{technology}" + (f"?{query}" if query else "")


def review_path(technology: str = ALL_TECHNOLOGIES) -> str:
    """Return the path of a review round, by default across technologies."""
    return practice_path(technology, round="review")


def practice_label(practice: PracticeState | PracticeSummary) -> str:
    """Return what a practice round is about, in a word or two."""
    if practice.kind == "review":
        return "Review"
    if practice.kind == "retry":
        return "Retry"
    level = practice.difficulty.capitalize() if practice.difficulty else ""
    parts = [part for part in (practice.topic_title, level) if part]
    return ", ".join(parts) or "Adaptive"


def practice_href(practice: PracticeSummary) -> str:
    """Return the path on which a practice round can be resumed."""
    path = f"/practice-test/{practice.technology}"
    if practice.kind == "review":
        return f"{path}?round=review"
    if practice.kind == "retry" and practice.retry_of:
        return f"{path}?{urlencode({'retry': str(practice.retry_of)})}"
    path += f"/{practice.difficulty}" if practice.difficulty else ""
    return path + (f"?{urlencode({'topic': practice.topic})}" if practice.topic else "")
