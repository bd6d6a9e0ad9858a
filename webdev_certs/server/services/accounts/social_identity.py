"""Checking the identity that a social sign-in proves."""

from datetime import datetime, timedelta

from webdev_certs.schemas.social import OAuthCallback
from webdev_certs.server.domain.errors import InvalidInput, Unauthenticated, Unavailable
from webdev_certs.server.gateways.supabase import ProviderIdentity, SocialSession
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.shared.translation import _

_FRESH = timedelta(minutes=10)
"""How long after a social sign-in its token is accepted, so that one stolen later is useless."""


async def read_identity(
    context: Context, provider: str, access_token: str
) -> tuple[SocialSession, ProviderIdentity]:
    """Return the social session that an access token belongs to, and its identity at the provider.

    Raises:
        Unavailable: `social_not_configured`; `social_unreachable`.
        Unauthenticated: `invalid_social_token`; `social_sign_in_too_old`.
        InvalidInput: `provider_mismatch`: the social session has no identity at this provider.
    """
    if context.social_auth is None:
        raise Unavailable("social_not_configured", _("Signing in with Google or GitHub is not set up here."))
    now = context.now
    social_session = await context.social_auth.read_session(access_token, now)
    return social_session, _choose(social_session, provider, now)


def _choose(social_session: SocialSession, provider: str, now: datetime) -> ProviderIdentity:
    """Return the identity at the provider that was used last."""
    if now - social_session.signed_in_at > _FRESH:
        raise Unauthenticated("social_sign_in_too_old", _("This sign-in is too old. Start it again."))
    for identity in social_session.identities:
        if identity.provider == provider:
            return identity
    raise InvalidInput("provider_mismatch", _("The sign-in was made with another service."), field="provider")


def check_claims(posted: OAuthCallback, social_session: SocialSession, identity: ProviderIdentity) -> None:
    """Refuse a request whose fields contradict its access token.

    Raises:
        Unauthenticated: `social_user_mismatch`: it names another user.
        InvalidInput: `social_metadata_mismatch`, with the field that differs.
    """
    if posted.user_id != social_session.user_id:
        raise Unauthenticated("social_user_mismatch", _("The sign-in belongs to someone else."))
    known = {
        "email": identity.email,
        "full_name": identity.full_name,
        "avatar_url": identity.avatar_url,
        "provider_id": identity.subject,
    }
    for name, claimed in posted.user_metadata.model_dump().items():
        if claimed and claimed.casefold() != known[name].strip().casefold():
            raise InvalidInput(
                "social_metadata_mismatch",
                _("The service says something else about this person."),
                field=f"userMetadata.{name}",
            )


def verified_email(identity: ProviderIdentity) -> str:
    """Return the identity's email, normalized.

    Raises:
        InvalidInput: `social_email_unverified`: there is none, or the provider has not verified it.
    """
    if not identity.email or not identity.email_verified:
        raise InvalidInput(
            "social_email_unverified",
            _(
                "The service has not confirmed your email. Confirm it there, or sign in with your email "
                "and password."
            ),
        )
    return normalize_email(identity.email)
