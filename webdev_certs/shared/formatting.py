"""Dates, durations, sizes and money as text in the current language, and texts that terminals can show.

A date, a time, a duration and an amount each stay on one line.

Dates are in UTC, so that everyone reads the same day, or in the time zone of the only person who reads them.
"""

import unicodedata
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from babel.core import Locale, get_global
from babel.dates import format_date, format_datetime, get_day_names, get_month_names, get_timezone
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal, get_currency_symbol, get_territory_currencies
from babel.units import format_unit

from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language

_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
_BY_FIRST_NAME = frozenset(["en"])
"""The languages that greet people by their first name."""
_DATES = {
    "en": f"MMMM{_NO_BREAK_SPACE}d,{_NO_BREAK_SPACE}y",
    "de": f"d.{_NO_BREAK_SPACE}MMMM{_NO_BREAK_SPACE}y",
}
"""Language → the pattern of its dates (https://unicode.org/reports/tr35/tr35-dates.html#Date_Format_Patterns)."""
_TIMES = {"en": f"h:mm{_NO_BREAK_SPACE}a", "de": "HH:mm"}
"""Language → the pattern of its times."""
# Stripe's minor units (https://docs.stripe.com/currencies). Babel only knows how many decimals are usually
# shown.
_NO_DECIMALS = frozenset(
    ["BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF"]
)
_THREE_DECIMALS = frozenset(["BHD", "JOD", "KWD", "OMR", "TND"])


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, e.g. `1 day`, `14 days`; in English, for the command line."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def long_date(moment: datetime | None, zone: str = "UTC") -> str:
    """Return a date in a time zone, e.g. `November 21, 2026`; empty for None."""
    if moment is None:
        return ""
    language = current_language()
    return format_datetime(moment, _DATES[language], tzinfo=get_timezone(zone), locale=language)


def date_time(moment: datetime | None, zone: str = "UTC") -> str:
    """Return a date and time in a time zone, e.g. `November 21, 2026, 2:05 PM`; empty for None.

    Adds `UTC` for UTC, because readers do not expect it to be their own zone.
    """
    if moment is None:
        return ""
    language = current_language()
    pattern = f"{_DATES[language]}, {_time_pattern(zone)}"
    return format_datetime(moment, pattern, tzinfo=get_timezone(zone), locale=language)


def clock_time(moment: datetime, zone: str) -> str:
    """Return a time of day in a time zone, e.g. `2:05 PM`, in German `14:05`; UTC says so."""
    return format_datetime(moment, _time_pattern(zone), tzinfo=get_timezone(zone), locale=current_language())


def _time_pattern(zone: str) -> str:
    return _TIMES[current_language()] + (f"{_NO_BREAK_SPACE}'UTC'" if zone == "UTC" else "")


def day_name(day: date) -> str:
    """Return a day, e.g. `November 21, 2026`."""
    return format_date(day, _DATES[current_language()], locale=current_language())


def month_names() -> list[str]:
    """Return the short names of the twelve months."""
    return list(get_month_names("abbreviated", locale=current_language()).values())


def weekday_names(width: Literal["abbreviated", "wide"]) -> list[str]:
    """Return the names of the seven days of a week, Monday first."""
    names = get_day_names(width, context="stand-alone", locale=current_language())
    return [names[day] for day in range(7)]


def first_weekday() -> int:
    """Return the day on which weeks begin, from 0 for Monday to 6 for Sunday.

    It depends on the country, so it is that of the language's most likely one: in English the United States.
    """
    return Locale.parse(get_global("likely_subtags")[current_language()]).first_week_day


def duration(minutes: int) -> str:
    """Return a duration, e.g. `45 min`, `3 h 20 min`; in German `45 Min.`, `3 Std. 20 Min.`."""
    hours, rest = divmod(minutes, 60)
    parts = [_("{hours} h", hours=hours)] if hours else []
    if rest or not hours:
        parts.append(_("{minutes} min", minutes=rest))
    return " ".join(parts).replace(" ", _NO_BREAK_SPACE)


def listed(words: Sequence[str]) -> str:
    """Return words as one phrase, e.g. `State, Effects, and Forms`; in German `State, Effects und Forms`."""
    return format_list(list(words), locale=current_language())


def megabytes(number: int) -> str:
    """Return a size, e.g. `5 MB`."""
    text = format_unit(number, "digital-megabyte", "short", locale=current_language())
    return text.replace(" ", _NO_BREAK_SPACE)


def whole_number(number: int) -> str:
    """Return a number with its thousands apart, e.g. `1,490`; in German `1.490`."""
    return format_decimal(number, locale=current_language())


def money(amount: int, currency: str) -> str:
    """Return an amount of money, e.g. `€1,490`, `€99.50`, `CHF 99`; in German `1.490 €`, `99,50 €`, `99 CHF`.

    Args:
        amount: In Stripe's minor unit of the currency, e.g. cents.
        currency: ISO 4217, in upper or lower case.
    """
    currency = currency.upper()
    decimals = 0 if currency in _NO_DECIMALS else 3 if currency in _THREE_DECIMALS else 2
    value = Decimal(amount).scaleb(-decimals)
    fraction = "." + "0" * decimals if value % 1 else ""
    language = current_language()
    if language != SOURCE_LANGUAGE:
        return format_currency(
            value, currency, f"#,##0{fraction}{_NO_BREAK_SPACE}¤", language, currency_digits=False
        )
    # As CLDR specifies: a space between a symbol that ends with a letter and the number.
    space = _NO_BREAK_SPACE if get_currency_symbol(currency, language)[-1].isalpha() else ""
    return format_currency(value, currency, f"¤{space}#,##0{fraction}", language, currency_digits=False)


def currency_of_zone(zone: str) -> str | None:
    """Return the currency of the country of an IANA time zone, in lower case; None if that is not known."""
    country = get_global("zone_territories").get(zone)
    currencies = get_territory_currencies(country) if country else []
    return currencies[0].lower() if currencies else None


def country_name(code: str) -> str:
    """Return the name of a country in the current language; what is no ISO 3166-1 code, as it is."""
    return Locale.parse(current_language()).territories.get(code, code)


def greeted_name(name: str) -> str:
    """Return how somebody is greeted: by the first name where the language does so, else by the whole name.

    A name that begins with an initial or a title, e.g. `J.` or `Dr.`, is always whole.
    """
    first = name.split(" ")[0]
    return name if first.endswith(".") or current_language() not in _BY_FIRST_NAME else first


def printable(text: str) -> str:
    """Return the text without control characters, which could change what an operator's terminal shows."""
    return "".join(c if unicodedata.category(c) not in ("Cc", "Cf", "Cs") else " " for c in text).strip()
