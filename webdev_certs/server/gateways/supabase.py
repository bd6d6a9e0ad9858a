"""Supabase Auth: checking a social sign-in's access token, and reading the identities behind it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import httpx
import jwt
from pydantic import ValidationError
from supabase_auth import AsyncGoTrueClient
from supabase_auth.errors import AuthApiError, AuthError, AuthRetryableError, AuthUnknownError
from supabase_auth.types import UserIdentity

from webdev_certs.server.domain.errors import Unauthenticated, Unavailable
from webdev_certs.shared.metrics import provider_call
from webdev_certs.shared.tls import trusted_authorities
from webdev_certs.shared.translation import _

_ALGORITHMS = ["RS256", "ES256"]
_AUDIENCE = "authenticated"
_REQUIRED = ["aud", "exp", "iat", "iss", "sub", "session_id", "amr"]
_KEYS_TRUSTED_FOR = timedelta(minutes=10)
"""How long fetched keys are trusted; as long as Supabase's own edge caches them."""
_FETCH_PAUSE = timedelta(seconds=30)
"""The shortest time between two fetches, so that tokens with unknown key ids cannot cause many."""
_CLOCK_SKEW = timedelta(seconds=60)
_TIMEOUT_SECONDS = 10


@dataclass(frozen=True)
class ProviderIdentity:
    """What one provider says about a person; nobody can edit it at Supabase.

    Attributes:
        provider: `google` or `github`, or another one that the project allows.
        subject: The person's id at the provider, which never changes.
        email: The email at the provider; empty if there is none.
        email_verified: Whether the provider has verified that the person reads mail sent there.
        full_name: Empty if the person has given none.
        avatar_url: A picture; empty if there is none.
    """

    provider: str
    subject: str
    email: str
    email_verified: bool
    full_name: str
    avatar_url: str


@dataclass(frozen=True)
class SocialSession:
    """A social session (at Supabase) that has not ended.

    Attributes:
        user_id: The person's id at Supabase.
        signed_in_at: When a provider completed the sign-in.
        identities: All of the person's identities, the one used last first.
    """

    user_id: str
    signed_in_at: datetime
    identities: tuple[ProviderIdentity, ...]


class SocialAuth(Protocol):
    """Checks social sign-ins."""

    async def read_session(self, access_token: str, now: datetime) -> SocialSession:
        """Return the social session that an access token belongs to.

        Raises:
            Unauthenticated: `invalid_social_token`: the token does not verify, or its session has ended.
            Unavailable: `social_unreachable`: Supabase does not answer.
        """
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


