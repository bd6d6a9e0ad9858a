"""The kinds of practice sessions, as labels and links."""

from urllib.parse import urlencode

from webdev_certs.schemas.practice import ALL_TECHNOLOGIES, PRACTICE_LENGTH, PracticeState, PracticeSummary
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.states.items.view import difficulty_name
from webdev_certs.ui.states.session.navigation import PRACTICE, PRACTICE_MISTAKES


def practice_path(
    technology: str, topic: str | None = None, difficulty: str | None = None, **parameters: str
) -> str:
    """Return the path of a practice session."""
    path = PRACTICE + "/".join((technology, *([difficulty] if difficulty else [])))
    query = urlencode(({"topic": topic} if topic else {}) | parameters)
    return f"{path}?{query}" if query else path


def review_path(technology: str = ALL_TECHNOLOGIES) -> str:
    """Return the path of a review, by default across technologies."""
    return practice_path(technology, round="review")


def review_label(due: int) -> str:
    """Return what the link to a review says: how many of the questions that are due it asks."""
    if due > PRACTICE_LENGTH:
        return _("Review {n} of {due} due", n=PRACTICE_LENGTH, due=due)
    return _("Review {n} due", n=due)


def mistakes_practice_path(technology: str, topic: str | None = None) -> str:
    """Return the path on which the mistakes of a technology, or of one of its topics, are practiced."""
    return practice_path(technology, topic, round="mistakes")


def drill_label(mistakes: int) -> str:
    """Return the label of the link that practices the mistakes in a topic; empty if there are none."""
    if not mistakes:
        return ""
    return ngettext("Practice {n} open mistake", "Practice {n} open mistakes", mistakes)


def question_path(technology: str, question: str) -> str:
    """Return the path on which one question is practiced."""
    return practice_path(technology, question=question)


def mistakes_path(technology: str, topic: str | None = None) -> str:
    """Return the path of the list of mistakes of a technology, or of one of its topics."""
    query = urlencode({"topic": topic} if topic else {})
    return f"{PRACTICE_MISTAKES}{technology}" + (f"?{query}" if query else "")


def reopened_path(practice: PracticeSummary) -> str:
    """Return the path on which the end of a finished practice session is shown again, to everybody."""
    return practice_path(
        practice.technology, practice.topic, practice.difficulty, reopen=str(practice.practice_session_id)
    )


def practice_label(practice: PracticeState | PracticeSummary) -> str:
    """Return what a practice session is about, in a word or two."""
    if practice.kind == "review":
        return _("Review")
    if practice.kind == "retry":
        return _("Retry")
    if practice.kind == "mock":
        return _("Mock exam")
    if practice.kind == "question":
        return _("One question")
    level = difficulty_name(practice.difficulty) if practice.difficulty else ""
    if practice.kind == "mistakes":
        level = _("Mistakes")
    parts = [part for part in (practice.topic_title, level) if part]
    return ", ".join(parts) or _("Adaptive")


def practice_href(practice: PracticeSummary) -> str:
    """Return the path on which a practice session can be resumed."""
    if practice.kind == "review":
        return review_path(practice.technology)
    if practice.kind == "retry" and practice.retry_of:
        return practice_path(practice.technology, retry=str(practice.retry_of))
    if practice.kind == "mistakes":
        return mistakes_practice_path(practice.technology, practice.topic)
    if practice.kind == "question":
        return reopened_path(practice)
    return practice_path(practice.technology, practice.topic, practice.difficulty)
