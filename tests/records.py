"""Records as the API returns them, for the tests of several tiers; arguments replace fields."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from webdev_certs.schemas.auth import User
from webdev_certs.schemas.certificates import Certificate, Verification
from webdev_certs.schemas.exams import AttemptResult, TopicBand, TopicResult

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
USER = User(id=UUID(int=7), email="ada@example.com", full_name="Ada Lovelace")
ATTEMPT = UUID(int=1)
NUMBER = "WDC-RE-7K3M-92QF-Z"


def topic_result(topic: str, band: TopicBand = "above") -> TopicResult:
    return TopicResult(topic=topic, title=topic.title(), band=band)


def attempt_result(**changes: Any) -> AttemptResult:
    """Return the result of a passed exam."""
    fields = {"test_id": ATTEMPT, "technology": "react", "name": "React"}
    fields |= {"title": "Certified React Developer", "score": 612, "standard_error": 40}
    fields |= {"low": 534, "high": 690, "cut_score": 500, "passed": True, "decided": True}
    fields |= {"ended_by": "decided", "answered": 20, "pretest_answered": 0, "min_items": 20}
    fields |= {"started_at": NOW, "submitted_at": NOW + timedelta(minutes=31)}
    fields |= {"topics": [topic_result("basics")], "certificate_number": NUMBER}
    fields |= {"retake_at": NOW + timedelta(days=14)}
    return AttemptResult.model_validate(fields | changes)


def certificate(number: str = NUMBER, **changes: Any) -> Certificate:
    fields = {"number": number, "status": "valid", "technology": "react", "name": "React"}
    fields |= {"title": "Certified React Developer", "holder_name": USER.full_name, "name_public": True}
    fields |= {"score": 612, "score_public": False, "credential_public": False, "on_profile": False}
    fields |= {"test_id": ATTEMPT, "issued_at": NOW, "expires_at": NOW.replace(year=2028)}
    fields |= {"replaced_by": None, "verify_url": f"http://certs.test/verify/{number}", "reissuable": False}
    return Certificate.model_validate(fields | changes)


def verification(**changes: Any) -> Verification:
    """Return what the public sees of a valid certificate."""
    fields = dict.fromkeys(Verification.model_fields) | certificate().model_dump(
        include={"number", "status", "technology", "name", "title", "holder_name", "issued_at", "expires_at"}
    )
    fields |= {"name_withheld": False, "issuer": "WebDev Certs", "checked_at": NOW}
    return Verification.model_validate(fields | changes)
