"""Confirming an address: after registration, on a change, and what hangs on it."""

import asyncio

import httpx
import pytest

from tests.answering import submit, take_test
from tests.api.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, register, registration, sign_in
from tests.mailbox import confirm, mails, newest_token
from webdev_certs.models import OutboxMail

ADA, LOVELACE = "ada@example.com", "lovelace@example.com"


@pytest.fixture
async def account(api: httpx.AsyncClient) -> Account:
    return await register(api, email=ADA)


async def use(api: httpx.AsyncClient, account: Account, token: str) -> httpx.Response:
    return await api.post("/api/auth/confirm", json={"token": token}, headers=account.headers)


async def resend(api: httpx.AsyncClient, account: Account) -> httpx.Response:
    return await api.post("/api/auth/resend-confirmation", headers=account.headers)


async def change(
    api: httpx.AsyncClient, account: Account, email: str, password: str | None = PASSWORD
) -> httpx.Response:
    form = {"email": email, "password": password}
    return await api.post("/api/profile/email", json=form, headers=account.headers)


async def profile(api: httpx.AsyncClient, account: Account) -> dict[str, object]:
    response = await api.get("/api/profile", headers=account.headers)
    assert response.status_code == 200, response.text
    return response.json()


async def newest_mail(api: httpx.AsyncClient, address: str) -> OutboxMail:
    return (await mails(api, address))[-1]


# After registration


async def test_registering_mails_a_link_that_confirms_the_address(api: httpx.AsyncClient, account: Account):
    assert account.user["email_confirmed"] is False
    (mail,) = await mails(api, ADA)
    assert mail.subject == "Confirm your email address"
    assert "http://localhost:8000/auth/confirm#token=" in mail.text
    response = await confirm(api, account)
    assert response.status_code == 200
    assert response.json() == {"email": ADA, "certificates": []}
    verified = await api.post("/api/auth/verify", headers=account.headers)
    assert verified.json()["user"]["email_confirmed"] is True


async def test_a_link_works_once_and_for_a_day(api: httpx.AsyncClient, account: Account, clock: FakeClock):
    first = await newest_token(api, ADA)
    clock.advance(hours=23, minutes=59)
    again = await sign_in(api, account)
    assert (await use(api, again, first)).status_code == 200
    problem(await use(api, again, first), 409, "confirm_link_used")


async def test_an_expired_link_is_named(api: httpx.AsyncClient, account: Account, clock: FakeClock):
    token = await newest_token(api, ADA)
    clock.advance(days=1)
    problem(await use(api, await sign_in(api, account), token), 409, "confirm_link_expired")


async def test_an_unknown_link_is_named(api: httpx.AsyncClient, account: Account):
    problem(await use(api, account, "unknown"), 404, "confirm_link_unknown")


async def test_a_link_works_for_its_own_account_alone(api: httpx.AsyncClient, account: Account):
    """Mallory has registered Ada's address, and Ada, who has another account, follows the link."""
    token = await newest_token(api, ADA)
    other = await register(api)
    problem(await use(api, other, token), 403, "confirm_link_other_account")
    problem(await api.post("/api/auth/confirm", json={"token": token}), 401, "not_authenticated")
    assert (await profile(api, account))["email_confirmed"] is False
    assert (await use(api, account, token)).status_code == 200


async def test_a_new_address_is_confirmed_for_its_own_account_alone(api: httpx.AsyncClient, account: Account):
    await change(api, account, LOVELACE)
    token = await newest_token(api, LOVELACE)
    problem(await use(api, await register(api), token), 403, "confirm_link_other_account")
    assert (await profile(api, account))["email"] == ADA


async def test_an_ended_session_confirms_nothing(api: httpx.AsyncClient, account: Account):
    await api.post("/api/auth/logout", headers=account.headers)
    problem(await confirm(api, account), 401, "session_ended")


async def test_a_reset_link_confirms_nothing_here(api: httpx.AsyncClient, account: Account, clock: FakeClock):
    clock.advance(seconds=1)
    await api.post("/api/auth/forgot-password", json={"email": ADA})
    problem(await use(api, account, await newest_token(api, ADA)), 404, "confirm_link_unknown")


