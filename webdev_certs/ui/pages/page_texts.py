"""The long texts of pages with the settings and figures that they name, and rules that many pages state."""

from collections.abc import Mapping, Sequence

from webdev_certs.schemas.progress import LEAST_FOR_READINESS, LEAST_FOR_SCORE
from webdev_certs.settings import get_settings
from webdev_certs.shared.exam_rules import (
    CUT_SCORE,
    MAX_ITEMS,
    MIN_ITEMS,
    MINUTES,
    SCALE_HIGH,
    SCALE_LOW,
    STANDARD,
)
from webdev_certs.shared.formatting import country_name
from webdev_certs.shared.technologies import technologies
from webdev_certs.shared.texts import Section, Text, read_text
from webdev_certs.shared.translation import _, ngettext
from webdev_certs.ui.rendering.text import plain

_settings = get_settings()
_operator = _settings.operator


def wait_after(days: Sequence[int]) -> str:
    """Return when the next attempt is possible, in words before "your last attempt".

    Args:
        days: The waits after the first attempt, the second, and so on.
    """
    if len(days) == 1:
        return ngettext("{n} day after", "{n} days after", days[0]) if days[0] else _("right after")
    # Translators: between the waits of "14, then 30, then 90 days after".
    return _("{waits} days after", waits=_(", then ").join(map(str, days)))


QUESTIONS = _("{least} to {most}", least=MIN_ITEMS, most=MAX_ITEMS)
VALIDITY = ngettext("{n} year", "{n} years", _settings.certificate_years)
RETAKE = wait_after(_settings.retake_days)
"""When the next attempt is possible: the words before "your last attempt"."""

_access = read_text("paid_access", {"retake_wait": RETAKE})
IS_FREE, STAYS_FREE = _access.metadata["is_free"], _access.metadata["stays_free"]
FREE = tuple(map(plain, _access.section("free").entries))
# What `server/services` refuses without paid access (practice/results.py, practice/mistakes.py,
# exams/attempts.py), and nothing else.
PAID = tuple(map(plain, _access.section("paid").entries))
PAID_IN_SHORT = _access.metadata["paid_in_short"]
# Checkout adds no taxes or fees (`server/gateways/stripe/payments.py`), and any other amount is refused.
FINAL_PRICE = _access.metadata["final_price"]
CANCELING, REFUNDS = _access.metadata["canceling"], _access.metadata["refunds"]

HAS_FORM = bool(_settings.contact_email)
"""Whether the contact page has a form."""
IS_REACHABLE = bool(HAS_FORM or _operator.email or _operator.address)
"""Whether the contact page says how to reach the operator."""

CONSUMER_PAGES = (
    (
        (_("Imprint"), "/imprint"),
        (_("Withdrawal"), "/withdrawal"),
        (_("Withdraw from contract here"), "/withdraw-contract"),
        (_("Cancel contracts here"), "/cancel-contract"),
    )
    if _operator.has_consumer_pages
    else ()
)
"""The names and paths of the pages that the law of the operator's country asks for."""

_NAMES = [technology.name for technology in technologies()]
_NUMBERS = {4: _("Four"), 5: _("Five"), 6: _("Six"), 7: _("Seven"), 8: _("Eight")}

VALUES: Mapping[str, object] = {
    "operator": ", ".join(part for part in (_operator.name, _operator.address) if part),
    "operator_name": _operator.name,
    "operator_address": _operator.address,
    "operator_email": _operator.email,
    "phone": _operator.phone,
    "represented_by": _operator.represented_by,
    "register_entry": _operator.register_entry,
    "vat_id": _operator.vat_id,
    "source_url": _operator.source_url,
    "country": country_name(_operator.country),
    "has_form": HAS_FORM,
    "has_consumer_pages": _operator.has_consumer_pages,
    "attempts_a_year": _settings.attempts_a_year,
    "retake_wait": RETAKE,
    "payment_grace_days": _settings.payment_grace_days,
    "validity": VALIDITY,
    "questions": QUESTIONS,
    "min_questions": MIN_ITEMS,
    "minutes": MINUTES,
    "cut_score": CUT_SCORE,
    "standard": STANDARD,
    "scale_low": SCALE_LOW,
    "scale_high": SCALE_HIGH,
    "answers_for_chance": LEAST_FOR_READINESS,
    "answers_for_score": LEAST_FOR_SCORE,
    "number_of_technologies": _NUMBERS.get(len(_NAMES), str(len(_NAMES))),
    # Translators: the last two of several technologies.
    "technologies": _("{names} or {last}", names=", ".join(_NAMES[:-1]), last=_NAMES[-1]),
    "is_free": IS_FREE,
    "paid_in_short": PAID_IN_SHORT,
    "paid": PAID,
    "final_price": FINAL_PRICE,
    "canceling": CANCELING,
    "refunds": REFUNDS,
}
"""Placeholder → value: from the settings, the rules of exams, and sentences that several pages share."""


def page_text(name: str, /, **values: object) -> Text:
    """Return a text in the current language.

    Args:
        name: The path of its file in `texts/<language>/`, without `.md`.
        **values: What its placeholders stand for besides `VALUES`.

    Raises:
        TextError: The text has a mistake, such as an unknown placeholder.
    """
    return read_text(name, {**VALUES, **values})


def titled_texts(section: Section) -> tuple[tuple[str, str], ...]:
    """Return the headings of the sections below a section with their texts, all without marks."""
    return tuple((plain(part.heading), plain(part.text)) for part in section.sections)
