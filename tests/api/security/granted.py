"""A request for each call of the API that the call has to grant: its user, ids and body."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests import factories, practicing
from tests.answering import answer, pass_exam, start_exam, take_exam
from tests.api.payments.shop import order
from tests.api.security.stage import Call, Stage
from tests.factories import PASSWORD, sign_in
from tests.mailbox import confirm, newest_token, set_confirmed
from tests.social import posted, somebody


async def _starting_a_test(stage: Stage) -> Call:
    person = await stage.person()
    await set_confirmed(person, True)
    return Call(person, body={"technology": "react"})


async def _saving(stage: Stage) -> Call:
    person = await stage.person()
    state = await start_exam(person)
    ids = {"test_id": state["test_id"], "position": state["position"]}
    return Call(person, ids, {"response": answer(state["item"])})


async def _going_on(stage: Stage) -> Call:
    person = await stage.person()
    state = await take_exam(person, items=1)
    return Call(person, {"test_id": state["test_id"]}, {"position": 1})


async def _submitting(stage: Stage) -> Call:
    person = await stage.person()
    return Call(person, {"test_id": (await take_exam(person))["test_id"]})


async def _practicing(stage: Stage) -> Call:
    person = await stage.person()
    state = await practicing.start(person)
    ids = {"practice_session_id": state["practice_session_id"], "position": state["position"]}
    return Call(person, ids, {"response": answer(state["item"])})


async def _reporting_in_a_test(stage: Stage) -> Call:
    person = await stage.person()
    state = await start_exam(person)
    return Call(person, {"test_id": state["test_id"], "position": 1}, {"kind": "typo"})


async def _reporting_in_practice(stage: Stage) -> Call:
    person = await stage.person()
    state = await practicing.start(person)
    ids = {"practice_session_id": state["practice_session_id"], "position": 1}
    return Call(person, ids, {"kind": "unclear"})


async def _asking_the_tutor(stage: Stage) -> Call:
    owner = await sign_in(stage.owner)
    await stage.api.put("/api/profile/tutor-consent", headers=owner.headers)
    return Call(owner, stage.ids, {"action": "why_wrong"})


async def _reporting_the_tutor(stage: Stage) -> Call:
    asking = await _asking_the_tutor(stage)
    path = "/api/practice/{practice_session_id}/items/{position}/tutor".format(**stage.ids)
    await stage.api.post(path, json=asking.body, headers=asking.who.headers)
    return Call(asking.who, stage.ids, {"exchange": 1})


async def _asking_why(stage: Stage) -> Call:
    person = await stage.person()
    await practicing.finish(person)
    await stage.api.put("/api/profile/tutor-consent", headers=person.headers)
    return Call(person)


async def _reviewing(stage: Stage) -> Call:
    person = await stage.person()
    await practicing.finish(person)
    # What was missed is due on the next day.
    stage.clock.advance(days=1)
    return Call(await sign_in(person), body={"technology": "react", "time_zone": "UTC"})


async def _noticed(stage: Stage) -> Call:
    person = await stage.person()
    state = await start_exam(person)
    return Call(person, {"test_id": state["test_id"]}, {"kind": "paste", "position": 1})


async def _registering(stage: Stage) -> Call:
    return Call(stage.owner, body=factories.registration())


async def _signing_in(stage: Stage) -> Call:
    return Call(stage.owner, body={"email": stage.owner.user["email"], "password": PASSWORD})


async def _refreshing(stage: Stage) -> Call:
    person = await stage.person()
    return Call(person, body={"refresh_token": person.refresh_token})


async def _signing_in_socially(stage: Stage) -> Call:
    return Call(stage.owner, body=posted(await stage.project.sign_in(somebody())))


async def _linking(stage: Stage) -> Call:
    person = await stage.person()
    await confirm(person)
    token = (await stage.project.sign_in(somebody())).access_token
    return Call(person, body={"provider": "google", "accessToken": token, "password": PASSWORD})


async def _forgetting(stage: Stage) -> Call:
    return Call(stage.owner, body={"email": stage.owner.user["email"]})


async def _resetting(stage: Stage) -> Call:
    person = await stage.person()
    await stage.post(person, "auth/forgot-password", {"email": person.user["email"]})
    token = await newest_token(stage.api, person.user["email"])
    return Call(person, body={"token": token, "password": "eight calm rivers"})


async def _confirming(stage: Stage) -> Call:
    person = await stage.person()
    return Call(person, body={"token": await newest_token(stage.api, person.user["email"])})


async def _unsubscribing(stage: Stage) -> Call:
    return Call(stage.owner, query={"token": stage.unsubscribe_token()})


async def _ending_a_login_session(stage: Stage) -> Call:
    person = await stage.person()
    sessions = await stage.api.get("/api/profile/login-sessions", headers=person.headers)
    return Call(person, {"login_session_id": sessions.json()[0]["id"]})


async def _verifying(stage: Stage) -> Call:
    person = await stage.person()
    return Call(person, body={"session_id": await stage.paid_checkout(person)})


async def _canceling(stage: Stage) -> Call:
    return Call(await stage.buyer())


async def _resuming(stage: Stage) -> Call:
    person = await stage.buyer()
    await stage.post(person, "payments/cancel-subscription")
    return Call(person)


async def _presenting(stage: Stage) -> Call:
    return Call(stage.owner, body=stage.credential)


async def _renamed(stage: Stage) -> Call:
    person = await stage.person()
    number = (await pass_exam(person))["certificate_number"]
    response = await stage.api.patch("/api/profile", json={"full_name": "Ada King"}, headers=person.headers)
    assert response.status_code == 200, response.text
    return Call(person, {"number": number})


async def _claiming(stage: Stage) -> Call:
    state = (await stage.api.post("/api/samples", json={"technology": "react"})).json()
    answers = [{"item_id": state["item_id"], "response": answer(state["item"])}]
    return Call(await stage.person(), body={"technology": "react", "answers": answers})


def _persons(**body: Any) -> Callable[[Stage], Awaitable[Call]]:
    """Return a request of a new user, with a body if there is one."""

    async def needs(stage: Stage) -> Call:
        return Call(await stage.person(), body=body or None)

    return needs


def _owners(body: dict[str, Any] | None = None, **query: str) -> Callable[[Stage], Awaitable[Call]]:
    """Return a request about the owner's data."""

    async def needs(stage: Stage) -> Call:
        return Call(await sign_in(stage.owner), stage.ids, body, query)

    return needs