class SupabaseAuth:
    """Checks social sign-ins with one Supabase project, whose public keys are cached."""

    def __init__(self, url: str, publishable_key: str) -> None:
        """Take the project's URL (`https://<ref>.supabase.co`) and its publishable (anon) key."""
        self._issuer = f"{url}/auth/v1"
        self._headers = {"apikey": publishable_key}
        self._http = httpx.AsyncClient(verify=trusted_authorities(), timeout=_TIMEOUT_SECONDS)
        # Stateless: the caller passes a token with each call.
        self._client = AsyncGoTrueClient(
            url=self._issuer,
            headers=self._headers,
            http_client=self._http,
            auto_refresh_token=False,
            persist_session=False,
        )
        self._keys: dict[str, jwt.PyJWK] = {}
        self._fetched_at = datetime.min.replace(tzinfo=UTC)
        self._fetching = asyncio.Lock()

    async def read_session(self, access_token: str, now: datetime) -> SocialSession:
        claims = await self._verified(access_token, now)
        signed_in_at = _social_sign_in(claims)
        if claims["exp"] <= now.timestamp():
            raise _refusal(_("Your sign-in expired. Start again."))
        # Users can edit the provider and the email that their token names. Supabase's answer is reliable,
        # and Supabase answers only while the session has not ended.
        return SocialSession(claims["sub"], signed_in_at, await self._identities(access_token, claims["sub"]))

    async def close(self) -> None:
        await self._http.aclose()

    async def _verified(self, token: str, now: datetime) -> Mapping[str, Any]:
        try:
            header = jwt.get_unverified_header(token)
            if header.get("alg") not in _ALGORITHMS:
                raise jwt.InvalidAlgorithmError
            key = await self._key(str(header.get("kid", "")), now)
            if header["alg"] != key.algorithm_name:
                raise jwt.InvalidSignatureError("The key cannot have made this signature")
            return _checked(jwt.decode(token, key, **self._rules()), now)
        except jwt.InvalidSignatureError:
            raise _refusal("Invalid JWT signature") from None
        except jwt.InvalidAlgorithmError:
            raise _refusal("Invalid alg claim") from None
        except (jwt.InvalidAudienceError, jwt.InvalidIssuerError):
            raise _refusal("The social access token is for another service.") from None
        except (jwt.InvalidTokenError, TypeError, ValueError):
            raise _refusal("The social access token is malformed.") from None

    def _rules(self) -> dict[str, Any]:
        # `_checked` checks the times against the clock that is passed in.
        ignored = dict.fromkeys(("verify_exp", "verify_iat", "verify_nbf"), False)
        return {
            "algorithms": _ALGORITHMS,
            "audience": _AUDIENCE,
            "issuer": self._issuer,
            "options": {"require": _REQUIRED, **ignored},
        }

    async def _key(self, kid: str, now: datetime) -> jwt.PyJWK:
        """Return the project's public key with this id; ignores keys in the token (`jku`, `jwk`)."""
        if not self._knows(kid, now):
            async with self._fetching:
                if not self._knows(kid, now) and now - self._fetched_at >= _FETCH_PAUSE:
                    self._keys = await self._fetch_keys()
                    self._fetched_at = now
        if kid not in self._keys:
            raise jwt.InvalidSignatureError("No key of the project has made this signature")
        return self._keys[kid]

    def _knows(self, kid: str, now: datetime) -> bool:
        return kid in self._keys and now - self._fetched_at < _KEYS_TRUSTED_FOR

    async def _fetch_keys(self) -> dict[str, jwt.PyJWK]:
        try:
            with provider_call("supabase", (httpx.HTTPError,)):
                response = await self._http.get(
                    f"{self._issuer}/.well-known/jwks.json", headers=self._headers
                )
                response.raise_for_status()
            keys = jwt.PyJWKSet.from_dict(response.json()).keys
        except (httpx.HTTPError, jwt.PyJWTError, ValueError, AttributeError):
            raise _unreachable() from None
        return {key.key_id: key for key in keys if key.key_id and key.algorithm_name in _ALGORITHMS}

    async def _identities(self, token: str, user_id: str) -> tuple[ProviderIdentity, ...]:
        try:
            with provider_call("supabase", (AuthRetryableError, AuthUnknownError)):
                answer = await self._client.get_user(token)
        except AuthApiError as error:
            if error.status in (401, 403, 404):
                raise _refusal(_("Your sign-in has ended. Start again.")) from None
            raise _unreachable() from None
        except (AuthError, ValidationError):
            raise _unreachable() from None
        if answer is None or answer.user.id != user_id:
            raise _refusal("The social access token belongs to someone else.")
        latest_first = sorted(answer.user.identities or (), key=_last_used, reverse=True)
        return tuple(map(_identity, latest_first))


def _checked(claims: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Return the claims after checking the types and values of their times."""
    if not isinstance(claims["exp"], int | float) or not isinstance(claims["iat"], int | float):
        raise jwt.InvalidTokenError("Times are numbers")
    latest = (now + _CLOCK_SKEW).timestamp()
    if claims["iat"] > latest or claims.get("nbf", 0) > latest:
        raise jwt.ImmatureSignatureError("Not valid yet")
    return claims


def _social_sign_in(claims: Mapping[str, Any]) -> datetime:
    """Return when a provider completed the sign-in.

    Refuses social sessions without a provider: anyone can get one by typing somebody else's email into
    the project's password form. Supabase lists how a session began as `[{"method": "oauth", "timestamp": …}]`
    in the claim `amr` (RFC 8176).
    """
    entries = claims["amr"] if isinstance(claims["amr"], list) else []
    moments = [
        entry["timestamp"]
        for entry in entries
        if isinstance(entry, dict)
        and entry.get("method") == "oauth"
        and isinstance(entry.get("timestamp"), int)
    ]
    if not moments or claims.get("is_anonymous"):
        raise _refusal(_("This sign-in didn’t come from Google or GitHub."))
    return datetime.fromtimestamp(max(moments), UTC)


def _last_used(identity: UserIdentity) -> float:
    return (identity.last_sign_in_at or identity.created_at).timestamp()


def _identity(found: UserIdentity) -> ProviderIdentity:
    data = found.identity_data
    return ProviderIdentity(
        provider=found.provider,
        subject=found.id,
        email=_text(data, "email"),
        email_verified=data.get("email_verified") is True,
        full_name=_text(data, "full_name"),
        avatar_url=_text(data, "avatar_url"),
    )


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _refusal(message: str) -> Unauthenticated:
    return Unauthenticated("invalid_social_token", message)


def _unreachable() -> Unavailable:
    return Unavailable("social_unreachable", _("We can’t reach the sign-in service. Try again in a moment."))
