"""The configuration and the services of one sandbox."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from webdev_certs.sandbox.supabase.keys import SigningKey
from webdev_certs.sandbox.supabase.store import Store
from webdev_certs.shared.clock import Clock

Algorithm = Literal["ES256", "RS256"]


@dataclass(frozen=True)
class Config:
    """A project's settings; see `create_supabase_sandbox`. `public_base` has no trailing slash."""

    public_base: str
    site_url: str
    allowed_redirects: Sequence[str]
    access_token_seconds: int
    flow_seconds: int
    reuse_seconds: int
    allow_unverified_email_sign_ins: bool

    @property
    def issuer(self) -> str:
        """The `iss` of access tokens, and the base of the protocol's URLs."""
        return f"{self.public_base}/auth/v1"


@dataclass(frozen=True)
class Context:
    """What the use-cases share; created once by `create_supabase_sandbox`."""

    config: Config
    store: Store
    key: SigningKey
    clock: Clock

    def stamp(self, seconds_ago: float = 0) -> str:
        """Return the present time, or one before it, as the store saves it: text that sorts by time."""
        return stamp(self.clock() - timedelta(seconds=seconds_ago))


def stamp(moment: datetime) -> str:
    """Format a time by RFC 3339, in UTC, with microseconds."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