async def test_of_parallel_uses_of_one_link_one_wins(api: httpx.AsyncClient, account: Account):
    token = await newest_token(api, ADA)
    responses = await asyncio.gather(*(use(api, account, token) for _ in range(5)))
    assert sorted(response.status_code for response in responses) == [200, 409, 409, 409, 409]


async def test_a_second_link_finds_the_address_confirmed(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    first = await newest_token(api, ADA)
    clock.advance(minutes=1)
    await resend(api, account)
    second = await newest_token(api, ADA)
    for token in (second, first):
        assert (await use(api, account, token)).json() == {"email": ADA, "certificates": []}


async def test_a_confirmed_address_needs_no_further_mail(api: httpx.AsyncClient, account: Account):
    await confirm(api, account)
    problem(await resend(api, account), 409, "already_confirmed")
    assert len(await mails(api, ADA)) == 1


async def test_resending_needs_a_session(api: httpx.AsyncClient, account: Account):
    await api.post("/api/auth/logout", headers=account.headers)
    problem(await resend(api, account), 401, "session_ended")
    problem(await api.post("/api/auth/resend-confirmation"), 401, "not_authenticated")


# Registering an address that has an account


@pytest.mark.parametrize("email", [ADA, "ADA@Example.COM", " ada@example.com "])
async def test_registering_a_taken_address_is_answered_like_any(
    api: httpx.AsyncClient, account: Account, email: str
):
    await confirm(api, account)
    taken = await api.post("/api/auth/register", json=registration(email=email))
    free = await api.post("/api/auth/register", json=registration(email="new@example.com"))
    assert (taken.status_code, free.status_code) == (201, 201)
    shown = [{**response.json()["user"], "id": "", "email": ""} for response in (taken, free)]
    assert shown[0] == shown[1]
    assert taken.json()["user"]["id"] != account.user["id"]
    assert taken.headers.keys() == free.headers.keys()


async def test_only_the_mail_tells_that_an_address_is_taken(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await confirm(api, account)
    clock.advance(minutes=1)
    imitation = await register(api, email=ADA, name="Mallory")
    mail = await newest_mail(api, ADA)
    assert mail.subject == "You already have an account"
    assert "http://localhost:8000/auth/forgot-password" in mail.text
    assert "#token=" not in mail.text + mail.html
    assert "Mallory" not in mail.text + mail.html
    clock.advance(minutes=1)
    assert (await resend(api, imitation)).status_code == 202
    assert (await newest_mail(api, ADA)).subject == "You already have an account"


async def test_an_imitation_gets_nothing_of_the_account(api: httpx.AsyncClient, account: Account):
    await confirm(api, account)
    imitation = await register(api, email=ADA, name="Mallory", password="five loud parrots")
    credentials = {"email": ADA, "password": "five loud parrots"}
    # It is let in to itself, as at an address that nobody has: a refusal would tell that somebody does.
    login = await api.post("/api/auth/login", json=credentials)
    assert login.json()["user"]["id"] == imitation.user["id"]
    assert (await sign_in(api, account)).user["id"] == account.user["id"]
    assert (await profile(api, imitation))["email_confirmed"] is False


async def test_while_nobody_has_confirmed_it_the_newest_account_has_the_address(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    clock.advance(minutes=1)
    second = await register(api, email=ADA, password="five loud parrots")
    assert (await sign_in(api, second)).user["id"] == second.user["id"]
    await confirm(api, second)
    assert (await sign_in(api, second)).user["id"] == second.user["id"]
    assert (await sign_in(api, account)).user["id"] == account.user["id"]


async def test_the_first_to_confirm_an_address_has_it(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    first = await newest_token(api, ADA)
    clock.advance(minutes=1)
    other = await register(api, email=ADA)
    second = await newest_token(api, ADA)
    responses = await asyncio.gather(use(api, account, first), use(api, other, second))
    assert sorted(response.status_code for response in responses) == [200, 409]
    problem(next(r for r in responses if r.status_code == 409), 409, "address_taken")


# Changing the address


async def test_an_address_changes_when_its_reader_confirms_it(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await confirm(api, account)
    clock.advance(minutes=1)
    response = await change(api, account, "Lovelace@Example.com")
    assert (response.status_code, response.json()) == (202, None)
    before = await profile(api, account)
    assert (before["email"], before["pending_email"]) == (ADA, LOVELACE)
    confirmed = await use(api, account, await newest_token(api, LOVELACE))
    assert confirmed.json() == {"email": LOVELACE, "certificates": []}
    after = await profile(api, account)
    assert (after["email"], after["email_confirmed"], after["pending_email"]) == (LOVELACE, True, None)
    credentials = {"email": LOVELACE, "password": PASSWORD}
    assert (await api.post("/api/auth/login", json=credentials)).status_code == 200
    credentials["email"] = ADA
    problem(await api.post("/api/auth/login", json=credentials), 401, "invalid_credentials")


async def test_the_old_address_is_told_without_the_new_one(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await confirm(api, account)
    clock.advance(minutes=1)
    await change(api, account, LOVELACE)
    await use(api, account, await newest_token(api, LOVELACE))
    notice = await newest_mail(api, ADA)
    assert notice.subject == "Your email address was changed"
    assert LOVELACE not in notice.text + notice.html


async def test_an_address_that_nobody_has_confirmed_is_told_nothing(api: httpx.AsyncClient, account: Account):
    """It was mistyped, as likely as not, and belongs to someone else."""
    await change(api, account, LOVELACE)
    await use(api, account, await newest_token(api, LOVELACE))
    assert len(await mails(api, ADA)) == 1


async def test_the_old_addresss_links_are_used_up(api: httpx.AsyncClient, account: Account, clock: FakeClock):
    registered = await newest_token(api, ADA)
    await change(api, account, LOVELACE)
    await use(api, account, await newest_token(api, LOVELACE))
    problem(await use(api, account, registered), 409, "confirm_link_used")


async def test_a_later_change_replaces_an_earlier_one(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await change(api, account, "typo@example.com")
    clock.advance(minutes=1)
    await change(api, account, LOVELACE)
    problem(await use(api, account, await newest_token(api, "typo@example.com")), 409, "confirm_link_used")
    assert (await profile(api, account))["pending_email"] == LOVELACE


async def test_a_pending_address_is_forgotten_when_its_link_expires(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await change(api, account, LOVELACE)
    clock.advance(days=1)
    refreshed = await api.post("/api/auth/refresh", json={"refresh_token": account.refresh_token})
    headers = {"Authorization": f"Bearer {refreshed.json()['access_token']}"}
    assert (await api.get("/api/profile", headers=headers)).json()["pending_email"] is None


async def test_changing_to_a_taken_address_is_told_to_its_reader_alone(
    api: httpx.AsyncClient, account: Account
):
    grace = await register(api, email="grace@example.com", name="Grace Hopper")
    await confirm(api, grace)
    taken = await change(api, account, "grace@example.com")
    free = await change(api, account, LOVELACE)
    assert (taken.status_code, taken.content) == (free.status_code, free.content)
    mail = next(m for m in await mails(api, "grace@example.com") if "already has" in m.subject)
    assert "#token=" not in mail.text + mail.html
    assert (await sign_in(api, grace)).user["id"] == grace.user["id"]


async def test_an_address_that_is_taken_before_its_link_is_used_stays_with_who_has_it(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await change(api, account, LOVELACE)
    token = await newest_token(api, LOVELACE)
    clock.advance(seconds=1)
    other = await register(api, email=LOVELACE)
    await confirm(api, other)
    problem(await use(api, account, token), 409, "address_taken")
    assert (await profile(api, account))["email"] == ADA


@pytest.mark.parametrize("password", ["wrong plain horses", "", None])
async def test_changing_the_address_needs_the_password(
    api: httpx.AsyncClient, account: Account, password: str | None
):
    body = problem(await change(api, account, LOVELACE, password), 422, "wrong_password")
    assert [error["field"] for error in body["errors"]] == ["password"]
    assert await mails(api, LOVELACE) == []


@pytest.mark.parametrize("email", ["ada", "ada@example", f"{'a' * 250}@example.com"])
async def test_what_is_no_address_is_refused(api: httpx.AsyncClient, account: Account, email: str):
    body = problem(await change(api, account, email), 422, "invalid_request")
    assert [error["field"] for error in body["errors"]] == ["email"]


async def test_ones_own_confirmed_address_is_no_change(api: httpx.AsyncClient, account: Account):
    await confirm(api, account)
    problem(await change(api, account, "ADA@example.com"), 409, "address_unchanged")


@pytest.mark.parametrize("path", ["/api/auth/register", "/api/profile/email"])
async def test_no_header_changes_a_mailed_link(api: httpx.AsyncClient, account: Account, path: str):
    headers = {**account.headers, "Host": "evil.test", "X-Forwarded-Host": "evil.test"}
    form = (
        registration(email=LOVELACE)
        if path.endswith("register")
        else {"email": LOVELACE, "password": PASSWORD}
    )
    assert (await api.post(path, json=form, headers=headers)).is_success
    (mail,) = await mails(api, LOVELACE)
    assert "http://localhost:8000/auth/confirm#token=" in mail.text
    assert "evil" not in mail.text + mail.html


# Certificates


async def test_a_certificate_waits_for_a_confirmed_address(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    state = await take_test(api, account)
    result = (await submit(api, account, state["test_id"])).json()
    assert (result["passed"], result["certificate_number"]) == (True, None)
    assert result["certificate_pending"] == "confirm_address"
    assert (await api.get("/api/certificates", headers=account.headers)).json() == []
    clock.advance(minutes=10)
    (number,) = (await confirm(api, account)).json()["certificates"]
    (certificate,) = (await api.get("/api/certificates", headers=account.headers)).json()
    assert certificate["number"] == number
    assert certificate["issued_at"] == clock().isoformat().replace("+00:00", "Z")
    assert certificate["score"] == result["score"]
    path = f"/api/tests/{state['test_id']}/result"
    result = (await api.get(path, headers=account.headers)).json()
    assert (result["certificate_number"], result["certificate_pending"]) == (number, None)


async def test_a_failed_test_waits_for_nothing(api: httpx.AsyncClient, account: Account):
    state = await take_test(api, account, right=lambda position: False)
    result = (await submit(api, account, state["test_id"])).json()
    assert (result["passed"], result["certificate_pending"]) == (False, None)
    assert (await confirm(api, account)).json()["certificates"] == []


async def test_with_a_confirmed_address_the_certificate_comes_at_once(
    api: httpx.AsyncClient, account: Account
):
    await confirm(api, account)
    state = await take_test(api, account)
    result = (await submit(api, account, state["test_id"])).json()
    assert result["certificate_number"]
    assert result["certificate_pending"] is None


async def test_a_reset_brings_the_certificate_too(api: httpx.AsyncClient, account: Account, clock: FakeClock):
    state = await take_test(api, account)
    await submit(api, account, state["test_id"])
    clock.advance(seconds=1)
    await api.post("/api/auth/forgot-password", json={"email": ADA})
    form = {"token": await newest_token(api, ADA), "password": PASSWORD}
    assert (await api.post("/api/auth/reset-password", json=form)).status_code == 204
    again = await sign_in(api, account)
    assert len((await api.get("/api/certificates", headers=again.headers)).json()) == 1


@pytest.mark.parametrize("confirming_first", [True, False])
async def test_confirming_while_a_test_is_submitted_loses_no_certificate(
    api: httpx.AsyncClient, account: Account, confirming_first: bool
):
    state = await take_test(api, account)
    requests = [confirm(api, account), submit(api, account, state["test_id"])]
    await asyncio.gather(*(requests if confirming_first else requests[::-1]))
    assert len((await api.get("/api/certificates", headers=account.headers)).json()) == 1
