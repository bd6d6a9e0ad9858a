"""The export of a user's data: complete, and without secrets."""

import asyncio
import json
import threading
from typing import Any
from uuid import UUID

import httpx
from sqlmodel import SQLModel

from tests import practicing
from tests.answering import advance, pass_exam, save, start_exam
from tests.api.accounts.test_auth import stored
from tests.api.accounts.test_deletion import EXTRA_TIME, LEFT, live
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, register, sign_in
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import (
    Checkout,
    Customer,
    LoginSession,
    Payment,
    Purchase,
    Receipt,
    ReviewCard,
    Subscription,
    User,
)
from webdev_certs.server.services.payments import entitlements

# Tables with data of users, and the part of the export that shows their rows. The other tables belong to no
# user, hold only secrets, are the outbox, or hold signed copies of what the certificates say.
_SHOWN_AS = {
    table: part
    for part, tables in {
        "account": "users mail_choices",
        "annotations": "item_annotations",
        "billing": "entitlements customers checkouts purchases subscriptions payments receipts",
        "certificates": "certificates",
        "extra_time_requests": "extra_time_requests",
        "identities": "identities",
        "login_sessions": "login_sessions",
        "practice": "practice_sessions practice_items",
        "public_profile": "public_profiles",
        "regrades": "regrades",
        "reminders": "reminders",
        "reports": "item_reports",
        "reviews": "review_cards",
        "tests": "attempts attempt_items attempt_events attempt_reviews",
        "tutor": "tutor_exchanges token_uses",
    }.items()
    for table in tables.split()
}
_NOT_SHOWN = {
    *("audit_entries", "cancellations", "credentials", "declarations", "exam_counts", "exam_starts"),
    *("issuer_keys", "item_corrections", "item_exposures", "item_parameters", "item_versions"),
    *("item_withdrawals", "jobs", "one_time_tokens", "outbox", "retakes", "switched_off", "webhook_events"),
}


async def export(account: Account) -> dict[str, Any]:
    return await account.read("/api/profile/export")


def test_every_table_is_shown_or_has_a_reason_not_to_be():
    assert set(SQLModel.metadata.tables) == _SHOWN_AS.keys() | _NOT_SHOWN


async def test_an_export_that_waits_does_not_delay_other_requests(account: Account, resources: Resources):
    await practicing.finish(account)
    busy = threading.Event()
    other = asyncio.create_task(resources.export_workers.run("other", busy.wait, 30))
    waiting = asyncio.create_task(export(account))
    for _ in range(20):
        assert (await account.get("/api/practice")).status_code == 200
    assert not waiting.done()
    busy.set()
    assert len((await waiting)["practice"]) == 1
    await other


async def test_it_holds_long_histories_in_order(account: Account, clock: FakeClock):
    ids = []
    for _ in range(45):
        clock.advance(seconds=1)
        state = await practicing.start(account)
        await practicing.give(account, state)
        ids.append(state["practice_session_id"])
    practice = (await export(account))["practice"]
    assert [one["practice_session_id"] for one in practice] == ids
    assert {len(one["answers"]) for one in practice} == {1}


async def test_it_is_a_file_with_everything_but_secrets(
    account: Account, resources: Resources, clock: FakeClock
):
    result = await pass_exam(account)
    practice = await practicing.finish(account)
    async with resources.database.transaction() as db:
        await entitlements.grant(db, UUID(account.user["id"]), "granted", clock())
    await account.patch("/api/profile", json={"reduced_motion": True})
    ended = await sign_in(account)
    await ended.post("/api/auth/logout")

    response = await account.get("/api/profile/export")
    assert response.headers["content-disposition"] == 'attachment; filename="webdev-certs-export.json"'
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"
    exported = response.json()
    assert set(exported) == {"exported_at", *_SHOWN_AS.values()}
    assert exported["account"]["email"] == "ada@example.com"
    assert exported["account"]["extra_time_percent"] == 0
    assert exported["account"]["reduced_motion"] is True
    assert exported["account"]["terms_accepted_at"] == "2026-03-02T09:00:00Z"
    assert exported["account"]["email_confirmed_at"]
    assert [bool(one["ended_at"]) for one in exported["login_sessions"]].count(True) == 1
    assert exported["billing"]["entitlements"] == [
        {"source": "granted", "granted_at": "2026-03-02T09:00:00Z", "until": None}
    ]
    assert [one["number"] for one in exported["certificates"]] == [result["certificate_number"]]

    (test,) = exported["tests"]
    assert (test["test_id"], test["score"], test["passed"]) == (result["test_id"], result["score"], True)
    assert [answer["position"] for answer in test["answers"]] == list(range(1, 21))
    assert all(answer["correct"] is None and answer["response"] for answer in test["answers"])
    (practiced,) = exported["practice"]
    assert practiced["practice_session_id"] == practice["practice_session_id"]
    assert [answer["correct"] for answer in practiced["answers"]] == [True, False] * 5
    # No secrets are in it.
    hashes = [login.refresh_hash for login in await stored(resources, LoginSession)]
    hashes += [user.password_hash or "" for user in await stored(resources, User)]
    for secret in (*hashes, PASSWORD, account.access_token, account.refresh_token, "argon2"):
        assert secret not in response.text


