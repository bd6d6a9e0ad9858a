"""The forms that cancel a contract, and withdraw from one, without signing in."""

from datetime import UTC, date, datetime

import pytest

from tests.fake_api import FakeApi
from tests.unit.ui.states.browser import Tab
from webdev_certs.schemas.payments import CancellationRequest, DeclarationReceipt, WithdrawalRequest
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.public.declarations import CancellationState, WithdrawalState

FORM = {"name": "Ada Lovelace", "email": "ada@example.com", "product_type": "", "kind": "ordinary"}
RECEIVED = DeclarationReceipt(received_at=datetime(2026, 11, 27, 22, 24, tzinfo=UTC))


@pytest.fixture(autouse=True)
def _answers(fake: FakeApi) -> None:
    fake.answer(Api.cancel_contract, RECEIVED)
    fake.answer(Api.withdraw_from_contract, RECEIVED)


async def test_what_was_declared_is_shown_with_its_time(visitor: Tab, fake: FakeApi):
    filled = {"product_type": "monthly", "kind": "for_cause", "ends_on": "2026-12-24", "reason": "Moved."}
    await visitor.fire(CancellationState.send, FORM | filled)
    (sent,) = fake.calls(Api.cancel_contract)
    assert sent["form"] == CancellationRequest(
        name="Ada Lovelace",
        email="ada@example.com",
        product_type="monthly",
        for_cause=True,
        ends_on=date(2026, 12, 24),
        reason="Moved.",
    )
    declared = dict(visitor.state(CancellationState).declared)
    assert declared["Received"] == "November\u00a027,\u00a02026, 10:24\u00a0PM\u00a0UTC"
    assert list(declared.values())[1:] == [
        "Ada Lovelace",
        "ada@example.com",
        "Pro Monthly",
        "Cancellation for cause",
        "December\u00a024,\u00a02026",
        "Moved.",
    ]


async def test_the_least_is_a_name_and_an_email(visitor: Tab):
    await visitor.fire(CancellationState.send, FORM)
    declared = dict(visitor.state(CancellationState).declared)
    assert declared["Contract"] == "Pro (I’m not sure which plan)"
    assert declared["End"] == "as soon as possible"
    assert "Reason" not in declared
    await visitor.fire(WithdrawalState.send, FORM)
    assert "Bought on" not in dict(visitor.state(WithdrawalState).declared)


async def test_a_withdrawal_is_shown_with_its_time_and_without_a_kind(visitor: Tab, fake: FakeApi):
    filled = {"product_type": "lifetime", "bought_on": "2026-11-20"}
    await visitor.fire(WithdrawalState.send, FORM | filled)
    (sent,) = fake.calls(Api.withdraw_from_contract)
    assert sent["form"] == WithdrawalRequest(
        name="Ada Lovelace",
        email="ada@example.com",
        product_type="lifetime",
        bought_on=date(2026, 11, 20),
    )
    assert list(dict(visitor.state(WithdrawalState).declared).values()) == [
        "November\u00a027,\u00a02026, 10:24\u00a0PM\u00a0UTC",
        "Ada Lovelace",
        "ada@example.com",
        "Pro Lifetime",
        "November\u00a020,\u00a02026",
    ]
    # The other form keeps nothing of it, and a new visit starts empty.
    assert visitor.state(CancellationState).declared == []
    await visitor.fire(WithdrawalState.enter)
    assert visitor.state(WithdrawalState).declared == []
