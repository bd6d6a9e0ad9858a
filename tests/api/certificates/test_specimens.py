"""The specimen certificate of each technology."""

import httpx
import pytest

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.domain.certificate_numbers import check_character, specimen_number

pytestmark = pytest.mark.one_database

NUMBER = specimen_number("react")


async def test_a_specimen_says_that_it_is_one_forever(api: httpx.AsyncClient, clock: FakeClock):
    response = await api.get(f"/api/verify/{NUMBER}")
    assert response.status_code == 200
    found = response.json()
    assert (found["status"], found["number"], found["holder_name"]) == ("sample", NUMBER, "Sam Sample")
    assert (found["technology"], found["title"]) == ("react", "Certified React Developer")
    assert (found["issued_at"], found["expires_at"]) == ("2026-01-01T00:00:00Z", "2028-01-01T00:00:00Z")
    for _ in range(4):
        clock.advance(days=300)
        typed = NUMBER.replace("SAMP-1E", "samp le")
        found = (await api.get(f"/api/verify/{typed}")).json()
        assert (found["number"], found["status"]) == (NUMBER, "sample")
    card = await api.get(f"/api/verify/{NUMBER}/card.png")
    assert (card.status_code, card.headers["content-type"]) == (200, "image/png")
    problem(await api.get(f"/api/verify/{NUMBER}/credential"), 404, "certificate_unknown")


async def test_a_specimen_is_valid_as_long_as_certificates_are(api: httpx.AsyncClient, resources: Resources):
    settings = resources.settings.model_copy(update={"certificate_years": 5})
    object.__setattr__(resources, "settings", settings)
    found = (await api.get(f"/api/verify/{NUMBER}")).json()
    assert (found["issued_at"], found["expires_at"]) == ("2026-01-01T00:00:00Z", "2031-01-01T00:00:00Z")


async def test_other_reserved_numbers_and_technologies_that_are_not_offered_are_unknown(
    api: httpx.AsyncClient,
):
    body = "WDCRESAMP1E01"
    for number in (body + check_character(body), specimen_number("vue")):
        problem(await api.get(f"/api/verify/{number}"), 404, "certificate_unknown")
