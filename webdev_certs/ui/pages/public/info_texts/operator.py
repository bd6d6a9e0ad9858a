"""The operator's details from the settings, as text."""

from webdev_certs.settings import get_settings

_operator = get_settings().operator

DETAILS = ", ".join(part for part in (_operator.name, _operator.address) if part)
"""The operator's name and postal address; empty if the settings name none."""
EMAIL = _operator.email
HAS_FORM = bool(get_settings().contact_email)
"""Whether the contact page has a form."""
WHO = f"This site is operated by {DETAILS}." if DETAILS else ""
"""Empty without details."""
LAW = f"The law of {_operator.country} applies." if _operator.country else ""
