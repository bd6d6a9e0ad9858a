"""Public verification of certificates, by number and by file."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest

from tests.fake_api import FakeApi, refusal
from tests.records import NOW, NUMBER, verification
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.records import technology
from webdev_certs.schemas.base import Problem
from webdev_certs.schemas.certificates import Check, FileVerification, ForeignBadge
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import Api, pass_mark_of
from webdev_certs.ui.states.certificates.checks import number_checks
from webdev_certs.ui.states.certificates.preview import preview_description, preview_title
from webdev_certs.ui.states.certificates.verify_file import FileState
from webdev_certs.ui.states.certificates.verify_number import VerificationState
from webdev_certs.ui.states.session.locale import ZoneState

PATH = f"/verify/{NUMBER}"


@pytest.fixture
def certified(visitor: Tab, fake: FakeApi) -> Tab:
    """A visitor's tab in front of an API that finds a valid certificate."""
    fake.answer(Api.technologies, [technology()])
    fake.answer(Api.verify_certificate, verification())
    return visitor


@pytest.mark.parametrize(
    ("typed", "code", "phase"),
    [
        ("../dashboard", "certificate_mistyped", "mistyped"),
        ("a?b#c", "certificate_mistyped", "mistyped"),
        ("WDC-RE-302P", "certificate_too_short", "short"),
    ],
)
async def test_any_input_stays_one_segment_of_the_path(
    visitor: Tab, fake: FakeApi, typed: str, code: str, phase: str
):
    fake.answer(Api.verify_certificate, refusal(code, 422))
    target = redirect(await visitor.fire(VerificationState.look_up, {"number": typed}))
    assert target is not None
    assert target.count("/") == 2
    assert not set(target) & set("?#\\ ")
    found = await visitor.load(VerificationState, target)
    assert (found.phase, found.number) == (phase, typed)
    assert fake.calls(Api.verify_certificate) == [{"number": typed}]


@pytest.mark.parametrize("rest", [" ", "/", "?utm_source=mail", "#top", "/?UTM_SOURCE=MAIL#TOP"])
async def test_the_link_in_a_code_is_as_good_as_its_number(certified: Tab, fake: FakeApi, rest: str):
    for before in ("", " https://certs.example/verify/"):
        then = await certified.fire(VerificationState.look_up, {"number": before + NUMBER + rest})
        assert redirect(then) == PATH
    # Other pages have forms of their own, which lead to the path without the state.
    found = await certified.load(VerificationState, f"/verify/{quote(NUMBER.lower() + rest, safe='')}")
    assert (found.phase, found.number) == ("valid", NUMBER)
    assert fake.calls(Api.verify_certificate) == [{"number": NUMBER.lower()}]


@pytest.mark.parametrize("form", [{}, {"number": "   "}])
async def test_an_empty_form_does_nothing(visitor: Tab, form: dict[str, str]):
    assert await visitor.fire(VerificationState.look_up, form) == []


async def test_a_valid_certificate_lists_what_was_checked_and_what_it_means(certified: Tab):
    found = await certified.load(VerificationState, PATH)
    assert [(row.name, row.outcome) for row in found.checks] == [
        ("Issuer", "OK"),
        ("Status", "OK"),
        ("Expiration date", "OK"),
        ("Signature", "Not checked"),
    ]
    assert found.checked == "March\u00a02,\u00a02026, 9:00\u00a0AM\u00a0UTC"
    assert (found.technology, found.cut_score, found.length) == ("React", 500, "20 to 40")
    assert found.topics == ["Basics", "State"]


@pytest.mark.parametrize(
    ("status", "moment", "reason", "words", "outcome"),
    [
        ("suspended", "suspended_at", {"suspension_reason": "under_review"}, "reviewed", "Suspended"),
        ("revoked", "revoked_at", {"revocation_reason": "rules_broken"}, "rules", "Failed"),
        ("replaced", "replaced_at", {"replaced_by": "WDC-RE-0000-0000-2"}, "", "Replaced"),
    ],
)
async def test_a_certificate_that_does_not_count_says_since_when_and_why(
    certified: Tab, fake: FakeApi, status: str, moment: str, reason: dict[str, str], words: str, outcome: str
):
    fake.answer(Api.verify_certificate, verification(status=status, **{moment: NOW}, **reason))
    found = await certified.load(VerificationState, PATH)
    assert (found.phase, found.since) == (status, "March\u00a02,\u00a02026")
    assert (found.reason, words) == ("", "") or words in found.reason
    assert found.replaced_by == reason.get("replaced_by", "")
    result = "failed" if status == "revoked" else status
    assert (found.checks[1].result, found.checks[1].outcome) == (result, outcome)
    assert found.checks[2].text == "Its expiration date is March\u00a02,\u00a02028."


