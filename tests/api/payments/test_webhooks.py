"""What the provider tells us by itself: believed only when signed, acted on once, in any order."""

import asyncio
import json
import time
from typing import Any

import httpx
import pytest
from sqlmodel import select

from tests.api.payments.faults import Fault
from tests.api.payments.provider import NO_RENEWAL_CARD, WEBHOOK, Provider, deliver, signed
from tests.api.payments.shop import Shop, assert_refused
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import WebhookEvent


def stranger(kind: str = "invoice.paid", **changes: Any) -> dict[str, Any]:
    """An event about nobody we know."""
    subject = {"id": "in_1", "object": "invoice", "customer": "cus_of_someone_else"}
    return {"id": "evt_1", "object": "event", "type": kind, "data": {"object": subject}} | changes


async def events(resources: Resources) -> dict[str, str]:
    """What was dealt with: id → outcome."""
    async with resources.database.session_scope() as session:
        return {event.event_id: event.outcome for event in (await session.exec(select(WebhookEvent))).all()}


async def test_a_payment_is_fulfilled_without_the_buyer_coming_back(shop: Shop):
    session = await shop.begin()
    await shop.provider.pay(session)
    await shop.hear("checkout.session.completed")
    assert await shop.has_paid()
    assert len(await shop.purchases()) == 1
    assert (await shop.verify(session)).json() == {"success": True, "redirectTo": None}


async def test_twenty_at_once_make_one_fulfilment(shop: Shop):
    session = await shop.begin("monthly")
    await shop.provider.pay(session)
    event = await shop.provider.event("checkout.session.completed")
    paid = await shop.provider.event("invoice.paid")
    answers = await asyncio.gather(
        *(shop.verify(session) for _ in range(10)),
        *(deliver(shop.api, event) for _ in range(5)),
        *(deliver(shop.api, paid) for _ in range(5)),
    )
    assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers]
    assert len(await shop.purchases()) == 1
    assert len(await shop.history()) == 1
    assert set(await events(shop.resources)) == {event["id"], paid["id"]}


async def test_a_repeated_event_asks_the_provider_nothing(shop: Shop):
    await shop.buy()
    await shop.hear("checkout.session.completed")
    shop.provider.line.calls.clear()
    await shop.hear("checkout.session.completed")
    assert shop.provider.line.calls == ["GET /v1/events"]


async def test_an_old_event_does_not_bring_an_old_state_back(shop: Shop):
    await shop.buy("monthly")
    began = await shop.provider.event("customer.subscription.created")
    await shop.provider.api.subscriptions.cancel_async(await shop.provider.subscription_id())
    await shop.hear("customer.subscription.deleted")
    assert not await shop.has_paid()
    assert (await deliver(shop.api, began)).status_code == 200
    assert not await shop.has_paid()


async def test_unknown_kinds_are_recorded(shop: Shop):
    response = await deliver(shop.api, stranger("price.created"))
    assert (response.status_code, response.json()) == (200, {"received": True})
    response = await deliver(shop.api, stranger(id="evt_2"))
    assert response.status_code == 200
    assert await events(shop.resources) == {"evt_1": "ignored", "evt_2": "unknown"}
    assert shop.provider.line.calls == []


ADAS = "the customer that Ada is"
ODD: list[tuple[dict[str, Any], int, str | None]] = [
    ({}, 200, "unknown"),
    ({"object": "invoice", "customer": None}, 200, "unknown"),
    ({"object": "invoice", "customer": ""}, 200, "unknown"),
    ({"object": "invoice", "customer": {"object": "customer", "id": "cus_of_someone_else"}}, 200, "unknown"),
    ({"object": "invoice", "customer": 7}, 400, None),
    ({"object": "checkout.session"}, 400, None),
    ({"object": "dispute", "charge": "ch_of_nobody"}, 200, "unknown"),
    ({"object": "checkout.session", "id": "cs_of_nobody", "customer": ADAS}, 200, "applied"),
    ({"object": "checkout.session", "id": "", "customer": ADAS}, 200, "applied"),
    ({"object": "invoice", "id": "in_of_nobody", "amount_paid": -1, "customer": ADAS}, 200, "applied"),
]
"""What an event may be about, how it is answered, and what is recorded of it."""


