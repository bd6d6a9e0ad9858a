"""Sign the credentials of many certificates, a few at a time."""

from sqlmodel import col, or_, select

from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.credentials import Credential
from webdev_certs.server.services.certificates.sign_badges import signed_credential
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.shared.context import Context

_AT_ONCE = 50


async def sign_next(context: Context, issuer: CredentialIssuer, after: str) -> list[str]:
    """Sign the next certificates that have no credential of this issuer.

    Args:
        context: Its transaction is committed before each signature.
        issuer: Signs.
        after: The certificate number to continue after; empty at the start.

    Returns:
        Their numbers in order; empty at the end.

    Raises:
        MissingKey: As `CredentialIssuer.sign`.
    """
    query = (
        select(Certificate)
        .join(Credential, col(Credential.certificate_number) == col(Certificate.number), isouter=True)
        .where(
            Certificate.number > after,
            or_(col(Credential.document).is_(None), col(Credential.issuer) != issuer.did),
        )
        .order_by(col(Certificate.number))
        .limit(_AT_ONCE)
    )
    certificates = (await context.db.exec(query)).all()
    for certificate in certificates:
        await signed_credential(context, issuer, certificate)
    return [certificate.number for certificate in certificates]
