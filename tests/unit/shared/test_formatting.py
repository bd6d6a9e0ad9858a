"""Numbers, dates and money as text."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from webdev_certs.shared.formatting import counted, date_time, long_date, money

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
    assert long_date(LATE) == "22 November 2026"
    assert date_time(LATE) == "22 November 2026, 01:05 UTC"


def test_single_digits_are_not_padded_in_a_date():
    assert long_date(datetime(2026, 3, 2, tzinfo=UTC)) == "2 March 2026"


def test_no_date_is_empty():
    assert (long_date(None), date_time(None)) == ("", "")


def test_a_number_has_its_noun_in_singular_or_plural():
    assert [counted(number, "day") for number in (0, 1, 14)] == ["0 days", "1 day", "14 days"]
