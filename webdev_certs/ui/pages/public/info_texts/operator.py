"""The operator's details from the settings, as text."""

from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import _

_operator = get_settings().operator

DETAILS = ", ".join(part for part in (_operator.name, _operator.address) if part)
"""The operator's name and postal address; empty if the settings name none."""
EMAIL = _operator.email
SOURCE = f"<{_operator.source_url}>" if _operator.source_url else ""
"""The URL of the source repository as Markdown has it in links; empty if the settings name none."""
HAS_FORM = bool(get_settings().contact_email)
"""Whether the contact page has a form."""
IS_REACHABLE = bool(HAS_FORM or EMAIL or _operator.address)
"""Whether the contact page says how to reach the operator."""
WHO = _("This site is operated by {operator}.", operator=DETAILS) if DETAILS else ""
"""A sentence that names the operator; empty without details."""
LAW = _("The law of {country} applies.", country=_operator.country) if _operator.country else ""
