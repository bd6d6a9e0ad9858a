"""Verification of many numbers at once."""

import csv
import random
from io import StringIO

import httpx
import pytest

from tests.answering import pass_exam
from tests.api.accounts.test_auth import problem
from tests.api.certificates.holding import UNKNOWN, share
from tests.api.certificates.test_states import rename, suspend
from tests.factories import Account, register
from tests.statements import observed_statements
from webdev_certs.schemas.certificates import MAX_NUMBERS
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.domain.certificate_numbers import new_number

SPECIMEN = "WDC-RE-SAMP-1E00-A"


async def verify(api: httpx.AsyncClient, text: str) -> list[tuple[int, str | None]]:
    """Return the line of each number, with its status or what is wrong with it."""
    response = await api.post("/api/verify/numbers", json={"text": text})
    assert response.status_code == 200, response.text
    rows = response.json()["numbers"]
    assert all((row["certificate"] is None) == (row["detail"] is not None) for row in rows)
    return [(row["line"], row["problem"] or row["certificate"]["status"]) for row in rows]


async def table(api: httpx.AsyncClient, text: str) -> list[dict[str, str]]:
    """Return the rows of the CSV file."""
    response = await api.post("/api/verify/numbers.csv", json={"text": text})
    assert response.headers["content-type"].startswith("text/csv")
    assert "attachment" in response.headers["content-disposition"]
    return list(csv.DictReader(StringIO(response.content.decode("utf-8-sig"))))


async def test_pasted_lines_and_tables_are_verified_by_one_query(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    revoked = (await pass_exam(api, await register(api)))["certificate_number"]
    await suspend(resources, revoked)
    text = (
        "Name;Certificate;Applied\r\n"
        f'"Lovelace, Ada";{number.lower()};2026-03-01\r\n'
        f"Somebody;https://certs.example:8443/de/verify/{revoked}?from=cv;2026\r\n"
        "\r\n"
        f"Nobody; {UNKNOWN} ;WDC-RE-302P\r\n"
        "Forgot to attach it;;\r\n"
        f"{number[:-1]}{'2' if number[-1] != '2' else '3'}\r\n"
        f"{number.replace('-', ' ')} {SPECIMEN} {number}\r\n"
    )
    statements: list[str] = []
    await verify(api, number)
    with observed_statements(statements.append):
        found = await verify(api, text)
    assert found == [
        (2, "valid"),
        (3, "suspended"),
        (5, "unknown"),
        (5, "too_short"),
        (6, "no_number"),
        (7, "mistyped"),
        (8, "valid"),
        (8, "sample"),
        (8, "valid"),
    ]
    assert len(statements) == 1


@pytest.mark.one_database
async def test_the_table_for_spreadsheets_shows_what_the_page_shows(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    await share(api, account, number, score_public=True)
    shown, unknown = await table(api, f"{number}\n{UNKNOWN}")
    verified = (await api.get(f"/api/verify/{number}")).json()
    assert shown == {
        "line": "1",
        "number": number,
        "status": "valid",
        "holder_name": "Ada Lovelace",
        "technology": "react",
        "title": "Certified React Developer",
        "score": str(verified["score"]),
        "score_low": str(verified["score_meaning"]["low"]),
        "score_high": str(verified["score_meaning"]["high"]),
        "issued": "2026-03-02",
        "expires": "2028-03-02",
        "replaced_by": "",
        "problem": "",
    }
    assert unknown["problem"] == "No certificate has this number."
    await share(api, account, number, score_public=False, name_public=False)
    (hidden,) = await table(api, number)
    assert (hidden["holder_name"], hidden["score"], hidden["score_low"]) == ("", "", "")


@pytest.mark.one_database
async def test_no_cell_of_the_table_runs_as_a_formula(
    api: httpx.AsyncClient, account: Account, number: str, resources: Resources
):
    await rename(resources, account, '=HYPERLINK("https://evil.example","Ada")')
    new = (await api.post(f"/api/certificates/{number}/reissue", headers=account.headers)).json()["number"]
    typed = ["=cmd|' /C calc'!A0 1", "+1", "@SUM(1)", " \u00a0-2+3", "WDC=1+1"]
    rows = await table(api, "\n".join([new, *typed]))
    assert rows[0]["holder_name"].startswith("'=HYPERLINK")
    for row in rows:
        for cell in row.values():
            assert not cell.lstrip().startswith(("=", "+", "-", "@")), cell


@pytest.mark.one_database
async def test_lists_that_cannot_be_verified_get_a_clear_error(api: httpx.AsyncClient):
    drawn = random.Random(1)
    numbers = [new_number("react", drawn) for _ in range(10_000)]
    for path in ("/api/verify/numbers", "/api/verify/numbers.csv"):
        for text, code in (
            ("\n".join(numbers), "too_many_numbers"),
            ("\n".join(numbers[: MAX_NUMBERS + 1]), "too_many_numbers"),
            (" ".join(numbers[: MAX_NUMBERS + 1]), "too_many_numbers"),
            ("\n".join(["hello"] * 10_000), "too_many_numbers"),
            ("hello", "no_numbers"),
            ("\ufeff\n;;\n", "no_numbers"),
            ("\0" * 1000, "no_numbers"),
        ):
            body = problem(await api.post(path, json={"text": text}), 422, code)
            assert body["errors"][0]["field"] == "text"
        for wrong in ({"text": ""}, {"text": "x" * 250_001}, {"text": ["WDC"]}, {}):
            problem(await api.post(path, json=wrong), 422, "invalid_request")
        problem(await api.post(path, content=b"x" * 1_100_000), 413, "body_too_large")
    assert len(await verify(api, "\n".join(numbers[:MAX_NUMBERS]))) == MAX_NUMBERS
