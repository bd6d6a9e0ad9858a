"""Certificates in every state, behind the pictures."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sqlmodel import col, update

from tests.e2e.learning import ApiLearner
from tests.e2e.pictured.registration import Registration
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.models.certificates import Certificate


@dataclass(frozen=True)
class Holder:
    """Somebody with certificates."""

    learner: ApiLearner
    numbers: dict[str, str]
    """State → number of the certificate."""
    tests: dict[str, str] = field(default_factory=dict)
    """State of the certificate → id of the test that was passed."""


def create_holder(accounts: Registration) -> Holder:
    """Create somebody with certificates in every state, and somebody who has left."""
    learner, numbers, tests = accounts.newcomer(), dict[str, str](), dict[str, str]()
    states = ("valid", "expired", "suspended", "revoked", "withheld")
    for state, technology in zip(states, TECHNOLOGIES, strict=False):
        tests[state] = learner.take_exam(technology, right=True)
        (numbers[state],) = {*learner.certificates()} - {*numbers.values()}
    learner.call("PATCH", f"/certificates/{numbers['valid']}", {"score_public": True})
    learner.call("PATCH", f"/certificates/{numbers['withheld']}", {"name_public": False})
    _expire(accounts, numbers["expired"])
    accounts.product.command(
        "certificates", "suspend", numbers["suspended"], "--because", "under_review", "--yes"
    )
    accounts.product.command(
        "certificates", "revoke", numbers["revoked"], "--because", "rules_broken", "--yes"
    )
    return Holder(learner, numbers, tests)


def create_renamed(accounts: Registration) -> Holder:
    """Create somebody whose certificate is issued again in a new name."""
    learner = accounts.newcomer("Ada Lovelace")
    learner.take_exam("react", right=True)
    (old,) = learner.certificates()
    learner.rename("Ada King")
    new = learner.call("POST", f"/certificates/{old}/reissue", {})["number"]
    return Holder(learner, {"replaced": old, "new": new})


def create_left(accounts: Registration) -> str:
    """Return the number of a certificate whose holder has deleted the account."""
    learner = accounts.newcomer("Ida Rhodes")
    learner.take_exam("vue", right=True)
    (number,) = learner.certificates()
    accounts.product.command("users", "delete", learner.email, "--certificates", "keep_anonymous", "--yes")
    return number


def _expire(accounts: Registration, number: str) -> None:
    """Let a certificate end a month ago."""
    now = datetime.now(UTC)
    times = {"issued_at": now - timedelta(days=760), "expires_at": now - timedelta(days=30)}
    accounts.product.execute(update(Certificate).where(col(Certificate.number) == number).values(**times))
