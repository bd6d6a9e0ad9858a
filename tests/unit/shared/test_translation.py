"""Texts in the reader's language."""

import asyncio
from datetime import UTC, datetime
from typing import get_args

import pytest

from webdev_certs.schemas.profile import Language
from webdev_certs.settings import Settings
from webdev_certs.shared.formatting import date_time, day_name, long_date, money, month_names
from webdev_certs.shared.translation import (
    LANGUAGES,
    _,
    accepted_language,
    current_language,
    in_language,
    language_prefix,
    ngettext,
    set_language,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_english_needs_no_catalog():
    assert _("Sign in") == "Sign in"
    assert ngettext("{n} day", "{n} days", 1) == "1\u00a0day"
    assert ngettext("{n} day", "{n} days", 2) == "2\u00a0days"


def test_the_language_holds_for_the_context_and_no_longer():
    with in_language("de"):
        assert _("Sign in") == "Anmelden"
        with in_language("en"):
            assert _("Sign in") == "Sign in"
        assert current_language() == "de"
    assert current_language() == "en"


async def test_tasks_do_not_share_their_language():
    all_set = asyncio.Barrier(3)

    async def say(language: str) -> str:
        set_language(language)
        await all_set.wait()
        return _("Sign in")

    assert await asyncio.gather(say("de"), say("en"), say("fr")) == ["Anmelden", "Sign in", "Sign in"]


def test_values_stand_for_the_names_in_braces():
    assert _("Hello {name}", name="Ada {x}") == "Hello Ada {x}"
    # Without values, a text may contain braces.
    assert _("Use {braces}") == "Use {braces}"


def test_a_text_without_a_translation_stays_english():
    with in_language("de"):
        assert _("No catalog has this text") == "No catalog has this text"
        assert ngettext("{n} unheard-of", "{n} unheard-ofs", 3) == "3\u00a0unheard-ofs"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT, de;q=0.9, en;q=0.8", "de"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("en;q=0.1,de;q=0.2", "de"),
        ("fr-FR,fr;q=0.9,de;q=0.5", "de"),
        ("DE", "de"),
        ("DE-de", "de"),
        ("en ; q=0.5 , de; Q=1", "de"),
        ("de; q=0.9", "de"),
        ("fr,*", "en"),
        ("de;q=0", "en"),
        ("de;q=nonsense", "en"),
        (";;;,,q=1", "en"),
        ("de," * 10_000, "de"),
    ],
)
def test_the_accepted_language_is_the_first_that_there_is(header: str, language: str):
    assert accepted_language(header) == language


def test_only_english_pages_have_no_prefix():
    assert {code: language_prefix(code) for code in LANGUAGES} == {"en": "", "de": "/de"}
    with in_language("de"):
        assert language_prefix() == "/de"


def test_the_empty_text_stays_empty():
    # gettext stores the catalog's header under it.
    with in_language("de"):
        assert _("") == ""


def test_the_language_of_a_profile_is_one_of_the_pages():
    assert get_args(Language) == tuple(LANGUAGES)
    assert get_args(Settings.model_fields["pages_language"].annotation) == tuple(LANGUAGES)


def test_dates_and_money_follow_the_language():
    with in_language("de"):
        assert money(149000, "eur") == "1.490\N{NO-BREAK SPACE}€"
        assert money(9950, "usd") == "99,50\N{NO-BREAK SPACE}$"
        assert long_date(NOON) == "21.\u00a0November\u00a02026"
        assert date_time(NOON) == "21.\u00a0November\u00a02026, 12:00\u00a0UTC"
        assert day_name(NOON.date()) == "21.\u00a0November\u00a02026"
        assert month_names()[2] == "März"
