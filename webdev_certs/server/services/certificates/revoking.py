"""Let operators revoke, suspend and reinstate certificates."""

from sqlmodel import select

from webdev_certs.schemas.certificates import RevocationReason, SuspensionReason
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.certificates import unknown_certificate
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.services.shared.context import Context


async def lock_certificate(context: Context, number: str) -> Certificate:
    """Lock the certificate with a number in any spelling until the transaction ends, and return it.

    Raises:
        InvalidInput: `certificate_mistyped`.
        NotFound: `certificate_unknown`.
    """
    query = select(Certificate).where(Certificate.number == parse_number(number)).with_for_update()
    certificate = (await context.db.exec(query)).one_or_none()
    if certificate is None:
        raise unknown_certificate()
    return certificate


async def revoke(context: Context, certificate: Certificate, reason: RevocationReason) -> None:
    """Revoke a certificate for good, unless it is revoked already; verification then says so.

    Nothing undoes a revocation: other software may keep forever that a credential was revoked.
    """
    if certificate.revoked_at is None:
        certificate.revoked_at, certificate.revocation_reason = context.now, reason
        await context.db.flush()


async def suspend(context: Context, certificate: Certificate, reason: SuspensionReason) -> bool:
    """Suspend a certificate; return False if it is suspended, revoked or replaced already."""
    if certificate.revoked_at or certificate.suspended_at or certificate.replaced_by:
        return False
    certificate.suspended_at, certificate.suspension_reason = context.now, reason
    await context.db.flush()
    return True


async def reinstate(context: Context, certificate: Certificate) -> bool:
    """End a suspension; return False if the certificate is not suspended, or is revoked."""
    if certificate.revoked_at or certificate.suspended_at is None:
        return False
    certificate.suspended_at, certificate.suspension_reason = None, None
    await context.db.flush()
    return True
