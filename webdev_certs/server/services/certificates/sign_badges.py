"""Sign the badge of a certificate: an Open Badges credential, as JSON with a proof and as a token.

A badge is signed when somebody first asks for it, and stored. Signing waits its turn in a queue, so it
happens between two transactions: the first reserves what the badge needs (`reserve_credential`), the second
stores the badge (`sign_credential`).
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement
from sqlmodel import col, exists, or_, select, update

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.certificate_numbers import parse_number
from webdev_certs.server.domain.certificates import unknown_certificate
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.exams import PASSING_RULE
from webdev_certs.server.domain.open_badges import (
    Achievement,
    Badge,
    Document,
    Result,
    Terms,
    criteria_version,
    open_badge,
)
from webdev_certs.server.domain.status_lists import LIST_SIZE
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate, Credential, IssuerKey
from webdev_certs.server.models.exams import Attempt
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.issuer_keys import SigningKeys
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.exam_rules import MAX_ITEMS, MIN_ITEMS
from webdev_certs.shared.translation import _

_DRAWS = 8
_AT_ONCE = 50


@dataclass(frozen=True)
class SignedCredential:
    """A signed badge."""

    number: str
    """The certificate's."""
    document: str
    """JSON with a Data Integrity proof."""
    jwt: str


@dataclass(frozen=True)
class ReservedCredential:
    """A badge that is not signed yet, and the keys to sign it with."""

    certificate: Certificate
    badge: Document
    keys: SigningKeys


async def reserve_credential(
    context: Context, issuer: CredentialIssuer, certificate: Certificate
) -> SignedCredential | ReservedCredential:
    """Return the badge of a certificate, or reserve what it needs to be signed.

    That is a place in a status list, and that the signing keys stay public until the badge expires.

    Args:
        context: Its transaction is committed before `sign_credential`.
        issuer: A badge in the name of an old issuer counts as unsigned.
        certificate: The row.

    Raises:
        MissingKey: As `IssuerKeys.signing_key`.
    """
    credential = await _reserve_place(context, certificate.number)
    if credential.document is not None and credential.jwt is not None and credential.issuer == issuer.did:
        return SignedCredential(certificate.number, credential.document, credential.jwt)
    badge = open_badge(await _badge(context, issuer.origin, certificate, credential))
    return ReservedCredential(
        certificate, badge, await issuer.keys.reserve(context.db, certificate.expires_at)
    )


async def sign_credential(
    context: Context, issuer: CredentialIssuer, reserved: SignedCredential | ReservedCredential
) -> SignedCredential:
    """Sign and store what `reserve_credential` has returned, unless it is signed already.

    Args:
        context: Without a transaction, so that no connection is held while the badge waits its turn.
        issuer: Signs.
        reserved: What to sign.

    Raises:
        Overloaded: `busy`: too many are waiting.
    """
    if isinstance(reserved, SignedCredential):
        return reserved
    document, token = await issuer.sign(reserved.badge, reserved.keys, context.now)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    signed = SignedCredential(reserved.certificate.number, text, token)
    async with context.transaction() as opened:
        await _store(opened.db, issuer.did, reserved, signed)
    return signed


async def sign_public_credential(context: Context, issuer: CredentialIssuer, number: str) -> SignedCredential:
    """Return a credential that its holder has made public, after signing it if it is unsigned.

    Args:
        context: Without a transaction.
        issuer: Signs.
        number: The certificate number in any spelling.

    Raises:
        InvalidInput: `certificate_mistyped`.
        NotFound: `certificate_unknown`, or `credential_private` if its holder has not made it public or it is
            replaced.
        MissingKey: As `reserve_credential`.
        Overloaded: As `sign_credential`.
    """
    async with context.transaction() as opened:
        certificate = await opened.db.get(Certificate, parse_number(number))
        if certificate is None:
            raise unknown_certificate()
        # The credential of a replaced certificate has the old name, so nobody else may read it.
        if not certificate.credential_public or certificate.replaced_by is not None:
            raise NotFound("credential_private", _("The holder hasn’t made this credential public."))
        reserved = await reserve_credential(opened, issuer, certificate)
    return await sign_credential(context, issuer, reserved)


async def sign_next(context: Context, issuer: CredentialIssuer, after: str) -> list[str]:
    """Sign the next certificates that have no credential of this issuer, a few at a time.

    Args:
        context: Without a transaction.
        issuer: Signs.
        after: The certificate number to continue after; empty at the start.

    Returns:
        Their numbers in order; empty at the end.

    Raises:
        MissingKey: As `reserve_credential`.
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
    async with context.transaction() as opened:
        certificates = (await opened.db.exec(query)).all()
    for certificate in certificates:
        async with context.transaction() as opened:
            reserved = await reserve_credential(opened, issuer, certificate)
        await sign_credential(context, issuer, reserved)
    return [certificate.number for certificate in certificates]


async def discard_credentials(
    db: AsyncSession, of_certificates: Sequence[ColumnElement[bool] | bool]
) -> None:
    """Discard signed credentials whose content has changed; they are signed again when somebody asks.

    Args:
        db: The transaction.
        of_certificates: Conditions that select the certificates.
    """
    numbers = select(Certificate.number).where(*of_certificates)
    await db.exec(
        update(Credential)
        .where(col(Credential.certificate_number).in_(numbers))
        .values(issuer=None, key_number=None, document=None, jwt=None)
        .execution_options(synchronize_session=False)
    )


async def _reserve_place(context: Context, number: str) -> Credential:
    """Return the certificate's row, after giving it a free place in a status list if it is new."""
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
                lists_suspension=True,
                salt=f"{context.rng.getrandbits(128):032x}",
            )
        )
        credential = await context.db.get(Credential, number)
        draws += 1
    return credential


