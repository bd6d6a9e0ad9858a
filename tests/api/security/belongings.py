"""One of everything that a user can have, with their ids."""

from uuid import UUID

from fastapi import FastAPI

from tests import practicing
from tests.answering import pass_exam
from tests.api.payments.shop import Shop
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Identity

Ids = dict[str, str]
"""Name of a parameter → the id."""


async def linked(app: FastAPI, owner: Account) -> str:
    """Return the id of an identity of the owner."""
    resources: Resources = app.state.resources
    identity = Identity(
        user_id=UUID(owner.user["id"]),
        provider="github",
        subject=owner.user["id"],
        email=owner.user["email"],
        created_at=resources.clock(),
    )
    async with resources.database.transaction() as db:
        db.add(identity)
    return str(identity.id)


async def belongings(app: FastAPI, owner: Account) -> Ids:
    """Create one of everything with an id, except payments; return the ids by parameter name."""
    result = await pass_exam(owner)
    practice = await practicing.finish(owner)
    sessions = await owner.read("/api/profile/login-sessions")
    # `test_strangers` answers with choices, so the position has to be that of an item that takes them.
    answers = f"/api/practice/{practice['practice_session_id']}/answers"
    given = [(await owner.read(f"{answers}/{place}"))["response"] for place in range(1, 11)]
    position = next(place for place, response in enumerate(given, start=1) if response.get("choices"))
    return {
        "identity_id": await linked(app, owner),
        "test_id": result["test_id"],
        "practice_session_id": practice["practice_session_id"],
        "login_session_id": sessions[0]["id"],
        "number": result["certificate_number"],
        "position": str(position),
    }


async def purchases(shop: Shop) -> Ids:
    """Create one of all payment data with an id; return the ids by parameter, or by path and field."""
    checkout = await shop.buy("monthly")
    return {
        "invoice_id": (await shop.history())[0]["invoice_id"],
        "/api/payments/verify-payment session_id": checkout["sessionId"],
    }
