"""The language of refusals: that of the request, for everything that people read."""

from io import BytesIO
from typing import Any

import httpx
import pypdf
import pytest

from tests.answering import pass_exam, start_exam
from tests.api_client import ApiClient
from tests.factories import Account, registration

pytestmark = pytest.mark.one_database


GERMAN = {"Accept-Language": "de"}
WRONG = {"email": "nobody@example.com", "password": "not the password"}
ENTER_EMAIL = "Geben Sie Ihre E\N{NON-BREAKING HYPHEN}Mail-Adresse ein, zum Beispiel name@example.com."


async def refusal(
    api: httpx.AsyncClient, method: str, path: str, body: Any = None, **headers: str
) -> dict[str, Any]:
    response = await api.request(method, path, json=body, headers=headers)
    assert response.is_error
    return response.json()


async def test_a_refusal_has_the_language_of_the_request(api: httpx.AsyncClient):
    english = "That email and password don’t match."
    german = "E\N{NON-BREAKING HYPHEN}Mail-Adresse und Passwort passen nicht zusammen."
    for language, detail in (
        ("de", german),
        ("fr, de-AT;q=0.8, en;q=0.2", german),
        # A German request does not change the language of the next one.
        (None, english),
        ("fr", english),
        ("en, de;q=0.9", english),
        ("de;q=x", english),
    ):
        headers = {"Accept-Language": language} if language else {}
        found = await refusal(api, "POST", "/api/auth/login", WRONG, **headers)
        assert (found["detail"], found["code"]) == (detail, "invalid_credentials"), language
        assert found["title"] == "Not signed in"


async def test_what_is_wrong_with_a_field_is_said_in_german(api: httpx.AsyncClient):
    for field, value, message in (
        ("password", "short", "Verwenden Sie mindestens 12 Zeichen."),
        ("full_name", "1815", "Geben Sie Ihren Namen ein."),
        ("full_name", "", "Mindestens 1 Zeichen."),
        ("full_name", "x" * 121, "Höchstens 120 Zeichen."),
        ("full_name", 5, "Hier muss ein Text stehen."),
        ("email", "ada", ENTER_EMAIL),
        ("other", 1, "Diese Angabe ist hier nicht vorgesehen."),
        # Faults that no form of the product can cause are reported by Pydantic, in English.
        ("accept_terms", "maybe", "Input should be a valid boolean, unable to interpret input"),
    ):
        form = registration(**{field: value})
        found = await refusal(api, "POST", "/api/auth/register", form, **GERMAN)
        assert found["errors"] == [{"field": field, "message": message}]


async def test_a_missing_field_is_named_in_both_languages(api: httpx.AsyncClient):
    form = {"email": "ada@example.com"}
    english = await refusal(api, "POST", "/api/auth/login", form)
    assert (english["detail"], english["errors"][0]["message"]) == (
        "Some values aren’t valid.",
        "Field required",
    )
    german = await refusal(api, "POST", "/api/auth/login", form, **GERMAN)
    assert (german["detail"], german["errors"][0]["message"]) == (
        "Einige Angaben sind ungültig.",
        "Diese Angabe fehlt.",
    )


async def test_a_statement_in_another_thread_refuses_in_the_language_of_its_request(
    api: httpx.AsyncClient, account: Account
):
    """Answers are saved by `Database.run`, which SQLite runs in a thread that all requests share."""
    state = await start_exam(account)
    path = f"/api/tests/{state['test_id']}/answers/2"
    answer = {"response": {"choices": ["1"]}}
    german = await refusal(api, "PUT", path, answer, **account.headers, **GERMAN)
    assert (german["detail"], german["position"]) == ("Das ist nicht die aktuelle Frage.", 1)
    english = await refusal(api, "PUT", path, answer, **account.headers)
    assert english["detail"] == "This isn’t the current question."


async def test_an_unexpected_error_is_told_in_german(
    api: httpx.AsyncClient, account: Account, monkeypatch: pytest.MonkeyPatch
):
    assert isinstance(api, ApiClient)
    monkeypatch.setattr(api.app.state.resources.bank, "technologies", None)
    found = await refusal(api, "GET", "/api/technologies", **GERMAN)
    assert (found["code"], found["title"]) == ("internal_error", "Internal error")
    assert found["detail"] == "Bei uns ist etwas schiefgegangen. Versuchen Sie es erneut."


async def test_the_device_of_a_login_session_is_described_in_german(api: httpx.AsyncClient, account: Account):
    browser = {"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0"}
    credentials = {"email": account.user["email"], "password": account.password}
    assert (await api.post("/api/auth/login", json=credentials, headers=browser)).status_code == 200
    found = await account.get("/api/profile/login-sessions", headers=GERMAN)
    assert "Firefox unter Windows" in {row["device"] for row in found.json()}


async def test_certificates_are_the_same_in_all_languages(account: Account):
    number = (await pass_exam(account))["certificate_number"]
    own = f"/api/certificates/{number}"
    for path in (
        f"{own}/pdf",
        f"{own}/badge.svg",
        f"{own}/credential",
        f"/api/verify/{number}",
        f"/api/verify/{number}/card.png",
    ):
        german = await account.get(path, headers=GERMAN)
        english = await account.get(path)
        assert english.status_code == 200
        assert german.content == english.content
        # The first answer, so it was made for the German request. The second one may have been kept.
        if path.endswith("/pdf"):
            assert (
                "March\u00a02,\u00a02026" in pypdf.PdfReader(BytesIO(german.content)).pages[0].extract_text()
            )