def terms_today(bank: Bank, technology: str, attempt: Attempt | None) -> Terms | None:
    """Return on which terms a certificate is earned now; None if the technology is not offered.

    Args:
        bank: The question bank.
        technology: The certificate's.
        attempt: It has kept the cut score that it had to reach; None once it is deleted.
    """
    known = bank.technologies.get(technology)
    if known is None:
        return None
    blueprint = known.blueprint
    return Terms(
        name=blueprint.name,
        summary=blueprint.summary,
        cut_score=attempt.cut_score if attempt else blueprint.cut_score,
        minutes=blueprint.minutes,
        topics=tuple(topic.title for topic in blueprint.topics),
        documentation=blueprint.official_hosts,
        least=attempt.min_items if attempt else MIN_ITEMS,
        most=attempt.max_items + len(attempt.pretest_positions) if attempt else MAX_ITEMS,
        passing_rule=attempt.passing_rule if attempt else PASSING_RULE,
    )


async def _keep_terms(
    db: AsyncSession, bank: Bank, certificate: Certificate, attempt: Attempt | None
) -> Terms:
    """Return the terms of a certificate; one from before they were kept keeps them from now on."""
    if certificate.terms is not None:
        return Terms(**certificate.terms)
    # The certificate outlives the question bank's technology.
    terms = terms_today(bank, certificate.technology, attempt) or Terms(
        certificate.technology, certificate.title, None, None, (), ()
    )
    await db.exec(
        update(Certificate)
        .where(col(Certificate.number) == certificate.number, col(Certificate.terms).is_(None))
        .values(terms=asdict(terms), criteria_version=criteria_version(certificate.title, terms))
        .execution_options(synchronize_session=False)
    )
    return terms


async def _badge(context: Context, origin: str, certificate: Certificate, credential: Credential) -> Badge:
    email = await context.db.exec(select(User.email).where(User.id == certificate.user_id))
    shows_name = certificate.name_public and certificate.replaced_by is None
    attempt = await context.db.get(Attempt, certificate.attempt_id) if certificate.attempt_id else None
    terms = await _keep_terms(context.db, context.bank, certificate, attempt)
    return Badge(
        origin=origin,
        number=certificate.number,
        holder_name=certificate.holder_name if shows_name else None,
        # Anyone with the email could match it to this hash.
        email=email.first() if shows_name else None,
        salt=credential.salt,
        issued_at=certificate.issued_at,
        expires_at=certificate.expires_at,
        achievement=Achievement(certificate.technology, certificate.title, terms),
        result=Result(certificate.score, certificate.standard_error, terms.cut_score)
        if certificate.score_public
        else None,
        status_list=credential.status_list,
        status_index=credential.status_index,
    )


async def _store(
    db: AsyncSession, issuer: str, reserved: ReservedCredential, signed: SignedCredential
) -> None:
    """Store what was signed, unless the certificate has changed or the key was revoked in the meantime."""
    certificate = reserved.certificate
    # On PostgreSQL, an UPDATE that has waited for the credential's row still sees other rows as they were
    # before. So wait for changes of these first. All who change them discard credentials afterwards.
    await db.exec(
        select(Certificate.number)
        .join(IssuerKey, col(IssuerKey.number) == reserved.keys.number)
        .where(Certificate.number == certificate.number)
        .with_for_update(read=True)
    )
    await db.exec(
        update(Credential)
        .where(
            col(Credential.certificate_number) == certificate.number,
            exists().where(
                col(Certificate.number) == certificate.number,
                col(Certificate.score) == certificate.score,
                col(Certificate.standard_error).is_not_distinct_from(certificate.standard_error),
                col(Certificate.score_public) == certificate.score_public,
                col(Certificate.name_public) == certificate.name_public,
                col(Certificate.holder_name).is_not_distinct_from(certificate.holder_name),
                col(Certificate.replaced_by).is_not_distinct_from(certificate.replaced_by),
            ),
            exists().where(
                col(IssuerKey.number) == reserved.keys.number, col(IssuerKey.revoked_at).is_(None)
            ),
        )
        .values(
            issuer=issuer,
            key_number=reserved.keys.number,
            document=signed.document,
            jwt=signed.jwt,
        )
        .execution_options(synchronize_session=False)
    )
