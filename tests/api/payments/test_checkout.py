"""Starting a checkout, and the errors when that is not possible."""

import asyncio
from uuid import uuid4

import httpx
import pytest

from tests import practicing
from tests.api.payments.faults import Fault
from tests.api.payments.provider import PUBLISHABLE_KEY, Provider
from tests.api.payments.shop import Shop, assert_refused, order
from tests.factories import register

CREATE = "POST /v1/checkout/sessions"


@pytest.mark.one_database
async def test_config_and_plans_need_no_token(api: httpx.AsyncClient, provider: Provider):
    config = await api.get("/api/payments/config")
    assert config.json() == {
        "publishableKey": PUBLISHABLE_KEY,
        "scriptUrl": "https://js.stripe.com/endive/stripe.js",
        "sandbox": True,
    }
    plans = await api.get("/api/payments/plans")
    assert [(plan["product_type"], plan["interval"]) for plan in plans.json()] == [
        ("monthly", "month"),
        ("yearly", "year"),
        ("lifetime", None),
    ]
    assert all(plan["name"] and plan["amount"] > 0 and plan["currency"] == "usd" for plan in plans.json())
    await api.get("/api/payments/plans")
    assert provider.proxy.count("GET /v1/prices") == 1


@pytest.mark.one_database
async def test_lifetime_access_is_bought_and_verified(shop: Shop):
    checkout_session = await shop.begin(
        metadata={"practiceSessionId": None, "redirectTo": "/practice-results/1?a=b"}
    )
    assert_refused(await shop.verify(checkout_session), 409, "payment_pending")
    assert not await shop.has_paid()
    paid = await shop.provider.pay(checkout_session)
    assert paid.headers["location"] == (
        f"https://certs.example/payment/success?session_id={checkout_session['sessionId']}"
    )
    verified = await shop.verify(checkout_session)
    assert verified.json() == {
        "success": True,
        "productType": "lifetime",
        "redirectTo": "/practice-results/1?a=b",
    }
    assert await shop.has_paid()
    assert (await shop.billing()) == {"access": "lifetime", "subscription": None}
    (record,) = await shop.history()
    assert (record["product_type"], record["status"], record["amount"]) == ("lifetime", "paid", 24_900)
    assert_refused(await shop.post("create-checkout-session", order()), 409, "already_paid")


@pytest.mark.parametrize("place", ["in the request", "in the metadata"])
async def test_the_checkout_session_stores_the_practice_session_and_the_return_path(shop: Shop, place: str):
    practice, metadata = str(uuid4()), {"redirectTo": "/practice-results/1"}
    if place == "in the request":
        begun = await shop.begin(practice_session_id=practice, metadata=metadata)
    else:
        begun = await shop.begin(metadata=metadata | {"practiceSessionId": practice})
    checkout_session = await shop.provider.api.checkout.sessions.retrieve_async(begun["sessionId"])
    assert checkout_session.metadata is not None
    assert checkout_session.metadata.to_dict() == {
        "productType": "lifetime",
        "practiceSessionId": practice,
        "redirectTo": "/practice-results/1",
    }


@pytest.mark.one_database
async def test_paying_with_the_practice_session_of_another_user_gives_no_access_to_it(shop: Shop):
    other = await register(shop.api)
    path = f"/api/practice/{(await practicing.finish(other))['practice_session_id']}"
    checkout_session = await shop.begin(practice_session_id=path.rpartition("/")[2])
    await shop.provider.pay(checkout_session)
    assert (await shop.verify(checkout_session)).json()["success"]
    for part in ("", "/result", "/answers/1"):
        seen = await shop.account.get(f"{path}{part}")
        assert_refused(seen, 404, "practice_not_found")
    # Its owner has not paid either.
    seen = await other.get(f"{path}/result")
    assert_refused(seen, 402, "payment_required")


@pytest.mark.one_database
async def test_checkout_accepts_only_cards(shop: Shop):
    for plan in ("lifetime", "monthly"):
        await shop.begin(plan)
        asked = shop.provider.proxy.sent[CREATE]
        types = [value for name, value in asked.items() if name.startswith("allowed_payment_method_types[")]
        assert types == [["card"]]


async def test_a_double_click_creates_one_session(shop: Shop):
    checkout_sessions = await asyncio.gather(*(shop.begin() for _ in range(5)))
    assert len({checkout_session["sessionId"] for checkout_session in checkout_sessions}) == 1
    assert await shop.begin() == checkout_sessions[0]


@pytest.mark.one_database
async def test_choosing_another_plan_expires_the_first_checkout_session(shop: Shop):
    first = await shop.begin("monthly")
    second = await shop.begin("lifetime")
    assert first["sessionId"] != second["sessionId"]
    assert (await shop.provider.pay(first)).status_code == 410
    assert_refused(await shop.verify(first), 409, "checkout_expired")
    assert (await shop.provider.pay(second)).status_code == 303


