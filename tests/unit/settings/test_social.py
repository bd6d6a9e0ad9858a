"""Which Supabase project social sign-in goes to."""

import pytest
from pydantic import ValidationError

from tests.unit.settings.surroundings import PRODUCTION


def test_a_development_without_a_project_signs_in_with_the_sandbox(read):
    settings = read(PORT="9000")
    assert settings.supabase_sandbox
    assert settings.social_url == "http://localhost:9000/sandbox/supabase"
    assert settings.social_key
    # The sandbox belongs to the API.
    settings = read(API_URL="http://localhost:9001", PUBLIC_URL="http://localhost:9000")
    assert settings.social_url == "http://localhost:9001/sandbox/supabase"


def test_production_without_a_project_offers_nothing(read):
    settings = read(**PRODUCTION)
    assert not settings.supabase_sandbox
    assert settings.social_url == ""


@pytest.mark.parametrize("surroundings", [{}, PRODUCTION])
def test_a_project_replaces_the_sandbox(read, surroundings: dict[str, str]):
    project = {"SUPABASE_URL": "https://abc.supabase.co/", "SUPABASE_ANON_KEY": "sb_publishable_x"}
    settings = read(**surroundings, **project)
    assert not settings.supabase_sandbox
    assert (settings.social_url, settings.social_key) == ("https://abc.supabase.co", "sb_publishable_x")


@pytest.mark.parametrize(
    "project",
    [
        {"SUPABASE_URL": "https://abc.supabase.co"},
        {"SUPABASE_ANON_KEY": "sb_publishable_x"},
        {"SUPABASE_URL": "https://abc.supabase.co/auth/v1", "SUPABASE_ANON_KEY": "sb_publishable_x"},
        {"SUPABASE_URL": "abc.supabase.co", "SUPABASE_ANON_KEY": "sb_publishable_x"},
        {"SUPABASE_URL": "https://abc.supabase.co", "SUPABASE_ANON_KEY": "sb_secret_x"},
    ],
)
def test_an_incomplete_project_stops_the_start(read, project: dict[str, str]):
    with pytest.raises(ValidationError, match=r"(?i)supabase") as refusal:
        read(**project)
    assert "sb_secret_x" not in str(refusal.value)


def test_production_requires_https_for_its_project(read):
    with pytest.raises(ValidationError, match="SUPABASE_URL"):
        read(**PRODUCTION, SUPABASE_URL="http://abc.example", SUPABASE_ANON_KEY="sb_publishable_x")
