"""Attempts that simulated learners have ended, stored in the database."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

import numpy as np
from sqlalchemy import insert

from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.making import exam_instances, make_instances
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.adaptive import Items, probabilities
from webdev_certs.server.models import Attempt, AttemptItem, ItemVersion, User

SECONDS = 30
LENGTH = 20


async def store_ended_attempts(
    db: AsyncSession,
    part: TechnologyBank,
    now: datetime,
    count: int,
    *,
    seed: int = 1,
    harder: float = 0.0,
    item_seed: str | None = None,
) -> None:
    """Store attempts of N(0, 1) learners, each with 20 random certification items, 30 seconds an answer.

    They answer as the items' parameters say. A wrong answer is the last option.

    Args:
        db: The transaction; the bank's item versions must be stored.
        part: The technology.
        now: When the attempts ended.
        count: How many.
        seed: Seed of all randomness.
        harder: How much harder the first item really is than its parameters say.
        item_seed: The secret from which each attempt gets instances of its own; all have the same if None.
    """
    rng = np.random.default_rng(seed)
    items = [item for item in part.items if item.pool == "certification"]
    items += await _instances(db, part)
    truth = [item.item_parameters for item in items]
    truth[0] = truth[0]._replace(b=truth[0].b + harder)
    abilities = rng.normal(size=count)
    right, _ = probabilities(Items.of(truth), abilities)
    correct = rng.random(right.shape) < right
    models = {model.id: model for model in part.models}
    users, attempts, rows = [], [], []
    for number, theta in enumerate(abilities):
        attempt_id, started_at, user_id = uuid4(), now - timedelta(hours=1), uuid4()
        email = f"{user_id.hex}@example.com"
        moments = {"terms_accepted_at": now, "created_at": now, "email_confirmed_at": now}
        users.append({"id": user_id, "email": email, "full_name": "L", **moments})
        attempts.append(
            {
                "id": attempt_id,
                "user_id": user_id,
                "technology": part.blueprint.technology,
                "min_items": LENGTH,
                "max_items": LENGTH,
                "position": LENGTH,
                "cut_score": 500,
                "started_at": started_at,
                "deadline": now,
                "submitted_at": now,
                "ended_by": "max_items",
                "score": round(500 + 100 * float(theta)),
                "passed": bool(theta > 0),
            }
        )
        for position, place in enumerate(rng.permutation(len(items))[:LENGTH], start=1):
            item = items[place]
            if item_seed and item.model:
                item = next(exam_instances(models[item.model], item_seed, attempt_id, position)).item
                await db.merge(_stored(item, part))
            rows.append(
                {
                    "attempt_id": attempt_id,
                    "position": position,
                    "item_id": item.id,
                    "item_version": item.version,
                    "option_order": [],
                    "match_order": [],
                    "response": _response(item, bool(correct[number, place])),
                    "answered_at": started_at + timedelta(seconds=SECONDS * position),
                    "correct": bool(correct[number, place]),
                }
            )
    await db.flush()
    await db.exec(insert(User), params=users)
    await db.exec(insert(Attempt), params=attempts)
    await db.exec(insert(AttemptItem), params=rows)


async def store_right_answers(resources: Resources, test_id: str) -> None:
    """Answer the first 20 items of an attempt that has just started: five of each topic, all rightly."""
    now = resources.clock()
    async with resources.database.transaction() as db:
        attempt = await db.get_one(Attempt, UUID(test_id))
        first = await db.get_one(AttemptItem, (attempt.id, 1))
        part = resources.bank.technologies[attempt.technology]
        by_id = {item.id: item for item in part.items if item.pool == "certification"}
        items = [by_id.pop(first.item_id)]
        for topic in part.blueprint.topics:
            others = [item for item in by_id.values() if item.topic == topic.id]
            items += others[: topic.items - (items[0].topic == topic.id)]
        assert len(items) == LENGTH
        first.response, first.answered_at = _response(items[0], True), now
        for position, item in enumerate(items[1:], start=2):
            db.add(
                AttemptItem(
                    attempt_id=attempt.id,
                    position=position,
                    item_id=item.id,
                    item_version=item.version,
                    option_order=[option.id for option in item.options],
                    match_order=[match.id for match in item.matches],
                    shown_at=now,
                    parameters=list(item.item_parameters),
                    response=_response(item, True),
                    answered_at=now,
                )
            )
        attempt.position = LENGTH


async def _instances(db: AsyncSession, part: TechnologyBank) -> list[Item]:
    """Store an instance of each certification model, and return them."""
    models = [model for model in part.models if model.pool == "certification"]
    made = [next(make_instances(model, "ended attempts")).item for model in models]
    for item in made:
        db.add(_stored(item, part))
    await db.flush()
    return made


def _stored(item: Item, part: TechnologyBank) -> ItemVersion:
    row = {"item_id": item.id, "version": item.version, "technology": part.blueprint.technology}
    return ItemVersion(**row, digest=item.digest, content=item.frozen_content())


def _response(item: Item, correct: bool) -> dict[str, object]:
    key = item.key
    if isinstance(key, dict):
        partners = list(key.values())
        return {"pairs": key if correct else dict(zip(key, partners[1:] + partners[:1], strict=True))}
    if not item.options or key is None:
        return {"text": "42" if correct else "0"}
    if item.format == "order_lines":
        return {"order": list(key) if correct else list(reversed(key))}
    return {"choices": list(key) if correct else [item.options[-1].id]}
