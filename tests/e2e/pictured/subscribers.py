"""Plans and payments in every state, behind the pictures."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.e2e.learning import ApiLearner
from tests.e2e.paying import NO_RENEWAL, pass_time
from tests.e2e.pictured.registration import Registration


@dataclass(frozen=True)
class Subscribers:
    """Somebody for each state of the plan."""

    active: ApiLearner
    ending: ApiLearner
    past_due: ApiLearner
    ended: ApiLearner
    lifetime: ApiLearner
    lifetime_and_monthly: ApiLearner
    refunded: ApiLearner
    disputed: ApiLearner
    waiting: ApiLearner
    lifetime_session: str
    unpaid_session: str


def create_subscribers(accounts: Registration) -> Subscribers:
    """Create them; the sandbox's clock moves ahead by a month."""
    past_due, ended, active, ending, lifetime, both, refunded, disputed = (
        accounts.newcomer() for _ in range(8)
    )
    past_due.buy("monthly", NO_RENEWAL)
    ended.buy("monthly")
    _cancel(ended)
    pass_time(accounts.product, "month", "day")
    active.buy("monthly")
    ending.buy("yearly")
    _cancel(ending)
    both.buy("monthly")
    _cancel(both)
    both.buy("lifetime")
    session = lifetime.buy("lifetime")
    for learner, act in ((refunded, "refund"), (disputed, "dispute")):
        learner.buy("yearly")
        form = {"charge": _charge_of(accounts, learner.email)}
        answer = httpx.post(f"{accounts.product.url}/sandbox/stripe/{act}", data=form, timeout=30)
        assert answer.status_code == 303, answer.text
    waiting = accounts.newcomer()
    unpaid = waiting.checkout("lifetime")
    return Subscribers(
        active,
        ending,
        past_due,
        ended,
        lifetime,
        both,
        refunded,
        disputed,
        waiting,
        session,
        unpaid["sessionId"],
    )


def _cancel(learner: ApiLearner) -> None:
    learner.call("POST", "/payments/cancel-subscription", {})


def _charge_of(accounts: Registration, email: str) -> str:
    """Return the id of the charge of a user who has paid once."""
    path = Path(accounts.product.environment["DATA_DIR"]) / "sandbox" / "stripe.db"
    with closing(sqlite3.connect(path, timeout=30)) as database:
        rows = database.execute("SELECT body FROM objects WHERE kind IN ('customer', 'charge')")
        objects = [json.loads(body) for (body,) in rows]
    customers = {one["id"] for one in objects if one["object"] == "customer" and one["email"] == email}
    (charge,) = (one["id"] for one in objects if one.get("customer") in customers)
    return charge
