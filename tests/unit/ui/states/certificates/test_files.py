"""What the screen says about an uploaded file."""

import httpx
import pytest

from tests.answering import pass_exam
from tests.api.certificates.uploading import DID_KEY, compact, foreign
from tests.factories import Account
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.lasting import settings
from webdev_certs.ui.states.certificates.files import FileState

__all__ = ["settings"]


async def verify(tab: Tab, api: httpx.AsyncClient, content: bytes) -> FileState:
    """Verify a file as the browser does: it sends the file itself, and passes the answer on."""
    await tab.fire(FileState.start, "file.json")
    answer = await api.post("/api/verify/file", content=content)
    await tab.fire(FileState.finish, answer.status_code, answer.text)
    return tab.state(FileState)


async def test_a_certificate_is_shown_with_all_checks(tab: Tab, api: httpx.AsyncClient, account: Account):
    number = (await pass_exam(api, account))["certificate_number"]
    file = await api.get(f"/api/certificates/{number}/credential", headers=account.headers)
    shown = await verify(tab, api, file.content)
    assert (shown.phase, shown.number, shown.holder) == ("valid", number, "Ada Lovelace")
    assert (shown.name, shown.title) == ("file.json", "Certified React Developer")
    assert [(row.name, row.outcome) for row in shown.checks] == [
        ("Signature", "Passed"),
        ("Issuer", "Passed"),
        ("Expiry", "Passed"),
        ("Status", "Passed"),
    ]
    assert shown.checked
    await tab.fire(FileState.start, "other.pdf")
    assert (shown.phase, shown.name, shown.number, shown.checks) == ("busy", "other.pdf", "", [])


@pytest.mark.parametrize(
    ("changes", "phase", "outcomes"),
    [
        ({}, "signed", ["Passed", "Passed", "Passed", "Not checked"]),
        ({"issuer": "did:web:academy.example"}, "unverified", ["Passed", "Failed", "Passed", "Not checked"]),
        (
            {"method": "did:web:academy.example#1"},
            "unverified",
            ["Not checked", "Not checked", "Passed", "Not checked"],
        ),
        (
            {"validUntil": "2026-01-01T00:00:00Z"},
            "unverified",
            ["Passed", "Passed", "Failed", "Not checked"],
        ),
    ],
)
async def test_a_badge_of_somebody_else_is_told_apart(
    tab: Tab, api: httpx.AsyncClient, changes: dict[str, str], phase: str, outcomes: list[str]
):
    shown = await verify(tab, api, compact(foreign(**changes)))
    assert (shown.phase, shown.issuer, shown.number) == (phase, "Example Academy", "")
    assert shown.issuer_id == changes.get("issuer", DID_KEY)
    assert [row.outcome for row in shown.checks] == outcomes


async def test_refusals_are_shown_in_words(tab: Tab, api: httpx.AsyncClient):
    shown = await verify(tab, api, b"GIF89a")
    assert (shown.phase, shown.error[:13]) == ("refused", "This is not a")


@pytest.mark.parametrize(
    ("status", "answer", "words"),
    [
        (0, "", "cannot be reached"),
        (413, "", "larger than 2 MB"),
        (502, "<html>", "unexpected answer"),
        (200, "{}", "unexpected answer"),
    ],
)
async def test_what_a_browser_reports_is_shown_in_words(tab: Tab, status: int, answer: str, words: str):
    await tab.fire(FileState.finish, status, answer)
    shown = tab.state(FileState)
    assert shown.phase == "refused"
    assert words in shown.error