def test_an_expired_or_replaced_certificate_and_a_specimen_have_failed_no_check():
    later = verification().expires_at
    for shown, name, result, outcome in (
        (verification(status="expired", checked_at=later), "Expiration date", "expired", "In the past"),
        (verification(status="replaced"), "Status", "replaced", "Replaced"),
        (verification(status="sample"), "Status", "sample", "Sample"),
    ):
        rows = {row.name: (row.result, row.outcome) for row in number_checks(shown)}
        assert rows.pop(name) == (result, outcome)
        assert "failed" not in dict(rows.values())


async def test_checks_are_explained_in_the_language_of_the_tab(certified: Tab):
    with in_language("de"):
        found = await certified.load(VerificationState, PATH)
    assert (found.issued, found.length) == ("2.\u00a0März\u00a02026", "20 bis 40")
    assert found.title == "Certified React Developer"
    assert [row.name for row in found.checks] == ["Aussteller", "Status", "Ablaufdatum", "Signatur"]
    assert [row.outcome for row in found.checks] == ["in Ordnung"] * 3 + ["nicht verifiziert"]
    assert found.checks[2].text == "Das Zertifikat ist bis zum 2.\u00a0März\u00a02028 gültig."


async def test_the_time_of_the_check_is_in_the_zone_of_the_browser(certified: Tab, fake: FakeApi):
    found = await certified.load(VerificationState, PATH)
    assert (found.checked_at, found.phase) == ("2026-03-02T09:00:00+00:00", "valid")
    # A new visitor's zone may become known only now. The certificate is not read again.
    assert await certified.fire(ZoneState.note, "America/New_York") == []
    assert (found.checked, found.phase) == ("March\u00a02,\u00a02026, 4:00\u00a0AM", "valid")
    assert len(fake.calls(Api.verify_certificate)) == 1
    assert (await certified.load(VerificationState)).checked == "March\u00a02,\u00a02026, 4:00\u00a0AM"


async def test_a_withheld_name_is_told_from_a_former_user(certified: Tab, fake: FakeApi):
    for withheld in (True, False):
        fake.answer(Api.verify_certificate, verification(holder_name=None, name_withheld=withheld))
        found = await certified.load(VerificationState, PATH)
        assert (found.phase, found.holder, found.withheld) == ("valid", "", withheld)


# By file

Results = dict[str, tuple[str, str]]
SIGNED: Results = {
    "signature": ("passed", "issuers_key"),
    "issuer": ("passed", "signer"),
    "expiry": ("passed", "valid"),
    "status": ("not_checked", "list_not_fetched"),
}
"""The checks of a badge by another issuer that is signed with the issuer's own key."""


def checks(results: Results) -> list[Check]:
    return [
        Check.model_validate({"name": name, "result": result, "reason": reason})
        for name, (result, reason) in (SIGNED | results).items()
    ]


def file_verification(**changes: Any) -> str:
    """Return what the API answers about a file with a badge by another issuer."""
    badge = ForeignBadge(
        title="React Developer",
        issuer_id="did:key:z6Mk",
        issuer_name="Example Academy",
        valid_from=NOW,
        valid_until=NOW + timedelta(days=365),
    )
    fields = {"kind": "json", "checks": checks({}), "certificate": None, "badge": badge, "checked_at": NOW}
    return FileVerification.model_validate(fields | changes).model_dump_json()


async def finish(tab: Tab, status: int, answer: str) -> FileState:
    """Tell a tab what the API has answered, as the browser does, which sends the file itself."""
    await tab.fire(FileState.start, "file.json")
    await tab.fire(FileState.finish, status, answer)
    return tab.state(FileState)


@pytest.mark.parametrize(
    ("results", "phase", "outcomes"),
    [
        ({}, "signed", ["OK", "OK", "OK", "Not checked"]),
        ({"issuer": ("failed", "not_signer")}, "unverified", ["OK", "Failed", "OK", "Not checked"]),
        (
            {"signature": ("not_checked", "key_not_fetched"), "issuer": ("not_checked", "claimed")},
            "unverified",
            ["Not checked", "Not checked", "OK", "Not checked"],
        ),
        ({"expiry": ("failed", "expired")}, "unverified", ["OK", "OK", "In the past", "Not checked"]),
    ],
)
async def test_a_badge_of_somebody_else_is_told_apart(
    visitor: Tab, results: Results, phase: str, outcomes: list[str]
):
    shown = await finish(visitor, 200, file_verification(checks=checks(results)))
    assert (shown.phase, shown.issuer, shown.number) == (phase, "Example Academy", "")
    assert shown.issuer_id == "did:key:z6Mk"
    assert [row.outcome for row in shown.checks] == outcomes


