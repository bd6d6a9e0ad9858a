"""Public verification of certificates, by number and by file."""

from urllib.parse import quote

import httpx
import pytest

from tests.api.certificates.uploading import DID_KEY, compact, foreign
from tests.factories import Account
from tests.unit.ui.states.browser import Tab, redirect
from webdev_certs.schemas.certificates import Verification
from webdev_certs.server.api.context import new_context
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.services.certificates import revocation
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import pass_mark_of
from webdev_certs.ui.states.certificates.checks import number_checks
from webdev_certs.ui.states.certificates.files import FileState
from webdev_certs.ui.states.certificates.preview import preview_description, preview_title
from webdev_certs.ui.states.certificates.verification import VerificationState
from webdev_certs.ui.states.session.locale import ZoneState

# By number


@pytest.mark.parametrize("typed", ["../dashboard", "a?b#c"])
async def test_any_input_stays_one_segment_of_the_path(tab: Tab, typed: str):
    target = redirect(await tab.fire(VerificationState.look_up, {"number": typed}))
    assert target is not None
    assert target.count("/") == 2
    assert not set(target) & set("?#\\ ")
    found = await tab.load(VerificationState, target)
    assert (found.phase, found.number) == ("mistyped", typed)


async def test_the_link_in_a_code_is_as_good_as_its_number(tab: Tab, number: str):
    for rest in (" ", "/", "?utm_source=mail", "#top", "/?UTM_SOURCE=MAIL#TOP"):
        for before in ("", " https://certs.example/verify/"):
            then = await tab.fire(VerificationState.look_up, {"number": before + number + rest})
            assert redirect(then) == f"/verify/{number}"
        # Other pages have forms of their own, which lead to the path without the state.
        found = await tab.load(VerificationState, f"/verify/{quote(number.lower() + rest, safe='')}")
        assert (found.phase, found.number) == ("valid", number)


@pytest.mark.parametrize("form", [{}, {"number": "   "}])
async def test_an_empty_form_does_nothing(tab: Tab, form: dict[str, str]):
    assert await tab.fire(VerificationState.look_up, form) == []


async def test_each_state_has_words_of_its_own_and_lists_what_was_checked(
    tab: Tab, number: str, resources: Resources
):
    found = await tab.load(VerificationState, f"/verify/{number}")
    assert [(row.name, row.outcome) for row in found.checks] == [
        ("Issuer", "OK"),
        ("Status", "OK"),
        ("Date of expiry", "OK"),
        ("Signature", "Not checked"),
    ]
    assert found.checked == "March\u00a02,\u00a02026, 9:00\u00a0AM\u00a0UTC"
    assert (found.technology, found.cut_score, found.length) == ("React", 500, "20 to 40")
    assert found.topics == ["Basics", "State", "Effects", "Testing"]
    for change, phase, reason, result in (
        (
            lambda context, row: revocation.suspend(context, row, "under_review"),
            "suspended",
            "reviewed",
            ("suspended", "Suspended"),
        ),
        (
            lambda context, row: revocation.revoke(context, row, "rules_broken"),
            "revoked",
            "rules",
            ("failed", "Failed"),
        ),
    ):
        async with resources.database.transaction() as db:
            context = new_context(resources, db)
            await change(context, await revocation.find_certificate(context, number))
        await tab.load(VerificationState)
        assert (found.phase, found.since) == (phase, "March\u00a02,\u00a02026")
        assert reason in found.reason
        assert (found.checks[1].result, found.checks[1].outcome) == result
        assert found.checks[2].text == "Its date of expiry is March\u00a02,\u00a02028."


async def test_an_expired_or_replaced_certificate_and_a_sample_have_failed_no_check(
    api: httpx.AsyncClient, number: str
):
    found = Verification.model_validate((await api.get(f"/api/verify/{number}")).json())
    later = found.model_copy(update={"status": "expired", "checked_at": found.expires_at})
    replaced = found.model_copy(update={"status": "replaced"})
    sample = found.model_copy(update={"status": "sample"})
    for shown, name, result, outcome in (
        (later, "Date of expiry", "expired", "In the past"),
        (replaced, "Status", "replaced", "Replaced"),
        (sample, "Status", "sample", "Sample"),
    ):
        rows = {row.name: (row.result, row.outcome) for row in number_checks(shown)}
        assert rows.pop(name) == (result, outcome)
        assert "failed" not in dict(rows.values())


async def test_checks_are_explained_in_the_language_of_the_tab(tab: Tab, number: str):
    with in_language("de"):
        found = await tab.load(VerificationState, f"/verify/{number}")
    assert (found.issued, found.length) == ("2.\u00a0März\u00a02026", "20 bis 40")
    assert found.title == "Certified React Developer"
    assert [(row.name, row.outcome) for row in found.checks] == [
        ("Aussteller", "in Ordnung"),
        ("Status", "in Ordnung"),
        ("Ablaufdatum", "in Ordnung"),
        ("Signatur", "nicht geprüft"),
    ]
    assert found.checks[2].text == "Das Zertifikat ist bis zum 2.\u00a0März\u00a02028 gültig."


async def test_the_time_of_the_check_is_in_the_zone_of_the_browser(tab: Tab, number: str):
    found = await tab.load(VerificationState, f"/verify/{number}")
    assert (found.checked_at, found.phase) == ("2026-03-02T09:00:00+00:00", "valid")
    # A new visitor's zone may become known only now. The certificate is not read again.
    assert await tab.fire(ZoneState.note, "America/New_York") == []
    assert (found.checked, found.phase) == ("March\u00a02,\u00a02026, 4:00\u00a0AM", "valid")
    assert (await tab.load(VerificationState)).checked == "March\u00a02,\u00a02026, 4:00\u00a0AM"


