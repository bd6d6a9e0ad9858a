"""A provider that fails, hangs or breaks off at each step: no payment is lost or made twice."""

import asyncio

import pytest

from tests.api.payments.faults import Fault
from tests.api.payments.provider import DISPUTED_CARD, Provider, deliver
from tests.api.payments.shop import Shop, assert_refused, order
from tests.conftest import FakeClock
from webdev_certs.settings import Settings

pytestmark = pytest.mark.one_database


CREATE = "POST /v1/checkout/sessions"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Settings with a short timeout; each call is attempted three times."""
    return settings.model_copy(update={"stripe_timeout_seconds": 0.5})


async def open_checkout_sessions(provider: Provider) -> list[str]:
    listing = await provider.api.checkout.sessions.list_async({"status": "open"})
    return [checkout_session.id for checkout_session in listing.data]


@pytest.mark.parametrize(
    ("call", "kind", "arrives"),
    [
        ("GET /v1/prices", "fails", False),
        ("POST /v1/customers", "hangs", True),
        ("POST /v1/customers", "fails", False),
        (CREATE, "fails", False),
        (CREATE, "fails", True),
        (CREATE, "hangs", True),
        (CREATE, "breaks", True),
    ],
)
async def test_a_failed_checkout_works_at_the_next_attempt(shop: Shop, call: str, kind: str, arrives: bool):
    shop.provider.proxy.fault = Fault(call, kind, arrives)
    response = await shop.post("create-checkout-session", order())
    assert_refused(response, 503, "checkout_failed")
    assert response.json()["detail"] == "Failed to create checkout session"
    shop.provider.proxy.fault = None
    checkout_session = await shop.begin()
    if kind != "fails":
        # What the provider did is not done again, even if its answer was lost.
        assert await open_checkout_sessions(shop.provider) == [checkout_session["sessionId"]]
    customers = await shop.provider.api.customers.list_async()
    assert len(customers.data) == 1
    await shop.provider.pay(checkout_session)
    assert (await shop.verify(checkout_session)).status_code == 200
    assert len((await shop.provider.api.charges.list_async()).data) == 1


@pytest.mark.parametrize("call", ["POST /v1/customers", CREATE])
async def test_a_failure_that_the_provider_repeats_gets_a_new_idempotency_key(shop: Shop, call: str):
    shop.provider.proxy.fault = Fault(call, "fails", is_kept=True)
    assert_refused(await shop.post("create-checkout-session", order()), 503, "checkout_failed")
    shop.provider.proxy.fault = None
    await shop.provider.pay(await shop.begin())


@pytest.mark.parametrize("kind", ["fails", "hangs", "breaks"])
async def test_a_single_fault_is_retried(shop: Shop, kind: str):
    shop.provider.proxy.fault = Fault(CREATE, kind, arrives=True, times=1)
    checkout_session = await shop.begin()
    assert await open_checkout_sessions(shop.provider) == [checkout_session["sessionId"]]


async def test_a_double_click_waits_for_the_answer_to_the_first_request(shop: Shop):
    # More faults than the SDK makes retries for one call.
    under_way = {"type": "idempotency_error", "code": "idempotency_key_in_use"}
    shop.provider.proxy.fault = Fault(CREATE, "refuses", status=409, times=6, error=under_way)
    checkout_session = await shop.begin()
    assert await open_checkout_sessions(shop.provider) == [checkout_session["sessionId"]]


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (r"GET /v1/checkout/sessions/.*", "hangs"),
        (r"GET /v1/checkout/sessions/.*", "fails"),
        ("GET /v1/subscriptions", "breaks"),
        ("GET /v1/invoices", "fails"),
        ("GET /v1/charges", "fails"),
    ],
)
async def test_a_payment_that_cannot_be_verified_is_not_lost(shop: Shop, call: str, kind: str):
    checkout_session = await shop.begin("monthly")
    await shop.provider.pay(checkout_session)
    shop.provider.proxy.fault = Fault(call, kind)
    response = await shop.verify(checkout_session)
    assert_refused(response, 503, "verification_unavailable")
    assert "isn’t lost" in response.json()["detail"]
    assert await shop.purchases() == []
    shop.provider.proxy.fault = None
    assert (await shop.verify(checkout_session)).status_code == 200
    assert len(await shop.purchases()) == 1


async def test_an_interrupted_change_of_plan_leaves_one_open_checkout_session(shop: Shop):
    first = await shop.begin("monthly")
    shop.provider.proxy.fault = Fault(r"POST /v1/checkout/sessions/.*/expire", "hangs", arrives=True)
    assert_refused(await shop.post("create-checkout-session", order("yearly")), 503, "checkout_failed")
    shop.provider.proxy.fault = None
    second = await shop.begin("yearly")
    assert await open_checkout_sessions(shop.provider) == [second["sessionId"]]
    assert (await shop.provider.pay(first)).status_code == 410


@pytest.mark.parametrize("call", [r"GET /v1/charges/.*", "GET /v1/disputes", "GET /v1/charges"])
async def test_a_dispute_that_could_not_be_synced_is_delivered_again(shop: Shop, call: str):
    """A dispute names only its charge, so the customer has to be read from Stripe."""
    await shop.provider.pay(await shop.begin(), DISPUTED_CARD)
    event = await shop.provider.event("charge.dispute.created")
    shop.provider.proxy.fault = Fault(call, "fails")
    assert_refused(await deliver(shop.api, event), 503, "provider_unavailable")
    shop.provider.proxy.fault = None
    assert (await deliver(shop.api, event)).status_code == 200
    assert not await shop.has_paid()
    assert [record["status"] for record in await shop.history()] == ["disputed"]


async def test_without_an_answer_of_the_provider_every_call_fails_and_stored_data_is_still_served(shop: Shop):
    checkout_session = await shop.begin()
    await shop.provider.pay(checkout_session)
    event = await shop.provider.event("checkout.session.completed")
    shop.provider.proxy.fault = Fault(".*", "hangs")
    verified, delivered, begun = await asyncio.gather(
        shop.verify(checkout_session),
        deliver(shop.api, event),
        shop.post("create-checkout-session", order("yearly")),
    )
    assert_refused(verified, 503, "verification_unavailable")
    assert_refused(delivered, 503, "provider_unavailable")
    assert_refused(begun, 503, "checkout_failed")
    assert await shop.read("status") == {"has_paid": False}
    assert await shop.read("history") == []
    assert (await shop.billing())["access"] == "none"


@pytest.mark.parametrize(
    ("before", "call", "code", "after"),
    [
        (None, "cancel-subscription", "cancellation_failed", "ending"),
        ("cancel-subscription", "resume-subscription", "resumption_failed", "active"),
    ],
)
async def test_a_change_without_answer_can_be_repeated(
    shop: Shop, before: str | None, call: str, code: str, after: str
):
    await shop.buy("monthly")
    if before:
        await shop.post(before)
    shop.provider.proxy.fault = Fault(r"POST /v1/subscriptions/.*", "hangs", arrives=True)
    assert_refused(await shop.post(call), 503, code)
    shop.provider.proxy.fault = None
    assert (await shop.post(call)).json()["subscription"]["status"] == after
    assert await shop.has_paid()


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (r"GET /v1/invoices/.*", "fails"),
        (r"GET /i/.*", "fails"),
        (r"GET /i/.*", "hangs"),
        (r"GET /i/.*", "breaks"),
    ],
)
async def test_an_invoice_that_cannot_be_downloaded_is_available_later(shop: Shop, call: str, kind: str):
    await shop.buy("monthly")
    (record,) = await shop.history()
    shop.provider.proxy.fault = Fault(call, kind)
    assert_refused(await shop.get(f"invoice/{record['invoice_id']}"), 503, "invoice_unavailable")
    shop.provider.proxy.fault = None
    assert (await shop.get(f"invoice/{record['invoice_id']}")).content.startswith(b"%PDF")


async def test_cached_plans_are_used_for_an_hour_while_the_provider_fails(shop: Shop, clock: FakeClock):
    shop.provider.proxy.fault = Fault("GET /v1/prices", "fails")
    refusal = await shop.api.get("/api/payments/plans", headers={"Accept-Language": "de"})
    assert_refused(refusal, 503, "plans_unavailable")
    assert refusal.json()["detail"].startswith("Die Tarife")
    shop.provider.proxy.fault = None
    plans = (await shop.api.get("/api/payments/plans")).json()
    shop.provider.proxy.fault = Fault("GET /v1/prices", "fails")
    clock.advance(minutes=30)
    assert (await shop.api.get("/api/payments/plans")).json() == plans
    clock.advance(hours=1)
    assert_refused(await shop.api.get("/api/payments/plans"), 503, "plans_unavailable")
