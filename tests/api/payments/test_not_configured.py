"""Without Stripe's keys: every way to pay says so, and everything else works."""

import httpx
import pytest

from tests.api.payments.provider import WEBHOOK
from tests.api.payments.shop import assert_refused, order
from tests.factories import register
from webdev_certs.settings.settings import Settings


@pytest.fixture(params=[{"stripe_secret_key": None}, {"stripe_publishable_key": ""}])
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    """Settings that lack one of the two keys."""
    return settings.model_copy(update=request.param)


async def test_nobody_can_pay(api: httpx.AsyncClient):
    ada = await register(api)
    answers = [
        await api.get("/api/payments/config"),
        await api.get("/api/payments/plans"),
        await api.post("/api/payments/create-checkout-session", json=order(), headers=ada.headers),
        await api.post(WEBHOOK, content=b"{}"),
    ]
    for answer in answers:
        assert_refused(answer, 503, "payments_not_configured")
        assert answer.json()["detail"] == "Stripe publishable key not configured"


async def test_what_needs_no_provider_is_answered(api: httpx.AsyncClient):
    ada = await register(api)
    status = await api.get("/api/payments/status", headers=ada.headers)
    assert (status.status_code, status.json()) == (200, {"has_paid": False})
    for call in ("subscription", "history"):
        assert (await api.get(f"/api/payments/{call}", headers=ada.headers)).status_code == 200
