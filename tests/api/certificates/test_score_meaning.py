"""What verification says about a score: its margin of error, its band, and how others did."""

from datetime import timedelta
from uuid import uuid4

import httpx
import pytest
from sqlmodel import update

from tests.api.accounts.test_auth import stored
from tests.api.certificates.holding import share
from tests.conftest import FakeClock
from tests.factories import Account
from tests.statements import observed_statements
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Attempt, Certificate, User


async def set_score(resources: Resources, score: int, error: int | None) -> None:
    """Give every certificate this score."""
    async with resources.database.transaction() as db:
        await db.exec(update(Certificate).values(score=score, standard_error=error))


async def store_scores(
    resources: Resources, scores: list[int], *, tries: int = 1, mock: bool = False
) -> None:
    """Store learners with these best scores."""
    now = resources.clock()
    async with resources.database.transaction() as db:
        for score in scores:
            user = User(
                email=f"{uuid4().hex}@example.com",
                full_name="Ada",
                password_hash="",
                terms_accepted_at=now,
                created_at=now,
            )
            db.add(user)
            await db.flush()
            db.add_all(
                Attempt(
                    user_id=user.id,
                    technology="react",
                    mock=mock,
                    cut_score=500,
                    started_at=now - timedelta(days=tried),
                    deadline=now,
                    submitted_at=now,
                    score=score - 50 * tried,
                    passed=False,
                )
                for tried in range(tries)
            )


@pytest.mark.one_database
async def test_a_public_score_has_its_margin_and_its_band(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    await set_score(resources, 612, 34)
    assert (await api.get(f"/api/verify/{number}")).json()["score_meaning"] is None
    await share(account, number, score_public=True)
    verified = (await api.get(f"/api/verify/{number}")).json()
    assert (verified["score"], verified["cut_score"]) == (612, 500)
    assert verified["score_meaning"] == {
        "standard_error": 34,
        "low": 556,
        "high": 697,
        "band": "proficient",
        "possible_bands": ["competent", "proficient"],
        "higher_than_percent": None,
        "learners": None,
    }
    # Certificates of deleted attempts from before errors were kept.
    await set_score(resources, 612, None)
    verified = (await api.get(f"/api/verify/{number}")).json()
    assert (verified["score"], verified["score_meaning"]) == (612, None)


@pytest.mark.one_database
@pytest.mark.usefixtures("number")
async def test_the_margin_is_kept_when_the_certificate_is_issued(resources: Resources):
    (certificate,), (attempt,) = await stored(resources, Certificate), await stored(resources, Attempt)
    assert attempt.standard_error is not None
    assert certificate.standard_error == attempt.standard_error


async def test_others_are_compared_with_only_if_there_are_enough(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources, clock: FakeClock
):
    await share(account, number, score_public=True)
    await set_score(resources, 640, 30)

    async def standing() -> tuple[int | None, int | None]:
        clock.advance(seconds=3600)
        meaning = (await api.get(f"/api/verify/{number}")).json()["score_meaning"]
        return meaning["higher_than_percent"], meaning["learners"]

    # With the holder 199 learners, who have tried three times. Mock exams do not count.
    await store_scores(resources, [300] * 5, mock=True)
    await store_scores(resources, [500] * 100 + [640] * 58 + [700] * 40, tries=3)
    assert await standing() == (None, None)
    await store_scores(resources, [300])
    percent, learners = await standing()
    # 101 of 200; the holder's own attempt may count among them or not.
    assert learners == 200
    assert percent in (50, 51)
    # Everybody's scores are counted once an hour only.
    statements: list[str] = []
    with observed_statements(statements.append):
        await api.get(f"/api/verify/{number}")
    assert len(statements) == 1
