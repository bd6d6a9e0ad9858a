"""Public profiles: pages with the certificates that their holders have chosen."""

import re
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, select, update

from webdev_certs.schemas import certificates as wire
from webdev_certs.server.domain.certificate_numbers import ALPHABET
from webdev_certs.server.domain.errors import Conflict, InvalidInput, NotFound
from webdev_certs.server.models.certificates import Certificate, PublicProfile
from webdev_certs.server.services.certificates.own import current_status
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.translation import _

_HANDLE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_RANDOM_LENGTH = 16
"""Of 32 letters and digits: nobody can guess it."""
_SHOWN = ("valid", "expired")


async def read_own_profile(context: Context, user_id: UUID) -> wire.OwnProfile:
    """Return the user's public profile as they see it, also if there is none."""
    profile = await context.db.get(PublicProfile, user_id)
    if profile is None:
        return wire.OwnProfile(handle=None, url=None, indexed=False, shown=[])
    shown = [certificate.number for certificate in await _find_shown(context, user_id)]
    return wire.OwnProfile(
        handle=profile.handle,
        url=f"{context.settings.origin}/profiles/{profile.handle}",
        indexed=profile.indexed,
        shown=shown,
    )


async def set_profile(context: Context, user_id: UUID, chosen: wire.ProfileSettings) -> wire.OwnProfile:
    """Create the user's public profile, or change it. At first it shows no certificate.

    Raises:
        InvalidInput: `invalid_handle`.
        Conflict: `handle_taken`: somebody else has it.
    """
    handle = _checked(chosen.handle) if chosen.handle else None
    drawn = "".join(context.rng.choices(ALPHABET, k=_RANDOM_LENGTH)).lower()
    first = {"handle": handle or drawn, "indexed": chosen.indexed or False, "created_at": context.now}
    await context.db.exec(insert_ignoring(context.db, PublicProfile).values(user_id=user_id, **first))
    changes = {"handle": handle, "indexed": chosen.indexed}
    if values := {name: value for name, value in changes.items() if value is not None}:
        taken = select(PublicProfile.user_id).where(
            PublicProfile.handle == handle, PublicProfile.user_id != user_id
        )
        if (await context.db.exec(taken)).first() is not None:
            raise _taken()
        change = update(PublicProfile).where(col(PublicProfile.user_id) == user_id).values(**values)
        try:
            await context.db.exec(change.execution_options(synchronize_session=False))
        except IntegrityError:
            # Somebody has taken it at the same moment.
            raise _taken() from None
    context.db.expire_all()
    return await read_own_profile(context, user_id)


async def remove_profile(context: Context, user_id: UUID) -> None:
    """Remove the user's public profile; a later one shows only what is chosen anew."""
    for change in (
        delete(PublicProfile).where(col(PublicProfile.user_id) == user_id),
        update(Certificate).where(col(Certificate.user_id) == user_id).values(on_profile=False),
    ):
        await context.db.exec(change.execution_options(synchronize_session=False))


async def get_public_profile(context: Context, handle: str) -> wire.PublicProfile:
    """Return a public profile.

    Raises:
        NotFound: `profile_unknown`: there is none, or it shows no certificate; callers cannot tell which.
    """
    query = select(PublicProfile).where(PublicProfile.handle == handle.lower())
    # PostgreSQL refuses texts that no handle can have.
    profile = (await context.db.exec(query)).one_or_none() if _HANDLE.fullmatch(handle.lower()) else None
    shown = await _find_shown(context, profile.user_id) if profile else []
    if profile is None or not shown:
        raise NotFound("profile_unknown", _("This profile doesn’t exist."))
    return wire.PublicProfile(
        handle=profile.handle,
        holder_name=shown[0].holder_name or "",
        indexed=profile.indexed,
        certificates=[
            wire.ProfileCertificate.model_validate(
                {
                    **row.model_dump(
                        include={"number", "technology", "title", "issued_at", "expires_at"},
                    ),
                    "status": current_status(row, context.now),
                    "name": technology_names(context.bank, row.technology).name,
                    "score": row.score if row.score_public else None,
                }
            )
            for row in shown
        ],
    )


async def _find_shown(context: Context, user_id: UUID) -> list[Certificate]:
    """Return the chosen certificates that count and show their name, newest first.

    A certificate that withholds its name would get one here, beside the others.
    """
    query = (
        select(Certificate)
        .where(
            Certificate.user_id == user_id,
            col(Certificate.on_profile).is_(True),
            col(Certificate.name_public).is_(True),
        )
        .order_by(col(Certificate.issued_at).desc(), col(Certificate.number).desc())
    )
    return [row for row in await context.db.exec(query) if current_status(row, context.now) in _SHOWN]


def _taken() -> Conflict:
    return Conflict("handle_taken", _("That name is taken. Choose another."), field="handle")


def _checked(handle: str) -> str:
    plain = handle.strip().lower()
    if not wire.MIN_HANDLE <= len(plain) <= wire.MAX_HANDLE or not _HANDLE.fullmatch(plain):
        raise InvalidInput(
            "invalid_handle",
            _(
                "Use {least} to {most} letters from a to z, digits and single hyphens.",
                least=wire.MIN_HANDLE,
                most=wire.MAX_HANDLE,
            ),
            field="handle",
        )
    return plain
