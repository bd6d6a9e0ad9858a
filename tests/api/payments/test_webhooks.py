"""Webhooks: accepted only with a signature, and handled once."""

import asyncio
import json
import time
from typing import Any

import httpx
import pytest
from sqlmodel import select

from tests.api.payments.faults import Fault
from tests.api.payments.provider import NO_RENEWAL_CARD, WEBHOOK, Provider, deliver, signed
from tests.api.payments.shop import Shop, assert_refused, receipts
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import WebhookEvent


def unknown_event(kind: str = "invoice.paid", **changes: Any) -> dict[str, Any]:
    """Return an event about an unknown customer."""
    subject = {"id": "in_1", "object": "invoice", "customer": "cus_of_someone_else"}
    return {"id": "evt_1", "object": "event", "type": kind, "data": {"object": subject}} | changes


async def events(resources: Resources) -> dict[str, str]:
    """Return the recorded events: id → outcome."""
    async with resources.database.transaction() as db:
        return {event.event_id: event.outcome for event in (await db.exec(select(WebhookEvent))).all()}


async def test_twenty_requests_at_once_store_one_purchase_and_send_one_receipt(shop: Shop):
    checkout_session = await shop.begin("monthly")
    await shop.provider.pay(checkout_session)
    event = await shop.provider.event("checkout.session.completed")
    paid = await shop.provider.event("invoice.paid")
    answers = await asyncio.gather(
        *(shop.verify(checkout_session) for _ in range(10)),
        *(deliver(shop.api, event) for _ in range(5)),
        *(deliver(shop.api, paid) for _ in range(5)),
    )
    assert {answer.status_code for answer in answers} == {200}, [answer.text for answer in answers]
    assert len(await shop.purchases()) == 1
    assert len(await shop.history()) == 1
    assert set(await events(shop.resources)) == {event["id"], paid["id"]}
    assert len(await receipts(shop)) == 1


@pytest.mark.one_database
async def test_a_repeated_event_does_not_call_the_provider(shop: Shop):
    await shop.buy()
    await shop.deliver_latest("checkout.session.completed")
    shop.provider.proxy.calls.clear()
    await shop.deliver_latest("checkout.session.completed")
    assert shop.provider.proxy.calls == ["GET /v1/events"]


async def test_events_of_other_kinds_and_unknown_customers_are_recorded(shop: Shop):
    response = await deliver(shop.api, unknown_event("price.created"))
    assert (response.status_code, response.json()) == (200, {"received": True})
    response = await deliver(shop.api, unknown_event(id="evt_2"))
    assert response.status_code == 200
    assert await events(shop.resources) == {"evt_1": "ignored", "evt_2": "unknown"}
    assert shop.provider.proxy.calls == []


OWN_CUSTOMER = "the customer id of the user"
ODD: list[tuple[dict[str, Any], int, str | None]] = [
    ({}, 200, "unknown"),
    ({"object": "invoice", "customer": None}, 200, "unknown"),
    ({"object": "invoice", "customer": ""}, 200, "unknown"),
    ({"object": "invoice", "customer": {"object": "customer", "id": "cus_of_someone_else"}}, 200, "unknown"),
    ({"object": "invoice", "customer": 7}, 400, None),
    ({"object": "checkout.session"}, 400, None),
    ({"object": "dispute", "charge": "ch_of_nobody"}, 200, "unknown"),
    ({"object": "checkout.session", "id": "cs_of_nobody", "customer": OWN_CUSTOMER}, 200, "applied"),
    ({"object": "checkout.session", "id": "", "customer": OWN_CUSTOMER}, 200, "applied"),
    ({"object": "invoice", "id": "in_odd", "amount_paid": -1, "customer": OWN_CUSTOMER}, 200, "applied"),
]
"""The object of an event, the status of the answer, and the recorded outcome."""


async def test_signed_events_with_odd_content_change_nothing(shop: Shop):
    await shop.buy("monthly")
    customer = (await shop.provider.api.customers.list_async()).data[0].id
    before = (await shop.billing(), await shop.history(), len(await shop.purchases()))
    for number, (subject, status, outcome) in enumerate(ODD):
        about = {name: customer if value == OWN_CUSTOMER else value for name, value in subject.items()}
        event = unknown_event(id=f"evt_{number}", data={"object": about})
        response = await deliver(shop.api, event)
        assert response.status_code == status, (subject, response.text)
        assert (await events(shop.resources)).get(f"evt_{number}") == outcome, subject
    assert (await shop.billing(), await shop.history(), len(await shop.purchases())) == before
    assert await shop.has_paid()


PAYLOAD = json.dumps(unknown_event()).encode()
NOT_EVENTS = (b"", b"null", b"[]", b"{", b"{}", b"\xff", b'{"object": "event"}')


@pytest.mark.one_database
async def test_requests_without_a_valid_signature_or_event_are_refused(
    api: httpx.AsyncClient, provider: Provider, resources: Resources
):
    # Signed here and not when tests are collected: five minutes later every signature is refused.
    now = int(time.time())
    refused: list[tuple[bytes, Any]] = [
        (PAYLOAD, {}),
        (PAYLOAD, {"Stripe-Signature": ""}),
        (PAYLOAD, {"Stripe-Signature": "t=,v1="}),
        (PAYLOAD, {"Stripe-Signature": "nonsense"}),
        (PAYLOAD, {"Stripe-Signature": f"t={now},v1={'0' * 64}"}),
        (PAYLOAD, {"Stripe-Signature": f"t={now},v1=ä".encode()}),
        (PAYLOAD, signed(PAYLOAD, secret="whsec_other")),
        (PAYLOAD, signed(PAYLOAD, seconds_ago=3600)),
        (PAYLOAD + b" ", signed(PAYLOAD)),
        (PAYLOAD.replace(b"someone_else", b"someone_elsf"), signed(PAYLOAD)),
        *((payload, signed(payload)) for payload in NOT_EVENTS),
    ]
    for payload, headers in refused:
        response = await api.post(WEBHOOK, content=payload, headers=headers)
        assert_refused(response, 400, "invalid_signature")
    assert await events(resources) == {}
    assert provider.proxy.calls == []


@pytest.mark.one_database
async def test_an_oversized_event_is_refused(api: httpx.AsyncClient, provider: Provider):
    payload = json.dumps(unknown_event(padding="x" * 100_000)).encode()
    assert_refused(await api.post(WEBHOOK, content=payload, headers=signed(payload)), 413, "body_too_large")


@pytest.mark.one_database
async def test_an_event_is_not_recorded_while_the_provider_is_down(shop: Shop):
    """So the next delivery of the event is handled."""
    checkout_session = await shop.begin()
    await shop.provider.pay(checkout_session)
    event = await shop.provider.event("checkout.session.completed")
    shop.provider.proxy.fault = Fault(r"GET /v1/.*", "fails")
    assert_refused(await deliver(shop.api, event), 503, "provider_unavailable")
    assert await events(shop.resources) == {}
    shop.provider.proxy.fault = None
    assert (await deliver(shop.api, event)).status_code == 200
    assert await shop.has_paid()
    assert len(await shop.purchases()) == 1
    # A buyer who comes back only now sees the payment, too.
    back = (await shop.verify(checkout_session)).json()
    assert back == {"success": True, "productType": "lifetime", "redirectTo": None}


@pytest.mark.one_database
async def test_any_event_of_a_failed_renewal_stores_it(shop: Shop):
    await shop.buy("monthly", NO_RENEWAL_CARD)
    await shop.provider.pass_period()
    await shop.deliver_latest("customer.subscription.updated")
    assert (await shop.billing())["subscription"]["status"] == "past_due"
