"""The catalog of technologies."""

import httpx
import pytest

from tests.api.accounts.test_auth import problem

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


async def test_one_technology(api: httpx.AsyncClient):
    everything = (await api.get("/api/technologies")).json()
    assert (await api.get("/api/technologies/java")).json() == everything[1]


async def test_an_unknown_technology_gets_the_list_of_technologies(api: httpx.AsyncClient):
    body = problem(await api.get("/api/technologies/cobol"), 404, "unknown_technology")
    assert body["technologies"] == ["react", "java"]
