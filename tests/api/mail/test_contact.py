"""The contact form mails its messages to the operator."""

import httpx
import pytest
from fastapi import FastAPI

from tests.api.accounts.test_auth import problem, stored
from tests.api.conftest import ApiClient
from tests.factories import Account, generous_limits
from tests.mailbox import confirm
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models.mail import OutboxMail
from webdev_certs.settings import Settings
from webdev_certs.settings.limits import OperatorMailRates, Rates
from webdev_certs.settings.operator import OperatorSettings

pytestmark = pytest.mark.one_database


OPERATOR = "operator@certs.example"
FORM = {"name": "Grace Hopper", "email": "grace@example.com", "message": "My certificate shows an old name."}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"operator": OperatorSettings(email=OPERATOR)})


async def mails(resources: Resources) -> dict[str, OutboxMail]:
    """Return the queued mails by recipient, without those about registrations."""
    rows = await stored(resources, OutboxMail)
    return {row.recipient: row for row in rows if "message" in row.subject.lower()}


async def test_a_message_reaches_the_operator_and_its_sender_gets_a_receipt(
    api: httpx.AsyncClient, resources: Resources
):
    assert (await api.post("/api/contact", json=FORM)).status_code == 202
    sent = await mails(resources)
    assert set(sent) == {OPERATOR, "grace@example.com"}
    for part in FORM.values():
        assert part in sent[OPERATOR].text
    # The operator can simply answer the mail.
    assert (sent[OPERATOR].reply_to, sent["grace@example.com"].reply_to) == ("grace@example.com", None)
    # Anyone could have typed this email.
    assert FORM["message"] not in sent["grace@example.com"].text


async def test_only_the_owner_of_a_confirmed_email_gets_a_copy(account: Account, resources: Resources):
    own = FORM | {"email": account.user["email"]}
    assert (await account.post("/api/contact", json=own)).status_code == 202
    assert FORM["message"] not in (await mails(resources))[own["email"]].text
    await confirm(account)
    assert (await account.post("/api/contact", json=own)).status_code == 202
    to_owner = [mail for mail in await stored(resources, OutboxMail) if mail.recipient == own["email"]]
    assert any(FORM["message"] in mail.text for mail in to_owner)


async def test_markup_stays_text(api: httpx.AsyncClient, resources: Resources):
    form = FORM | {"message": "<img src=x onerror=alert(1)>\n\n<b>second</b>"}
    assert (await api.post("/api/contact", json=form)).status_code == 202
    html = (await mails(resources))[OPERATOR].html
    assert "<img" not in html
    assert "&lt;b&gt;second" in html


async def test_a_message_with_the_hidden_field_filled_in_is_dropped_silently(
    api: httpx.AsyncClient, resources: Resources
):
    response = await api.post("/api/contact", json=FORM | {"website": "https://spam.example"})
    assert response.status_code == 202
    assert await mails(resources) == {}


async def test_refusals_name_their_field(api: httpx.AsyncClient):
    for field, value in (
        ("email", "grace"),
        ("email", "grace@example.com\r\nBcc: eve@evil.example"),
        ("email", "grace@example.com, eve@evil.example"),
        ("message", "short"),
        ("message", "x" * 4001),
        ("name", ""),
    ):
        print(field, value)
        body = problem(await api.post("/api/contact", json=FORM | {field: value}), 422, "invalid_request")
        assert [error["field"] for error in body["errors"]] == [field]


async def test_an_invalid_token_is_refused(api: httpx.AsyncClient):
    headers = {"Authorization": "Bearer nonsense"}
    assert (await api.post("/api/contact", json=FORM, headers=headers)).status_code == 401


class TestLimit:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        limits = generous_limits().model_copy(update={"contact": Rates(ip="9/hour", account="2/hour")})
        return settings.model_copy(update={"limits": limits})

    async def test_messages_are_limited_by_email(self, api: httpx.AsyncClient):
        for _ in range(2):
            assert (await api.post("/api/contact", json=FORM)).status_code == 202
        problem(await api.post("/api/contact", json=FORM), 429, "too_many_requests")


class TestAllCallersTogether:
    @pytest.fixture
    def settings(self, settings: Settings, request: pytest.FixtureRequest) -> Settings:
        rates = dict.fromkeys(OperatorMailRates.model_fields, "9/hour") | {"crowded": "1/hour"}
        contact = OperatorMailRates.model_validate(rates | {request.param: "2/hour"})
        limits = generous_limits().model_copy(update={"contact": contact})
        return settings.model_copy(update={"limits": limits})

    @pytest.mark.parametrize(
        ("settings", "refused"),
        [
            ("network", [False, False, True, True, False]),
            # After the second message, each network may send one more.
            ("everybody", [False, False, False, True, False]),
        ],
        indirect=["settings"],
    )
    async def test_messages_are_limited_by_network_and_in_all_but_closed_to_nobody(
        self, api_app: FastAPI, refused: list[bool]
    ):
        ips = (*(f"2001:db8:1:{n}::1" for n in range(4)), "2001:db8:2:1::1")
        statuses = []
        for number, ip in enumerate(ips):
            async with ApiClient(api_app, ip=ip) as client:
                form = FORM | {"email": f"grace{number}@example.com"}
                statuses.append((await client.post("/api/contact", json=form)).status_code)
        assert statuses == [429 if late else 202 for late in refused]


class TestWithoutAnOperator:
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"operator": OperatorSettings(), "sandbox": False})

    async def test_there_is_no_form(self, api: httpx.AsyncClient):
        problem(await api.post("/api/contact", json=FORM), 404, "contact_unavailable")
