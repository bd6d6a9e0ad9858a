"""Correct a key as the operators' command does, over a database that the API also uses."""

from collections.abc import Sequence

from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.services.exams.regrading import Regraded, attempts_to_regrade, regrade_attempt
from webdev_certs.server.services.items.regraded_keys import add_regrade

WRONG = {"single_choice": "b", "output": "b", "true_false": "false", "multiple_choice": "[a, c]"}
"""The keys that wrong answers (`tests.answering.answer`) fit."""


def wrong_key(resources: Resources, item_id: str) -> str:
    """Return a key by which the wrong answers of the tests are right."""
    return WRONG[resources.bank.technologies["react"].by_id[item_id].format]


async def regrade_all(
    resources: Resources, item_id: str, *keys: str, takes_passes_away: bool = False, most: int | None = None
) -> Sequence[Regraded]:
    """Store a regrade and score the attempts again, at most `most` of them.

    Without a key the item does not count.
    """
    async with resources.database.transaction() as db:
        regrade = await add_regrade(
            new_context(resources, db), item_id, 1, keys, "wrong", takes_passes_away=takes_passes_away
        )
        learners = await attempts_to_regrade(new_context(resources, db), regrade)
    results = []
    for learner in learners[:most]:
        async with resources.database.transaction() as db:
            results.append(await regrade_attempt(new_context(resources, db), regrade, learner))
    return [one for one in results if one]
