"""The built pages of this working directory."""

from pathlib import Path

from webdev_certs.web.releases import Releases


def releases() -> Releases:
    """Return the releases of the pages."""
    return Releases(Path(".pages"))
