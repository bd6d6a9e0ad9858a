"""The catalog of technologies, in the language of the request."""

from dataclasses import replace

import httpx
import pytest
import yaml

from tests import factories
from tests.api.accounts.test_auth import problem
from webdev_certs.server.content.bank import BUILT_IN, Bank

pytestmark = pytest.mark.one_database


async def test_the_catalog_needs_no_login(api: httpx.AsyncClient):
    response = await api.get("/api/technologies")
    assert response.status_code == 200
    react, java = response.json()
    assert (react["technology"], java["technology"]) == ("react", "java")
    assert react["title"] == "Certified React Developer"
    assert (react["min_items"], react["max_items"]) == (20, 40)
    assert (react["minutes"], react["cut_score"]) == (45, 500)
    assert react["topics"][0] == {"id": "basics", "title": "Basics", "quota": 5}
    assert (await api.get("/api/technologies/java")).json() == java
    body = problem(await api.get("/api/technologies/cobol"), 404, "unknown_technology")
    assert body["technologies"] == ["react", "java"]


_SUMMARY: str = yaml.safe_load((BUILT_IN / "react" / "blueprint.yaml").read_text())["summary"]


@pytest.fixture(scope="session")
def bank() -> Bank:
    """A bank whose React has the built-in summary, which is translated, and whose Java has another one."""
    react, java = factories.bank().technologies.values()
    return Bank([replace(react, blueprint=react.blueprint.model_copy(update={"summary": _SUMMARY})), java])


@pytest.mark.parametrize(
    ("language", "summary"),
    [
        ("en", _SUMMARY),
        (
            "de",
            "Komponenten, State, Effects, Hooks, Performance, Formulare, Datenfluss, Suspense und "
            "Server-Rendering in React 19, mit dem JavaScript, das dazugehört.",
        ),
    ],
)
async def test_a_summary_has_the_language_of_the_request(api: httpx.AsyncClient, language: str, summary: str):
    response = await api.get("/api/technologies", headers={"Accept-Language": language})
    react, java = response.json()
    assert react["summary"] == summary
    # Texts of other banks have no translation, and titles on certificates stay in English.
    assert java["summary"] == "What Java developers do every day."
    assert react["title"] == "Certified React Developer"
    assert react["topics"][0]["title"] == "Basics"
