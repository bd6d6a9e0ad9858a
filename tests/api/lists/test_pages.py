"""Long lists come in pages, and single rows can be asked for."""

from typing import Any
from urllib.parse import urljoin

import httpx
import pytest

from tests import practicing
from tests.answering import pass_exam, start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.api.lists.filling import ROWS, fill
from tests.conftest import FakeClock
from tests.factories import Account, register, sign_in
from tests.mailbox import confirm
from webdev_certs.server.api.dependencies import Resources

LISTS = {
    "/api/practice": "practice_session_id",
    "/api/tests": "test_id",
    "/api/certificates": "number",
    "/api/payments/history": "payment_id",
    "/api/profile/login-sessions": "id",
}


async def pages(account: Account, path: str) -> list[list[dict[str, Any]]]:
    """Follow the links to the next pages to the end."""
    found, url = [], path
    while url:
        response = await account.get(url)
        assert response.status_code == 200, response.text
        found.append(response.json())
        following = response.links.get("next")
        url = urljoin(url, following["url"]) if following else ""
    return found


async def test_the_pages_together_are_the_list(account: Account, resources: Resources, clock: FakeClock):
    await fill(resources, account, clock)
    for path, id_ in LISTS.items():
        # The login session of the account itself is listed too.
        rows = ROWS + path.endswith("login-sessions")
        for size in (None, 1, 7, 100):
            found = await pages(account, path if size is None else f"{path}?limit={size}")
            assert {len(page) for page in found[:-1]} <= {size or 20}, path
            ids = [row[id_] for page in found for row in page]
            assert len(ids) == len(set(ids)) == rows, path


async def test_a_list_without_rows_has_one_empty_page(account: Account):
    for path in LISTS:
        rows = await pages(account, path)
        assert [len(page) for page in rows] == [int(path.endswith("login-sessions"))], path


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.one_database
async def test_malformed_pages_and_invented_cursors_are_refused(account: Account, path: str):
    for query in ("limit=0", "limit=101", "limit=many", "limt=5", f"after={'x' * 200}"):
        problem(await account.get(f"{path}?{query}"), 422, "invalid_request")
    for after in ("x", "2026-03-02T09:00:00+00:00", "2026-03-02T09:00:00~x", "~", "9~\0"):
        response = await account.get(path, params={"after": after})
        problem(response, 422, "invalid_cursor")


async def test_a_cursor_of_somebody_else_shows_only_own_rows(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await fill(resources, account, clock, 3)
    stranger = await register(api)
    for path, id_ in LISTS.items():
        theirs = (await account.get(f"{path}?limit=1")).links["next"]["url"]
        own = {row[id_] for page in await pages(account, path) for row in page}
        shown = await stranger.get(urljoin(path, theirs))
        assert shown.status_code == 200, path
        assert own.isdisjoint(row[id_] for row in shown.json()), path


async def test_the_latest_unfinished_practice_session_can_be_asked_for(account: Account, clock: FakeClock):
    await practicing.finish(account)
    mixed = await practicing.start(account)
    clock.advance(seconds=1)
    hard = await practicing.start(account, difficulty="advanced")
    await practicing.start(account, technology="java")

    async def ids(**filters: str) -> list[str]:
        rows = (await account.get("/api/practice", params=filters)).json()
        return [row["practice_session_id"] for row in rows]

    unfinished = {"technology": "react", "finished": "false"}
    assert await ids(**unfinished, difficulty="mixed") == [mixed["practice_session_id"]]
    assert await ids(**unfinished, difficulty="advanced") == [hard["practice_session_id"]]
    assert await ids(**unfinished, limit="1") == [hard["practice_session_id"]]
    assert len(await ids(finished="true")) == 1
    assert await ids(technology="cobol") == await ids(difficulty="none such") == []


async def test_the_latest_test_in_a_technology_can_be_asked_for(account: Account, clock: FakeClock):
    first = await start_exam(account)
    clock.advance(seconds=1)
    await start_exam(account, "java")
    response = await account.get("/api/tests?technology=react&limit=1")
    assert [row["test_id"] for row in response.json()] == [first["test_id"]]
    assert "link" not in response.headers


# The figures that a screen would otherwise have to read whole lists for


async def progress(account: Account) -> dict[str, Any]:
    return await account.read("/api/progress")


async def test_a_new_learner_has_no_progress(account: Account):
    assert await progress(account) == {
        "technologies": [],
        "certificates": 0,
        "exams_passed": 0,
        "practice_answered": 0,
        "practice_correct": 0,
    }


async def test_progress_sums_up_all_records(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await confirm(account)
    clock.advance(days=1)
    await fill(resources, account, clock)
    # Nobody takes a test that often in a year.
    clock.advance(days=400)
    account = await sign_in(account)
    passed = await pass_exam(account)
    clock.advance(seconds=1)
    java = await start_exam(account, "java")
    await practicing.finish(account)
    found = await progress(account)
    by_technology = {one["technology"]: one for one in found["technologies"]}
    assert by_technology["react"]["best_score"] == max(passed["score"], 400 + ROWS - 1)
    assert (by_technology["react"]["passed"], by_technology["java"]["passed"]) == (True, False)
    assert by_technology["react"]["latest"]["test_id"] == passed["test_id"]
    assert by_technology["java"]["best_score"] is None
    assert by_technology["java"]["latest"]["test_id"] == java["test_id"]
    del found["technologies"]
    assert found == {
        "certificates": ROWS + 1,
        "exams_passed": 1,
        "practice_answered": 10,
        "practice_correct": 5,
    }
    assert (await progress(await register(api)))["certificates"] == 0


async def test_progress_closes_overdue_tests(account: Account, clock: FakeClock):
    await start_exam(account)
    clock.advance(hours=2)
    account = await sign_in(account)
    (react,) = (await progress(account))["technologies"]
    assert react["latest"]["status"] == "submitted"
    await submit(account, react["latest"]["test_id"])
