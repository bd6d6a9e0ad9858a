"""LinkedIn's form that adds a certificate to a profile, for pages and mails."""

from datetime import datetime
from urllib.parse import urlencode

_FORM = "https://www.linkedin.com/profile/add"


def linkedin_url(
    *, title: str, number: str, verify_url: str, issued_at: datetime, expires_at: datetime
) -> str:
    """Return the URL of the form for a certificate, with all fields filled in."""
    fields = {
        "startTask": "CERTIFICATION_NAME",
        "name": title,
        "organizationName": "WebDev Certs",
        "issueYear": issued_at.year,
        "issueMonth": issued_at.month,
        "expirationYear": expires_at.year,
        "expirationMonth": expires_at.month,
        "certUrl": verify_url,
        "certId": number,
    }
    return f"{_FORM}?{urlencode(fields)}"