# By file


async def verify(tab: Tab, api: httpx.AsyncClient, content: bytes) -> FileState:
    """Verify a file as the browser does: it sends the file itself, and passes the answer on."""
    await tab.fire(FileState.start, "file.json")
    answer = await api.post("/api/verify/file", content=content)
    await tab.fire(FileState.finish, answer.status_code, answer.text)
    return tab.state(FileState)


@pytest.mark.parametrize(
    ("changes", "phase", "outcomes"),
    [
        ({}, "signed", ["OK", "OK", "OK", "Not checked"]),
        ({"issuer": "did:web:academy.example"}, "unverified", ["OK", "Failed", "OK", "Not checked"]),
        ({"method": "did:web:a.example#1"}, "unverified", ["Not checked"] * 2 + ["OK", "Not checked"]),
        ({"validUntil": "2026-01-01T00:00:00Z"}, "unverified", ["OK", "OK", "In the past", "Not checked"]),
    ],
)
async def test_a_badge_of_somebody_else_is_told_apart(
    tab: Tab, api: httpx.AsyncClient, changes: dict[str, str], phase: str, outcomes: list[str]
):
    shown = await verify(tab, api, compact(foreign(**changes)))
    assert (shown.phase, shown.issuer, shown.number) == (phase, "Example Academy", "")
    assert shown.issuer_id == changes.get("issuer", DID_KEY)
    assert [row.outcome for row in shown.checks] == outcomes


@pytest.mark.parametrize(
    ("status", "answer", "words"),
    [
        (0, "", "cannot be reached"),
        (413, "", "larger than 2\u00a0MB"),
        (502, "<html>", "unexpected answer"),
        (200, "{}", "unexpected answer"),
    ],
)
async def test_what_a_browser_reports_is_shown_in_words(tab: Tab, status: int, answer: str, words: str):
    await tab.fire(FileState.finish, status, answer)
    shown = tab.state(FileState)
    assert shown.phase == "refused"
    assert words in shown.error


async def test_a_changed_file_has_a_verdict_of_its_own(
    tab: Tab, api: httpx.AsyncClient, account: Account, number: str
):
    file = await api.get(f"/api/certificates/{number}/credential", headers=account.headers)
    shown = await verify(tab, api, file.content.replace(b"React Developer", b"Rocket Engineer"))
    assert (shown.phase, shown.checks) == ("altered", [])
    assert "does not match" in shown.error
    assert (await verify(tab, api, b"{}")).phase == "refused"


async def test_the_check_of_a_file_is_in_the_zone_of_the_browser(tab: Tab, api: httpx.AsyncClient):
    await tab.fire(ZoneState.note, "America/New_York")
    shown = await verify(tab, api, compact(foreign()))
    assert shown.checked == "March\u00a02,\u00a02026, 4:00\u00a0AM"
    assert shown.checked_at == "2026-03-02T09:00:00+00:00"


# Link previews


async def test_a_link_says_what_the_certificate_means(api: httpx.AsyncClient, number: str):
    found = Verification.model_validate((await api.get(f"/api/verify/{number}")).json())
    meaning = "20–40 adaptive questions, 500 points to pass (scale 200–800), taken online, not supervised."
    assert preview_description(found, 500).endswith(f" {meaning} Name as stated by the holder.")
    unnamed = found.model_copy(update={"holder_name": None})
    assert preview_description(unnamed, 500).endswith(f" {meaning}")
    with in_language("de"):
        assert "ohne Aufsicht abgelegt. Name nach eigener Angabe." in preview_description(found, 500)
    revoked = found.model_copy(update={"status": "revoked"})
    assert preview_description(found, None).endswith("Anyone can verify it here.")
    assert preview_description(revoked, 500).endswith("Anyone can verify it here.")


async def test_the_pass_mark_of_a_link_is_that_of_the_technology(tab: Tab):
    assert await pass_mark_of("react", "192.0.2.1") == 500
    assert await pass_mark_of("cobol", "192.0.2.1") is None


# The name of the holder


async def titled(api: httpx.AsyncClient, number: str) -> str:
    """Return the title of a link to a certificate."""
    return preview_title(Verification.model_validate((await api.get(f"/api/verify/{number}")).json()))


async def test_a_name_can_be_withheld(tab: Tab, api: httpx.AsyncClient, account: Account, number: str):
    assert await titled(api, number) == "Ada Lovelace: Certified React Developer"
    await api.patch(f"/api/certificates/{number}", json={"name_public": False}, headers=account.headers)
    assert await titled(api, number) == "Holder’s name withheld: Certified React Developer"
    found = await tab.load(VerificationState, f"/verify/{number}")
    assert (found.phase, found.holder, found.withheld) == ("valid", "", True)


async def test_the_holder_of_a_deleted_account_is_a_former_user(
    tab: Tab, api: httpx.AsyncClient, account: Account, number: str
):
    file = await api.get(f"/api/certificates/{number}/credential", headers=account.headers)
    form = {"password": account.password, "certificates": "keep_anonymous"}
    gone = await api.request("DELETE", "/api/profile", json=form, headers=account.headers)
    assert gone.is_success
    assert await titled(api, number) == "Former user: Certified React Developer"
    assert (await verify(tab, api, file.content)).holder == "Former user"
