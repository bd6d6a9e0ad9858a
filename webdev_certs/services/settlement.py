"""Making our books say what the provider's say, exactly once for each payment (docs/decisions/0010).

Neither a webhook nor a visit to the success page is believed: both are a reason to ask. Whatever the order in
which they come, and however often, the last answer decides.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.server.domain.payments import Session
from webdev_certs.server.gateways.payments import Event
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.payments import Checkout, Customer
from webdev_certs.server.services import settlement_records, webhook_events
from webdev_certs.server.services.payments.context import PaymentDesk
from webdev_certs.server.services.surplus import end_surplus


@dataclass(frozen=True)
class _Question:
    """What is to be asked, and the place of its answer among all answers."""

    number: int
    customer_id: str
    checkouts: list[Checkout]


async def settle(desk: PaymentDesk, user_id: UUID, event: Event | None = None) -> None:
    """Asks the provider how things stand with a person, and stores that, in one transaction with the event.

    Questions are numbered before they are asked. An answer is stored only if no later question's is: what led
    to this one had happened before the later one was asked, so that one's answer knows it.

    Args:
        desk: where payments are dealt with.
        user_id: who; someone who is no customer has nothing to settle.
        event: the provider's message that led to this; one that was dealt with changes nothing.

    Raises:
        ProviderError: it could not be asked; nothing is stored, not even the event, so that it comes again.
    """
    async with desk.transaction() as session:
        question = await _ask(session, user_id)
    if question is None:
        return
    # In this order: what a session that was just paid has led to is then in the account.
    found = await _sessions(desk, question)
    await _end_refused(desk, question, found)
    account = await desk.provider.account(question.customer_id)
    if await end_surplus(desk, user_id, account, _just_paid(question, found)):
        account = await desk.provider.account(question.customer_id)
    now = desk.now()
    async with desk.transaction() as session:
        if event and not await webhook_events.record(session, event, "applied", now):
            return
        if not await _is_latest(session, user_id, question.number):
            return
        await settlement_records.store_checkouts(session, user_id, question.customer_id, found, now)
        await settlement_records.store_account(session, desk, user_id, account, now)


async def adopt(desk: PaymentDesk, user_id: UUID, session_id: str) -> None:
    """Recognises a session whose making was not noted down, because the process died right then.

    Raises:
        ProviderError: the provider could not be asked.
    """
    async with desk.transaction() as session:
        known = await session.exec(select(Checkout.id).where(Checkout.session_id == session_id))
        if known.one_or_none():
            return
    found = await desk.provider.session(session_id)
    checkout_id = _reference(found)
    if checkout_id is None:
        return
    async with desk.transaction() as session:
        await session.exec(
            update(Checkout)
            .where(
                col(Checkout.id) == checkout_id,
                col(Checkout.user_id) == user_id,
                col(Checkout.state) == "open",
                col(Checkout.session_id).is_(None),
            )
            .values(session_id=session_id)
        )


async def _ask(session: AsyncSession, user_id: UUID) -> _Question | None:
    numbered = await session.exec(
        update(Customer)
        .where(col(Customer.user_id) == user_id)
        .values(asked=col(Customer.asked) + 1)
        .returning(col(Customer.asked), col(Customer.customer_id))
    )
    row = numbered.one_or_none()
    if row is None:
        return None
    waiting = await session.exec(
        select(Checkout).where(
            Checkout.user_id == user_id,
            Checkout.state == "open",
            col(Checkout.session_id).is_not(None),
        )
    )
    return _Question(row[0], row[1], list(waiting.all()))


async def _sessions(desk: PaymentDesk, question: _Question) -> dict[str, Session | None]:
    """The provider's session of each checkout, by its id; None where it knows none."""
    session_ids = [checkout.session_id for checkout in question.checkouts if checkout.session_id]
    sessions = await asyncio.gather(*map(desk.provider.session, session_ids))
    return dict(zip(session_ids, sessions, strict=True))


async def _end_refused(desk: PaymentDesk, question: _Question, found: Mapping[str, Session | None]) -> None:
    """Ends subscriptions that give nothing, so that nobody is charged for them again.

    Before the refusal is stored: it is not looked at again afterwards.
    """
    for checkout in question.checkouts:
        session = found[checkout.session_id or ""]
        if session is None or session.subscription_id is None:
            continue
        if settlement_records.refusal_of(checkout, question.customer_id, session):
            await desk.provider.end_subscription(session.subscription_id)


def _just_paid(question: _Question, found: Mapping[str, Session | None]) -> list[Session]:
    """The sessions that are to be fulfilled."""
    pairs = ((checkout, found[checkout.session_id or ""]) for checkout in question.checkouts)
    return [
        session
        for checkout, session in pairs
        if session
        and session.paid
        and not settlement_records.refusal_of(checkout, question.customer_id, session)
    ]


async def _is_latest(session: AsyncSession, user_id: UUID, number: int) -> bool:
    """Whether no later question has been answered; keeps the others waiting until the transaction ends."""
    taken = await session.exec(
        update(Customer)
        .where(col(Customer.user_id) == user_id, col(Customer.applied) < number)
        .values(applied=number)
        .returning(col(Customer.user_id))
    )
    return taken.one_or_none() is not None


def _reference(found: Session | None) -> UUID | None:
    try:
        return UUID(found.checkout_id) if found and found.checkout_id else None
    except ValueError:
        return None
