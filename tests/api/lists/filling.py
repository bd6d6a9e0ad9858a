"""Fill the lists of an account."""

from datetime import timedelta
from uuid import UUID, uuid4

from tests.conftest import FakeClock
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Attempt, Certificate, LoginSession, Payment, PracticeSession

ROWS = 25


async def fill(resources: Resources, account: Account, clock: FakeClock, rows: int = ROWS) -> None:
    """Store `rows` rows of each list; every second one at the same time as the one before."""
    user_id = UUID(account.user["id"])
    async with resources.database.transaction() as db:
        for n in range(rows):
            then = clock() - timedelta(minutes=n // 2)
            attempt = Attempt(
                user_id=user_id,
                technology="react",
                min_items=20,
                max_items=40,
                cut_score=500,
                started_at=then,
                deadline=then,
                submitted_at=then,
                ended_by="submitted",
                score=400 + n,
                standard_error=30,
                passed=False,
            )
            db.add(attempt)
            await db.flush()
            db.add(
                Certificate(
                    number=f"WDC-RE-{n:04}-0000-0",
                    user_id=user_id,
                    attempt_id=attempt.id,
                    technology="react",
                    title="Certified React Developer",
                    holder_name="Ada",
                    score=600,
                    score_public=False,
                    issued_at=then,
                    expires_at=then + timedelta(days=700),
                )
            )
            db.add(PracticeSession(user_id=user_id, technology="react", length=10, started_at=then))
            db.add(
                LoginSession(
                    user_id=user_id,
                    refresh_hash=uuid4().hex,
                    created_at=then,
                    last_seen_at=then,
                    expires_at=then + timedelta(days=30),
                )
            )
            db.add(
                Payment(
                    payment_id=f"pi_{n}",
                    user_id=user_id,
                    amount=100,
                    currency="eur",
                    outcome="paid",
                    refunded=0,
                    created_at=then,
                    product_type="lifetime",
                )
            )
