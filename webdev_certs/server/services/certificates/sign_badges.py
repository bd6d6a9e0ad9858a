"""The signed credentials of certificates."""

import json
from uuid import UUID

from sqlmodel import col, exists, select, update

from webdev_certs.schemas import certificates as wire
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.open_badges import Achievement, Badge, Result, open_badge
from webdev_certs.server.domain.status_lists import LIST_SIZE
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.credentials import Credential
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.certificates.own import (
    get_presentable,
    own_number,
    unknown_certificate,
)
from webdev_certs.server.services.certificates.issuer import CredentialIssuer, Signed
from webdev_certs.server.services.certificates.rendering import Meaning, meaning_of
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.translation import _

_DRAWS = 8


async def get_credential(
    context: Context, issuer: CredentialIssuer, user_id: UUID, number: str
) -> Credential:
    """Return the signed credential of one of the holder's certificates.

    Raises:
        NotFound: `certificate_unknown`: it does not exist, or belongs to somebody else.
        MissingKey: As `CredentialIssuer.sign`.
    """
    query = select(Certificate).where(
        Certificate.number == own_number(number), Certificate.user_id == user_id
    )
    certificate = (await context.db.exec(query)).one_or_none()
    if certificate is None:
        raise unknown_certificate()
    return await signed_credential(context, issuer, certificate)


async def read_drawable(
    context: Context, issuer: CredentialIssuer, limits: Limits, user_id: UUID, number: str
) -> tuple[wire.Certificate, str, Meaning | None]:
    """Return what a PDF or badge of one of the holder's certificates is drawn from, and end the transaction.

    Returns:
        The certificate, its signed credential as JSON, and what it means if that is known.

    Raises:
        TooManyRequests: `too_many_requests`.
        NotFound: As `get_credential`.
        Conflict: As `get_presentable`.
        MissingKey: As `CredentialIssuer.sign`.
    """
    await limits.count_own("pdf", user_id)
    certificate = await get_presentable(context, user_id, number)
    meaning = await meaning_of(context, certificate.technology, certificate.test_id)
    credential = await get_credential(context, issuer, user_id, number)
    # Return the connection to the pool, because drawing takes a while and needs no database.
    await context.db.commit()
    await context.db.close()
    return certificate, credential.document or "", meaning


async def get_public_credential(context: Context, issuer: CredentialIssuer, number: str) -> Credential:
    """Return a signed credential that its holder has made public.

    Raises:
        InvalidInput: `certificate_mistyped`.
        NotFound: `certificate_unknown`, or `credential_private` if its holder has not made it public or it is
            replaced.
        MissingKey: As `CredentialIssuer.sign`.
    """
    certificate = await context.db.get(Certificate, parse_number(number))
    if certificate is None:
        raise unknown_certificate()
    # The credential of a replaced certificate has the old name, so nobody else may read it.
    if not certificate.credential_public or certificate.replaced_by is not None:
        raise NotFound("credential_private", _("The holder has not made this credential public."))
    return await signed_credential(context, issuer, certificate)


async def signed_credential(
    context: Context, issuer: CredentialIssuer, certificate: Certificate
) -> Credential:
    """Return the credential of a certificate; sign it first if it is unsigned or names an old issuer.

    To sign, it commits what the transaction has done so far, and stores the credential in a new one.

    Raises:
        MissingKey: As `CredentialIssuer.sign`.
    """
    credential = await _credential(context, certificate.number)
    if credential.document is None or credential.issuer != issuer.did:
        badge = await _badge(context, issuer.origin, certificate, credential)
        signed = await issuer.sign(context.db, open_badge(badge), certificate.expires_at, context.now)
        await _store(context, issuer, certificate, credential, signed)
    return credential


async def _credential(context: Context, number: str) -> Credential:
    """Return the certificate's row, after giving it a free position in a status list if it is new."""
    credential = await context.db.get(Credential, number)
    draws = 0
    while credential is None:
        last = (
            await context.db.exec(
                select(col(Credential.status_list)).order_by(col(Credential.status_list).desc()).limit(1)
            )
        ).first()
        # If many draws fail, the list is nearly full, so the next one is used.
        status_list = (last or 1) + draws // _DRAWS
        await context.db.exec(
            insert_ignoring(context.db, Credential).values(
                certificate_number=number,
                status_list=status_list,
                status_index=context.rng.randrange(LIST_SIZE),
                salt=f"{context.rng.getrandbits(128):032x}",
            )
        )
        credential = await context.db.get(Credential, number)
        draws += 1
    return credential


async def _badge(context: Context, origin: str, certificate: Certificate, credential: Credential) -> Badge:
    email = await context.db.exec(select(User.email).where(User.id == certificate.user_id))
    shows_name = certificate.name_public and certificate.replaced_by is None
    query = select(Attempt.standard_error, Attempt.cut_score).where(Attempt.id == certificate.attempt_id)
    error, cut_score = (await context.db.exec(query)).first() or (None, None)
    return Badge(
        origin=origin,
        number=certificate.number,
        holder_name=certificate.holder_name if shows_name else None,
        # Anyone with the email could match it to this hash.
        email=email.first() if shows_name else None,
        salt=credential.salt,
        issued_at=certificate.issued_at,
        expires_at=certificate.expires_at,
        achievement=_achievement(context.bank, certificate),
        result=Result(certificate.score, error, cut_score) if certificate.score_public else None,
        status_list=credential.status_list,
        status_index=credential.status_index,
    )


def _achievement(bank: Bank, certificate: Certificate) -> Achievement:
    known = bank.technologies.get(certificate.technology)
    if known is None:
        # The certificate outlives the question bank's technology.
        passed = f"Passed the certification test for the title “{certificate.title}”."
        return Achievement(
            certificate.technology, certificate.technology, certificate.title, certificate.title, passed, ()
        )
    blueprint = known.blueprint
    topics = "; ".join(topic.title for topic in blueprint.topics)
    criteria = (
        f"Passed the certification test in {blueprint.name} within {blueprint.minutes} minutes, with at "
        f"least {blueprint.cut_score} points on the scale from {SCALE_LOW} to {SCALE_HIGH}. Topics: {topics}."
    )
    return Achievement(
        certificate.technology,
        blueprint.name,
        certificate.title,
        blueprint.summary,
        criteria,
        blueprint.official_hosts,
    )


async def _store(
    context: Context,
    issuer: CredentialIssuer,
    certificate: Certificate,
    credential: Credential,
    signed: Signed,
) -> None:
    """Store what was signed, unless the certificate has changed in the meantime."""
    # Keep SQLAlchemy from writing it: only the conditional statement below may.
    context.db.expunge(credential)
    credential.issuer, credential.key_number = issuer.did, signed.key_number
    credential.document = json.dumps(signed.document, ensure_ascii=False, separators=(",", ":"))
    credential.jwt = signed.jwt
    await context.db.exec(
        update(Credential)
        .where(
            col(Credential.certificate_number) == certificate.number,
            exists().where(
                col(Certificate.number) == certificate.number,
                col(Certificate.score) == certificate.score,
                col(Certificate.score_public) == certificate.score_public,
                col(Certificate.name_public) == certificate.name_public,
                col(Certificate.holder_name).is_not_distinct_from(certificate.holder_name),
                col(Certificate.replaced_by).is_not_distinct_from(certificate.replaced_by),
            ),
        )
        .values(
            issuer=credential.issuer,
            key_number=credential.key_number,
            document=credential.document,
            jwt=credential.jwt,
        )
        .execution_options(synchronize_session=False)
    )
