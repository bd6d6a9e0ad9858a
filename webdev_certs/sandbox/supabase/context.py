"""What one running sandbox holds, and the rules it was given."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from webdev_certs.sandbox.clock import Clock
from webdev_certs.sandbox.supabase.keys import SigningKey
from webdev_certs.sandbox.supabase.store import Store

Algorithm = Literal["ES256", "RS256"]


@dataclass(frozen=True)
class Config:
    """A project's settings, named as in the dashboard of the hosted product where it has them.

    Attributes:
        public_base: where browsers reach the sandbox, without a trailing slash.
        site_url: where a sign-in returns to when it may not return where it asked.
        allowed_redirects: further origins that a sign-in may return to.
        access_token_seconds: life of an access token.
        flow_seconds: how long a started sign-in, and the code it ends with, can be used.
        reuse_seconds: how long a spent refresh token is taken for a second tab rather than for a thief.
        allow_unverified_email_sign_ins: whether people come in whose provider did not verify their address.
    """

    public_base: str
    site_url: str
    allowed_redirects: Sequence[str]
    access_token_seconds: int
    flow_seconds: int
    reuse_seconds: int
    allow_unverified_email_sign_ins: bool

    @property
    def issuer(self) -> str:
        """The `iss` of access tokens, and the base of all of the protocol's addresses."""
        return f"{self.public_base}/auth/v1"


@dataclass(frozen=True)
class Context:
    """What the use-cases share; built once by `create_supabase_sandbox`."""

    config: Config
    store: Store
    key: SigningKey
    clock: Clock

    def stamp(self, seconds_ago: float = 0) -> str:
        """The present moment, or one before it, as the store keeps moments: texts that sort by time."""
        return stamp(self.clock() - timedelta(seconds=seconds_ago))


def stamp(moment: datetime) -> str:
    """A moment in RFC 3339, in UTC, with microseconds."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
