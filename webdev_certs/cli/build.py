"""`webdev-certs build`: build the pages, beside those that are being served."""

import subprocess
import time
from pathlib import Path

import click

from webdev_certs.cli.pages import releases
from webdev_certs.settings import get_settings
from webdev_certs.settings.pages import settings_in_pages
from webdev_certs.web.releases import fingerprint

_EXPORT = ("reflex", "export", "--frontend-only", "--no-zip", "--loglevel", "warning")
_BUILT = Path(".web")


@click.command()
def build() -> None:
    """Build the pages if they or a setting in them have changed. `serve` uses them at its next start."""
    settings = get_settings()
    wanted = fingerprint(Path.cwd(), settings_in_pages(settings))
    if releases().record().get("fingerprint") == wanted:
        click.echo("The pages are up to date.")
        return
    if subprocess.run(_EXPORT).returncode:
        raise click.ClickException("The pages could not be built. What is being served has not changed.")
    releases().add(_BUILT, fingerprint=wanted, origin=settings.origin, now=time.time())
    click.echo(f"The pages are built for {settings.origin}")
