"""The URL at which a certificate is added to a LinkedIn profile."""

from urllib.parse import urlencode

from webdev_certs.schemas.certificates import Certificate

_FORM = "https://www.linkedin.com/profile/add"


def linkedin_url(certificate: Certificate) -> str:
    """Return the URL of LinkedIn's form for a certificate, with all fields filled in."""
    fields = {
        "startTask": "CERTIFICATION_NAME",
        "name": certificate.title,
        "organizationName": "WebDev Certs",
        "issueYear": certificate.issued_at.year,
        "issueMonth": certificate.issued_at.month,
        "expirationYear": certificate.expires_at.year,
        "expirationMonth": certificate.expires_at.month,
        "certUrl": certificate.verify_url,
        "certId": certificate.number,
    }
    return f"{_FORM}?{urlencode(fields)}"