async def test_dates_that_cannot_be_read_are_not_shown_as_no_end(visitor: Tab):
    for reason, dates in (("no_expiry", "March\u00a02,\u00a02026, no end date"), ("not_readable", "")):
        badge = ForeignBadge(title="A", issuer_id="", issuer_name="", valid_from=NOW, valid_until=None)
        result = checks({"expiry": ("not_checked" if not dates else "passed", reason)})
        shown = await finish(visitor, 200, file_verification(badge=badge, checks=result))
        assert shown.dates == dates


async def test_a_certificate_in_a_file_shows_what_is_recorded_in_the_zone_of_the_browser(visitor: Tab):
    await visitor.fire(ZoneState.note, "America/New_York")
    found = verification(status="suspended", holder_name=None)
    shown = await finish(visitor, 200, file_verification(certificate=found, badge=None))
    assert (shown.phase, shown.number, shown.holder) == ("suspended", NUMBER, "Former user")
    assert (shown.title, shown.issuer) == ("Certified React Developer", "WebDev Certs")
    assert shown.checked == "March\u00a02,\u00a02026, 4:00\u00a0AM"
    assert shown.checked_at == "2026-03-02T09:00:00+00:00"


@pytest.mark.parametrize(
    ("status", "answer", "words"),
    [
        (0, "", "can’t reach"),
        (413, "", "larger than 8\u00a0MB"),
        (502, "<html>", "unexpected answer"),
        (200, "{}", "unexpected answer"),
    ],
)
async def test_what_a_browser_reports_is_shown_in_words(visitor: Tab, status: int, answer: str, words: str):
    shown = await finish(visitor, status, answer)
    assert shown.phase == "refused"
    assert words in shown.error


@pytest.mark.parametrize(
    ("code", "phase"), [("credential_altered", "altered"), ("file_unreadable", "refused")]
)
async def test_a_changed_file_has_a_verdict_of_its_own(visitor: Tab, code: str, phase: str):
    problem = Problem.model_validate(
        {"type": "about:blank", "title": "No", "status": 422, "code": code, "detail": "It is so."}
    )
    shown = await finish(visitor, 422, problem.model_dump_json())
    assert (shown.phase, shown.error, shown.checks) == (phase, "It is so.", [])


# Link previews


def test_a_link_says_what_the_certificate_means():
    found = verification()
    meaning = "20–40 adaptive questions, 500 points to pass (scale 200–800), taken online, not supervised."
    assert preview_description(found, 500).endswith(f" {meaning} Name as stated by the holder.")
    assert preview_description(verification(holder_name=None), 500).endswith(f" {meaning}")
    with in_language("de"):
        assert "ohne Aufsicht abgelegt. Name nach eigener Angabe." in preview_description(found, 500)
    assert preview_description(verification(status="revoked"), 500).endswith("Anyone can verify it here.")
    assert preview_description(found, None).endswith("Anyone can verify it here.")
    assert "520 points to pass" in preview_description(verification(cut_score=520), 500), "as at its issue"


def test_a_link_names_the_holder_unless_the_name_is_withheld_or_gone():
    assert preview_title(verification()) == "Ada Lovelace: Certified React Developer"
    withheld = preview_title(verification(holder_name=None, name_withheld=True))
    assert withheld == "Holder’s name withheld: Certified React Developer"
    assert preview_title(verification(holder_name=None)) == "Former user: Certified React Developer"


async def test_the_pass_mark_of_a_link_is_that_of_the_technology(tab: Tab):
    assert await pass_mark_of("react", "192.0.2.1") == 500
    assert await pass_mark_of("cobol", "192.0.2.1") is None


@pytest.mark.parametrize(
    ("path", "then"), [("/verify", VerificationState.clear), (PATH, VerificationState.load)]
)
async def test_what_a_file_proves_stays_after_a_lost_connection_until_the_next_visit(
    certified: Tab, path: str, then: Any
):
    async def arrive(connection: str) -> str:
        certified.open(path, connection=connection)
        await certified.fire(FileState.clear)
        await certified.fire(then)
        return certified.state(FileState).phase

    await arrive("first")
    await finish(certified, 200, file_verification())
    assert await arrive("second") == "signed"
    assert await arrive("second") == ""