_NEEDS: dict[str, Callable[[Stage], Awaitable[Call]]] = {
    "POST /api/samples": _owners({"technology": "react"}),
    "POST /api/samples/claim": _claiming,
    "POST /api/contact": _owners({"name": "Ada", "email": "ada@example.com", "message": "Good morning!"}),
    "POST /api/profile/extra-time": _owners({"percent": 50, "reason": "I read with a magnifier."}),
    "POST /api/tests/{test_id}/events": _noticed,
    "POST /api/tests": _starting_a_test,
    "POST /api/verify": _presenting,
    "POST /api/verify/file": _presenting,
    "POST /api/verify/numbers": _owners({"text": "WDC-RE-SAMP-1E00-A"}),
    "POST /api/verify/numbers.csv": _owners({"text": "WDC-RE-SAMP-1E00-A"}),
    "PUT /api/tests/{test_id}/answers/{position}": _saving,
    "POST /api/tests/{test_id}/advance": _going_on,
    "POST /api/tests/{test_id}/submit": _submitting,
    "POST /api/tests/{test_id}/items/{position}/report": _reporting_in_a_test,
    "POST /api/auth/register": _registering,
    "POST /api/auth/login": _signing_in,
    "POST /api/auth/refresh": _refreshing,
    "POST /api/auth/oauth/callback": _signing_in_socially,
    "POST /api/auth/forgot-password": _forgetting,
    "POST /api/auth/reset-password": _resetting,
    "POST /api/auth/confirm": _confirming,
    "POST /api/auth/resend-confirmation": _persons(),
    "GET /api/mails/unsubscribe": _unsubscribing,
    "POST /api/mails/unsubscribe": _unsubscribing,
    "POST /api/profile/identities": _linking,
    "DELETE /api/profile/identities/{identity_id}": _owners({"password": PASSWORD}),
    "PUT /api/profile/public": _owners({"indexed": False}),
    "DELETE /api/profile/public": _persons(),
    "PATCH /api/profile": _owners({"reduced_motion": True}),
    "DELETE /api/profile": _persons(certificates="revoke", password=PASSWORD),
    "POST /api/profile/email": _persons(email="moved@example.com", password=PASSWORD),
    "POST /api/profile/password": _persons(current_password=PASSWORD, new_password="eight calm rivers"),
    "DELETE /api/profile/login-sessions/{login_session_id}": _ending_a_login_session,
    "POST /api/practice": _persons(technology="react"),
    "POST /api/practice/reviews": _reviewing,
    "GET /api/practice/mistakes": _owners(technology="react"),
    "POST /api/practice/mistakes": _owners({"technology": "react"}),
    "POST /api/practice/{practice_session_id}/answers/{position}": _practicing,
    "POST /api/practice/{practice_session_id}/items/{position}/report": _reporting_in_practice,
    "POST /api/practice/{practice_session_id}/items/{position}/tutor": _asking_the_tutor,
    "POST /api/practice/{practice_session_id}/items/{position}/tutor/report": _reporting_the_tutor,
    "POST /api/progress/plan/reason": _asking_why,
    "GET /api/practice/questions": _owners(q="question"),
    "POST /api/practice/questions": _owners({"technology": "react", "question": "react-basics-106"}),
    "PATCH /api/practice/{practice_session_id}/items/{position}/annotation": _owners({"bookmarked": True}),
    "PATCH /api/certificates/{number}": _owners({"score_public": True}),
    "POST /api/certificates/{number}/reissue": _renamed,
    "POST /api/payments/create-checkout-session": _persons(**order()),
    "POST /api/payments/verify-payment": _verifying,
    "POST /api/payments/cancel-subscription": _canceling,
    "POST /api/payments/resume-subscription": _resuming,
    "POST /api/payments/cancellations": _owners({"name": "Ada", "email": "ada@example.com"}),
    "POST /api/payments/withdrawals": _owners({"name": "Ada", "email": "ada@example.com"}),
}


async def granted_call(stage: Stage, method: str, path: str) -> Call:
    """Return the request for a call; by default about the owner's data."""
    needs = _NEEDS.get(f"{method} {path}")
    return await needs(stage) if needs else Call(await sign_in(stage.owner), stage.ids)
