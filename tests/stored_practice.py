"""Practice of simulated learners, stored in the database."""

from datetime import datetime, timedelta
from uuid import uuid4

import numpy as np
from sqlalchemy import insert

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.adaptive import Items, probabilities
from webdev_certs.server.models import PracticeItem, PracticeSession, User

LENGTH = 10


async def store_practice(
    db: AsyncSession,
    part: TechnologyBank,
    now: datetime,
    learners: int,
    *,
    finished: int = 2,
    seed: int = 1,
    harder: float = 0.0,
) -> None:
    """Store practice sessions of N(0, 1) learners, each with ten random items that are new to them.

    They answer as the items' parameters say. At last each learner answers the items of the first one again,
    all of them correctly, because the feedback has shown the keys.

    Args:
        db: The transaction; the bank's item versions must be stored.
        part: The technology.
        now: When the first practice sessions began.
        learners: How many.
        finished: How many practice sessions each learner finishes before the repeated one.
        seed: Seed of all randomness.
        harder: How much harder the first practice item really is than its parameters say.
    """
    rng = np.random.default_rng(seed)
    items = part.practice
    truth = [item.item_parameters for item in items]
    truth[0] = truth[0]._replace(b=truth[0].b + harder)
    right, _ = probabilities(Items.of(truth), rng.normal(size=learners))
    correct = rng.random(right.shape) < right
    users = [
        User(email=f"p{number}@example.com", full_name="P", terms_accepted_at=now, created_at=now)
        for number in range(learners)
    ]
    db.add_all(users)
    await db.flush()
    practice_sessions, rows = [], []
    for number, user in enumerate(users):
        order = rng.permutation(len(items))[: finished * LENGTH]
        for nth in range(finished + 1):
            repeated = nth == finished
            practice_session_id, start = uuid4(), now + timedelta(days=nth)
            practice_sessions.append(
                {
                    "id": practice_session_id,
                    "user_id": user.id,
                    "technology": part.blueprint.technology,
                    "length": LENGTH,
                    "started_at": start,
                }
            )
            places = order[:LENGTH] if repeated else order[nth * LENGTH : (nth + 1) * LENGTH]
            rows += [
                {
                    "practice_session_id": practice_session_id,
                    "position": position,
                    "technology": part.blueprint.technology,
                    "item_id": items[place].id,
                    "item_version": items[place].version,
                    "option_order": [],
                    "match_order": [],
                    "response": {},
                    "correct": repeated or bool(correct[number, place]),
                    "answered_at": start + timedelta(seconds=30 * position),
                }
                for position, place in enumerate(places, start=1)
            ]
    await db.exec(insert(PracticeSession), params=practice_sessions)
    await db.exec(insert(PracticeItem), params=rows)
