"""The specimen certificate of each technology."""

import random
from io import BytesIO

import httpx
import pytest
from PIL import Image

from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from webdev_certs.server.domain.certificate_numbers import (
    CODES,
    check_character,
    new_number,
    parse_number,
    sample_number,
)
from webdev_certs.settings import Settings

NUMBER = sample_number("react")


async def test_a_sample_says_that_it_is_one(api: httpx.AsyncClient):
    response = await api.get(f"/api/verify/{NUMBER}")
    assert response.status_code == 200
    found = response.json()
    assert (found["status"], found["number"], found["holder_name"]) == ("sample", NUMBER, "Sam Sample")
    assert (found["technology"], found["title"]) == ("react", "Certified React Developer")
    assert (found["issued_at"], found["expires_at"]) == ("2026-01-01T00:00:00Z", "2028-01-01T00:00:00Z")


class TestOfFiveYears:
    """With certificates that are valid for five years instead of the default."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"certificate_years": 5})

    async def test_a_sample_is_valid_as_long_as_certificates_are(self, api: httpx.AsyncClient):
        found = (await api.get(f"/api/verify/{NUMBER}")).json()
        assert (found["issued_at"], found["expires_at"]) == ("2026-01-01T00:00:00Z", "2031-01-01T00:00:00Z")


async def test_a_sample_never_becomes_valid_or_expired(api: httpx.AsyncClient, clock: FakeClock):
    for _ in range(4):
        clock.advance(days=300)
        assert (await api.get(f"/api/verify/{NUMBER}")).json()["status"] == "sample"


async def test_a_sample_is_found_without_the_check_of_unknown_numbers(api: httpx.AsyncClient):
    typed = NUMBER.replace("SAMP-1E", "samp le")
    assert (await api.get(f"/api/verify/{typed}")).json()["number"] == NUMBER


async def test_there_is_no_signed_credential_of_a_sample(api: httpx.AsyncClient):
    problem(await api.get(f"/api/verify/{NUMBER}/credential"), 404, "certificate_unknown")


async def test_its_card_differs_from_that_of_a_certificate(api: httpx.AsyncClient):
    response = await api.get(f"/api/verify/{NUMBER}/card.png")
    assert response.status_code == 200
    with Image.open(BytesIO(response.content)) as image:
        assert image.size == (1200, 630)


async def test_technologies_that_are_not_offered_have_no_sample(api: httpx.AsyncClient):
    problem(await api.get(f"/api/verify/{sample_number('vue')}"), 404, "certificate_unknown")


async def test_other_reserved_numbers_are_unknown(api: httpx.AsyncClient):
    body = "WDCRESAMP1E01"
    problem(await api.get(f"/api/verify/{body}{check_character(body)}"), 404, "certificate_unknown")


@pytest.mark.parametrize("technology", CODES)
def test_sample_numbers_are_canonical(technology: str):
    assert parse_number(sample_number(technology)) == sample_number(technology)


def test_reserved_numbers_are_never_drawn():
    class Reserved(random.Random):
        """Draws a reserved number first."""

        drawn = 0

        def choices(self, population, *args, k=1, **named):  # pyright: ignore
            self.drawn += 1
            return list("SAMP1E00") if self.drawn == 1 else super().choices(population, *args, k=k, **named)

    rng = Reserved(1)
    assert "SAMP-1E" not in new_number("react", rng)
    assert rng.drawn > 1