async def test_of_several_plans_at_once_at_most_one_can_be_paid(shop: Shop):
    answers = await asyncio.gather(
        *(shop.post("create-checkout-session", order(plan)) for plan in ("monthly", "yearly", "lifetime"))
    )
    begun = [answer.json() for answer in answers if answer.status_code == 200]
    for answer in answers:
        if answer.status_code != 200:
            assert_refused(answer, 409, "checkout_superseded")
    payable = [
        checkout_session
        for checkout_session in begun
        if (await shop.provider.pages.get(checkout_session["url"])).is_success
    ]
    assert len(payable) <= 1
    assert (await shop.provider.pay(await shop.begin())).status_code == 303


@pytest.mark.one_database
async def test_an_expired_checkout_session_is_followed_by_a_new_one(shop: Shop):
    first = await shop.begin()
    await shop.provider.pass_month()
    second = await shop.begin()
    assert first["sessionId"] != second["sessionId"]
    assert_refused(await shop.verify(first), 409, "checkout_expired")


@pytest.mark.one_database
async def test_a_payment_without_return_is_found_at_the_next_checkout(shop: Shop):
    checkout_session = await shop.begin()
    await shop.provider.pay(checkout_session)
    assert_refused(await shop.post("create-checkout-session", order("yearly")), 409, "already_paid")
    assert await shop.has_paid()


@pytest.mark.one_database
async def test_a_declined_card_leaves_the_checkout_session_open(shop: Shop):
    checkout_session = await shop.begin()
    declined = await shop.provider.pay(checkout_session, "4000000000000002")
    assert declined.status_code == 402
    assert_refused(await shop.verify(checkout_session), 409, "payment_pending")
    assert (await shop.begin())["sessionId"] == checkout_session["sessionId"]
    assert (await shop.provider.pay(checkout_session)).status_code == 303
    assert (await shop.verify(checkout_session)).status_code == 200


@pytest.mark.one_database
async def test_invalid_requests_and_return_urls_to_other_sites_are_refused(shop: Shop):
    for field in ("success_url", "cancel_url"):
        print(field)
        response = await shop.post("create-checkout-session", order(**{field: "https://evil.example/"}))
        assert_refused(response, 422, "foreign_url")
        assert response.json()["errors"][0]["field"] == field
    for body in (
        {},
        order("forever"),
        order(price=1),
        order(metadata={"redirectTo": "/" + "a" * 500}),
        order(metadata={"redirectTo": "/%2fevil.example"}),
        order(metadata={"practiceSessionId": "none"}),
        order(success_url="https://certs.example/" + "a" * 2048),
    ):
        print(body)
        assert_refused(await shop.post("create-checkout-session", body), 422, "invalid_request")
    assert CREATE not in shop.provider.proxy.calls


@pytest.mark.one_database
async def test_a_removed_price_cannot_be_bought(shop: Shop):
    await shop.api.get("/api/payments/plans")
    price = (await shop.provider.api.prices.list_async({"lookup_keys": ["lifetime"]})).data[0]
    await shop.provider.retire_price(price.id)
    for _ in range(2):
        assert_refused(await shop.post("create-checkout-session", order()), 409, "plan_unavailable")
    plans = await shop.api.get("/api/payments/plans")
    assert [plan["product_type"] for plan in plans.json()] == ["monthly", "yearly"]
    assert (await shop.begin("monthly"))["url"]


async def test_a_customer_deleted_at_the_provider_is_created_again(shop: Shop):
    await shop.begin()
    await shop.provider.pass_month()
    customer = (await shop.provider.api.customers.list_async()).data[0]
    await shop.provider.api.customers.delete_async(customer.id)
    checkout_session = await shop.begin()
    assert (await shop.provider.pay(checkout_session)).status_code == 303
    assert (await shop.verify(checkout_session)).status_code == 200


@pytest.mark.one_database
async def test_an_existing_customer_is_not_created_again(shop: Shop):
    """A refusal that names the customer does not always mean that the customer is missing."""
    error = {"code": "customer_tax_location_invalid", "param": "customer"}
    shop.provider.proxy.fault = Fault("POST /v1/checkout/sessions", "refuses", error=error)
    assert_refused(await shop.post("create-checkout-session", order()), 503, "checkout_failed")
    shop.provider.proxy.fault = None
    await shop.begin()
    assert shop.provider.proxy.count("POST /v1/customers") == 1


@pytest.mark.one_database
async def test_an_unknown_checkout_session_is_not_found(shop: Shop):
    for session_id in ("cs_test_unknown", "cs_", "sub_1", "../customers", "cs_a/../../x", "ä"):
        print(session_id)
        response = await shop.post("verify-payment", {"session_id": session_id})
        assert_refused(response, 404, "checkout_not_found")
