"""Amounts of money in words; they come in the currency's minor unit, as the provider counts them."""

# https://docs.stripe.com/currencies: where the provider's minor unit is not the hundredth part.
_WHOLE = {
    *("bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga"),
    *("pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf"),
}
_THOUSANDTHS = {"bhd", "jod", "kwd", "omr", "tnd"}
_SIGNS = {"eur": "€", "gbp": "£", "usd": "$"}
_NO_BREAK = "\N{NO-BREAK SPACE}"


def money(amount: int, currency: str) -> str:
    """An amount as people write it in English, e.g. `€1,490.00`, `CHF 99.00`, `JPY 1,200`.

    Args:
        amount: in minor units, not negative.
        currency: ISO 4217, in any case.
    """
    currency = currency.lower()
    digits = 0 if currency in _WHOLE else 3 if currency in _THOUSANDTHS else 2
    whole, rest = divmod(amount, 10**digits)
    fraction = f".{rest:0{digits}}" if digits else ""
    return f"{_SIGNS.get(currency, currency.upper() + _NO_BREAK)}{whole:,}{fraction}"
