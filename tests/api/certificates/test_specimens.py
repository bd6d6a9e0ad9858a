"""The specimen certificate of each technology."""

import httpx
import pytest

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from webdev_certs.server.domain.certificate_numbers import check_character, specimen_number
from webdev_certs.settings import Settings

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
        assert (await api.get(f"/api/verify/{NUMBER}")).json()["status"] == "sample"


class TestOfFiveYears:
    """With certificates that are valid for five years instead of the default."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"certificate_years": 5})

    async def test_a_specimen_is_valid_as_long_as_certificates_are(self, api: httpx.AsyncClient):
        found = (await api.get(f"/api/verify/{NUMBER}")).json()
        assert (found["issued_at"], found["expires_at"]) == ("2026-01-01T00:00:00Z", "2031-01-01T00:00:00Z")


async def test_a_specimen_is_found_however_its_number_is_typed(api: httpx.AsyncClient):
    typed = NUMBER.replace("SAMP-1E", "samp le")
    assert (await api.get(f"/api/verify/{typed}")).json()["number"] == NUMBER


async def test_a_specimen_has_a_card_but_no_signed_credential(api: httpx.AsyncClient):
    card = await api.get(f"/api/verify/{NUMBER}/card.png")
    assert (card.status_code, card.headers["content-type"]) == (200, "image/png")
    problem(await api.get(f"/api/verify/{NUMBER}/credential"), 404, "certificate_unknown")


async def test_other_reserved_numbers_and_technologies_that_are_not_offered_are_unknown(
    api: httpx.AsyncClient,
):
    body = "WDCRESAMP1E01"
    for number in (body + check_character(body), specimen_number("vue")):
        problem(await api.get(f"/api/verify/{number}"), 404, "certificate_unknown")
