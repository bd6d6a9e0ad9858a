"""Numbers, dates and money as text."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from webdev_certs.shared.formatting import (
    counted,
    date_time,
    duration,
    first_weekday,
    greeted_name,
    long_date,
    megabytes,
    money,
    weekday_names,
)
from webdev_certs.shared.translation import in_language

LATE = datetime(2026, 11, 21, 22, 5, tzinfo=timezone(timedelta(hours=-3)))


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        (14_900, "eur", "€149"),
        (149_000, "EUR", "€1,490"),
        (9_950, "eur", "€99.50"),
        (5, "usd", "$0.05"),
        (0, "gbp", "£0"),
        (9_900, "chf", "CHF\N{NO-BREAK SPACE}99"),
        (1_200, "jpy", "¥1,200"),
        (1_234, "kwd", "KWD\N{NO-BREAK SPACE}1.234"),
        (5_000, "kwd", "KWD\N{NO-BREAK SPACE}5"),
        # Babel shows no decimals for this currency, but Stripe counts in hundredths.
        (9_900, "rsd", "RSD\N{NO-BREAK SPACE}99"),
    ],
)
def test_money_is_shown_in_the_currencys_minor_unit(amount: int, currency: str, text: str):
    assert money(amount, currency) == text


def test_dates_are_in_utc():
    assert long_date(LATE) == "November\u00a022,\u00a02026"
    assert date_time(LATE) == "November\u00a022,\u00a02026, 1:05\u00a0AM\u00a0UTC"


def test_single_digits_are_not_padded_in_a_date():
    assert long_date(datetime(2026, 3, 2, tzinfo=UTC)) == "March\u00a02,\u00a02026"


def test_no_date_is_empty():
    assert (long_date(None), date_time(None)) == ("", "")


@pytest.mark.parametrize(
    ("minutes", "english", "german"),
    [
        (0, "0 min", "0 Min."),
        (45, "45 min", "45 Min."),
        (60, "1 h", "1 Std."),
        (200, "3 h 20 min", "3 Std. 20 Min."),
    ],
)
def test_durations_do_not_break(minutes: int, english: str, german: str):
    assert duration(minutes) == english.replace(" ", "\N{NO-BREAK SPACE}")
    with in_language("de"):
        assert duration(minutes) == german.replace(" ", "\N{NO-BREAK SPACE}")


def test_sizes_do_not_break():
    assert megabytes(5) == "5\N{NO-BREAK SPACE}MB"


def test_a_number_has_its_noun_in_singular_or_plural():
    assert [counted(number, "day") for number in (0, 1, 14)] == ["0 days", "1 day", "14 days"]


@pytest.mark.parametrize(("language", "first", "short"), [("en", "Sunday", "Sun"), ("de", "Montag", "Mo")])
def test_weeks_begin_on_the_first_day_of_the_language(language: str, first: str, short: str):
    with in_language(language):
        day = first_weekday()
        assert (weekday_names("wide")[day], weekday_names("abbreviated")[day]) == (first, short)


@pytest.mark.parametrize(
    ("name", "english", "german"),
    [
        ("Ada King", "Ada", "Ada King"),
        ("Ada", "Ada", "Ada"),
        ("J. R. Hartley", "J. R. Hartley", "J. R. Hartley"),
        ("", "", ""),
    ],
)
def test_people_are_greeted_as_their_language_does(name: str, english: str, german: str):
    assert greeted_name(name) == english
    with in_language("de"):
        assert greeted_name(name) == german