async def test_odd_but_signed_events_do_no_harm(shop: Shop):
    """Whatever they say, the books are what the provider's are."""
    await shop.buy("monthly")
    customer = (await shop.provider.api.customers.list_async()).data[0].id
    books = (await shop.billing(), await shop.history(), len(await shop.purchases()))
    for number, (subject, status, outcome) in enumerate(ODD):
        about = {name: customer if value == ADAS else value for name, value in subject.items()}
        event = stranger(id=f"evt_{number}", data={"object": about})
        response = await deliver(shop.api, event)
        assert response.status_code == status, (subject, response.text)
        assert (await events(shop.resources)).get(f"evt_{number}") == outcome, subject
    assert (await shop.billing(), await shop.history(), len(await shop.purchases())) == books
    assert await shop.has_paid()


PAYLOAD = json.dumps(stranger()).encode()


@pytest.mark.parametrize(
    ("payload", "headers"),
    [
        (PAYLOAD, {}),
        (PAYLOAD, {"Stripe-Signature": ""}),
        (PAYLOAD, {"Stripe-Signature": "t=,v1="}),
        (PAYLOAD, {"Stripe-Signature": "nonsense"}),
        (PAYLOAD, {"Stripe-Signature": f"t={int(time.time())},v1={'0' * 64}"}),
        (PAYLOAD, {"Stripe-Signature": f"t={int(time.time())},v1=ä".encode()}),
        (PAYLOAD, signed(PAYLOAD, secret="whsec_other")),
        (PAYLOAD, signed(PAYLOAD, at=time.time() - 3600)),
        (PAYLOAD + b" ", signed(PAYLOAD)),
        (PAYLOAD.replace(b"someone_else", b"someone_elsf"), signed(PAYLOAD)),
        (b"", signed(b"")),
        (b"null", signed(b"null")),
        (b"[]", signed(b"[]")),
        (b"{", signed(b"{")),
        (b"{}", signed(b"{}")),
        (b"\xff", signed(b"\xff")),
        (b'{"object": "event"}', signed(b'{"object": "event"}')),
    ],
)
async def test_what_is_not_signed_or_no_event_is_refused(
    api: httpx.AsyncClient, provider: Provider, resources: Resources, payload: bytes, headers: Any
):
    response = await api.post(WEBHOOK, content=payload, headers=headers)
    assert_refused(response, 400, "invalid_signature")
    assert await events(resources) == {}
    assert provider.line.calls == []


async def test_an_oversized_event_is_not_read(api: httpx.AsyncClient, provider: Provider):
    payload = json.dumps(stranger(padding="x" * 100_000)).encode()
    assert_refused(await api.post(WEBHOOK, content=payload, headers=signed(payload)), 413, "body_too_large")


async def test_a_silent_provider_has_the_event_come_again(shop: Shop):
    """Nothing is recorded until the provider could be asked, so that its next delivery is not lost."""
    session = await shop.begin()
    await shop.provider.pay(session)
    event = await shop.provider.event("checkout.session.completed")
    shop.provider.line.fault = Fault(r"GET /v1/.*", "fails")
    assert_refused(await deliver(shop.api, event), 503, "provider_unavailable")
    assert await events(shop.resources) == {}
    shop.provider.line.fault = None
    assert (await deliver(shop.api, event)).status_code == 200
    assert await shop.has_paid()
    assert len(await shop.purchases()) == 1


async def test_a_failed_renewal_is_heard_of_through_any_of_its_events(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.provider.pass_month()
    await shop.provider.pass_day()
    await shop.hear("customer.subscription.updated")
    assert (await shop.billing())["subscription"]["status"] == "past_due"