async def test_it_holds_what_was_reported_asked_noted_and_decided(account: Account, resources: Resources):
    await live(account, resources)
    exported = await export(account)
    running, passed = sorted(exported["tests"], key=lambda test: test["technology"])
    at = "2026-03-02T09:00:00Z"
    assert running["events"] == [LEFT | {"at": at}]
    decided = {"decided_at": at, "decision": "released", "note": "Write to us."}
    assert passed["review"] == {"reasons": ["rapid_answers"], "held_at": at, **decided}
    (asked,) = exported["extra_time_requests"]
    assert EXTRA_TIME.items() <= asked.items()
    (reported,) = exported["reports"]
    assert (reported["source"], reported["kind"], reported["text"]) == (
        "exam",
        "wrong_key",
        "A word is missing.",
    )
    (noted,) = exported["annotations"]
    assert (noted["bookmarked"], noted["note"]) == (True, "Mine alone.")
    assert noted["item_id"].startswith("react-")
    cards = await stored(resources, ReviewCard)
    assert {review["item_id"] for review in exported["reviews"]} == {card.item_id for card in cards} != set()
    assert exported["practice"][0]["kind"] == "adaptive"


async def test_it_holds_what_was_ordered_and_paid(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    bought = {
        "user_id": UUID(account.user["id"]),
        "product_type": "monthly",
        "amount": 1900,
        "currency": "eur",
    }
    now = clock()
    async with resources.database.transaction() as db:
        db.add_all(
            [
                Customer(user_id=bought["user_id"], customer_id="cus_1", created_at=now),
                Checkout(**bought, request_key="k", price_id="price_1", state="paid", created_at=now),
                Purchase(**bought, checkout_session_id="cs_1", subscription_id="sub_1", fulfilled_at=now),
                Subscription(
                    **bought,
                    subscription_id="sub_1",
                    interval="month",
                    state="active",
                    started_at=now,
                    period_end=now,
                ),
                Payment(**bought, payment_id="in_1", outcome="paid", refunded=0, created_at=now),
                Receipt(reference="in_1", user_id=bought["user_id"], queued_at=now),
            ]
        )
    billing = (await export(account))["billing"]
    assert billing["customer_id"] == "cus_1"
    assert [one["checkout_session_id"] for one in billing["purchases"]] == ["cs_1"]
    assert [one["subscription_id"] for one in billing["subscriptions"]] == ["sub_1"]
    assert [one["payment_id"] for one in billing["payments"]] == ["in_1"]
    assert [one["reference"] for one in billing["receipts"]] == ["in_1"]
    assert [one["state"] for one in billing["checkouts"]] == ["paid"]
    other = await register(api, email="grace@example.com", name="Grace Hopper")
    assert (await export(other))["billing"]["purchases"] == []


async def test_it_contains_no_data_of_others(api: httpx.AsyncClient, account: Account):
    other = await register(api, email="grace@example.com", name="Grace Hopper")
    await pass_exam(other)
    await practicing.finish(other)
    exported = await export(account)
    assert "grace" not in json.dumps(exported).lower()
    assert (exported["tests"], exported["practice"], exported["certificates"]) == ([], [], [])
    assert not any(exported["billing"].values())
    (login_session,) = exported["login_sessions"]
    assert login_session["current"] is True
    assert login_session["user_agent"].startswith("python-httpx")


async def test_a_running_attempt_shows_only_the_users_answers(account: Account):
    for technology in ("react", "java"):
        await practicing.finish(account, technology=technology)
    state = await start_exam(account)
    await save(account, state)
    await advance(account, state)
    exported = await export(account)
    (test,) = exported["tests"]
    assert (test["status"], test["score"], test["topics"]) == ("open", None, [])
    (answer,) = test["answers"]
    assert (answer["position"], answer["item"], answer["correct"]) == (1, state["item"], None)
    # Practice in the same technology could contain the same questions.
    told = {
        practiced["technology"]: {answer["correct"] for answer in practiced["answers"]}
        for practiced in exported["practice"]
    }
    assert told == {"react": {None}, "java": {True, False}}


async def test_a_test_whose_time_is_up_is_shown_with_its_result(account: Account, clock: FakeClock):
    state = await start_exam(account)
    await save(account, state)
    clock.advance(minutes=46)
    (test,) = (await export(await sign_in(account)))["tests"]
    assert (test["status"], test["ended_by"], test["passed"]) == ("submitted", "time_up", False)
    assert [answer["correct"] for answer in test["answers"]] == [None]
