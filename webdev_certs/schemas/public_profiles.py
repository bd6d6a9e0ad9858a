"""Wire models of public profiles: pages with the certificates that holders have chosen."""

from datetime import datetime
from typing import Annotated

from pydantic import StringConstraints

from webdev_certs.schemas.base import Request, Response
from webdev_certs.shared.vocabulary import CertificateStatus

MIN_HANDLE, MAX_HANDLE = 3, 40


class ProfileSettings(Request):
    """What the holder chooses for their public profile. Fields left out stay unchanged."""

    handle: Annotated[str, StringConstraints(max_length=100)] | None = None
    """The end of its URL. At first it is drawn at random, which nobody can guess."""
    indexed: bool | None = None
    """Whether search engines may list it. At first they may not."""


class OwnProfile(Response):
    """The public profile as its holder sees it."""

    handle: str | None
    """None, like `url`, while there is no public profile."""
    url: str | None
    indexed: bool
    shown: list[str]
    """The numbers of the certificates that it shows."""


class ProfileCertificate(Response):
    """A certificate on a public profile."""

    number: str
    status: CertificateStatus
    """`valid` or `expired`: others are not shown."""
    technology: str
    name: str
    title: str
    score: int | None
    """None unless the holder shares it."""
    issued_at: datetime
    expires_at: datetime


class PublicProfile(Response):
    """A public profile."""

    handle: str
    holder_name: str
    """The name on the newest of its certificates."""
    indexed: bool
    certificates: list[ProfileCertificate]
    """Newest first; at least one."""
