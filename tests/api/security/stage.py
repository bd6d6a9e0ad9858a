"""People and their records, for calls that need them."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx
from fastapi import FastAPI

from tests.api.payments.provider import pay_form
from tests.api.payments.shop import order
from tests.api.security.belongings import belongings
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.social import Project
from webdev_certs.server.api.dependencies import new_context
from webdev_certs.server.services.mail.choices import unsubscribe_token


@dataclass(frozen=True)
class Call:
    """A request.

    Attributes:
        who: The signed-in user.
        ids: The ids in the path, by the names of its parameters.
        body: The JSON body; None if the call takes none.
        query: The parameters of the query, if the call requires some.
    """

    who: Account
    ids: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] | None = None
    query: dict[str, Any] = field(default_factory=dict)


class Stage:
    """The data that requests need. A request that uses up or ends something gets data of its own."""

    def __init__(self, api: httpx.AsyncClient, app: FastAPI, clock: FakeClock, project: Project) -> None:
        self.api = api
        self.clock = clock
        self.project = project
        self._app = app

    async def furnish(self) -> None:
        """Create a user with one of everything: a passed test, practice, a payment."""
        self.owner = await self.buyer()
        self.ids = await belongings(self._app, self.owner) | {"technology": "react"}
        history = await self.owner.get("/api/payments/history")
        self.ids["invoice_id"] = history.json()[0]["invoice_id"]
        certificate = f"/api/certificates/{self.ids['number']}"
        await self.owner.patch(certificate, json={"credential_public": True})
        await self.owner.patch(certificate, json={"on_profile": True})
        profile = await self.owner.put("/api/profile/public", json={})
        self.ids["handle"] = profile.json()["handle"]
        verified = await self.api.get(f"/api/verify/{self.ids['number']}")
        self.ids["version"] = verified.json()["criteria"].rsplit("/", 1)[-1]
        credential = await self.owner.get(f"{certificate}/credential")
        self.credential = credential.json()
        revocation, _ = self.credential["credentialStatus"]
        self.ids["status_list"] = revocation["statusListCredential"].split("/")[-1]

    def unsubscribe_token(self) -> str:
        """Return the token in the owner's mails about retakes."""
        context = new_context(self._app.state.resources)
        return unsubscribe_token(context, UUID(self.owner.user["id"]), "retake")

    async def person(self) -> Account:
        """Return a new user whose later mails are newer than that of their registration."""
        person = await register(self.api)
        self.clock.advance(seconds=1)
        return person

    async def buyer(self) -> Account:
        """Return a user with a subscription."""
        person = await self.person()
        await self.paid_checkout(person)
        return person

    async def paid_checkout(self, person: Account) -> str:
        """Return the id of a paid and verified checkout session."""
        checkout = await self.post(person, "payments/create-checkout-session", order("monthly"))
        async with httpx.AsyncClient(verify=False) as pages:
            assert (await pages.post(checkout["url"], data=pay_form())).status_code == 303
        verified = await self.post(person, "payments/verify-payment", {"session_id": checkout["sessionId"]})
        assert verified["success"]
        return checkout["sessionId"]

    async def post(self, who: Account, path: str, body: Any = None) -> dict[str, Any]:
        """Send a request that prepares another one, and return its answer."""
        response = await who.post(f"/api/{path}", json=body)
        assert response.is_success, response.text
        return response.json() if response.content else {}
