"""Numbers, dates and money as text in English.

Dates are in UTC, so that everyone reads the same day, or in the time zone of the only person who reads them.
"""

from datetime import date, datetime
from decimal import Decimal

from babel.dates import format_date, format_datetime, get_month_names, get_timezone
from babel.numbers import format_currency, get_currency_symbol

_LOCALE = "en"
# Stripe's minor units (https://docs.stripe.com/currencies). Babel only knows how many decimals are usually
# shown.
_NO_DECIMALS = frozenset(
    ["BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF"]
)
_THREE_DECIMALS = frozenset(["BHD", "JOD", "KWD", "OMR", "TND"])
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, e.g. `1 day`, `14 days`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def long_date(moment: datetime | None, zone: str = "UTC") -> str:
    """Return a date in a time zone, e.g. `21 November 2026`; empty for None."""
    if moment is None:
        return ""
    return format_datetime(moment, "d MMMM y", tzinfo=get_timezone(zone), locale=_LOCALE)


def date_time(moment: datetime | None, zone: str = "UTC") -> str:
    """Return a date and time in a time zone, e.g. `21 November 2026, 14:05`; empty for None.

    Adds `UTC` for UTC, because readers do not expect it to be their own zone.
    """
    if moment is None:
        return ""
    pattern = "d MMMM y, HH:mm" + (" 'UTC'" if zone == "UTC" else "")
    return format_datetime(moment, pattern, tzinfo=get_timezone(zone), locale=_LOCALE)


def day_name(day: date) -> str:
    """Return a day, e.g. `21 November 2026`."""
    return format_date(day, "d MMMM y", locale=_LOCALE)


def month_names() -> list[str]:
    """Return the short names of the twelve months."""
    return list(get_month_names("abbreviated", locale=_LOCALE).values())


def money(amount: int, currency: str) -> str:
    """Return an amount of money, e.g. `€1,490`, `€99.50`, `CHF 99`.

    Args:
        amount: in Stripe's minor unit of the currency, e.g. cents.
        currency: ISO 4217, in upper or lower case.
    """
    currency = currency.upper()
    decimals = 0 if currency in _NO_DECIMALS else 3 if currency in _THREE_DECIMALS else 2
    value = Decimal(amount).scaleb(-decimals)
    fraction = "." + "0" * decimals if value % 1 else ""
    # As Unicode's CLDR has it: a space between a symbol that ends with a letter and the number.
    space = _NO_BREAK_SPACE if get_currency_symbol(currency, _LOCALE)[-1].isalpha() else ""
    return format_currency(value, currency, f"¤{space}#,##0{fraction}", _LOCALE, currency_digits=False)
