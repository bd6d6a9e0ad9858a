"""`webdev-certs build`: build the pages, beside those that are being served."""

import os
import shutil
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from webdev_certs.cli.pages import releases
from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE, language_prefix
from webdev_certs.web.releases import fingerprint

_EXPORT = ("reflex", "export", "--frontend-only", "--no-zip", "--loglevel", "warning")
_BUILT = Path(".web")
_PAGES = _BUILT / "build" / "client"


@click.command()
def build() -> None:
    """Build the pages if they or a setting in them have changed. `serve` uses them at its next start."""
    settings = get_settings()
    wanted = fingerprint(Path.cwd(), settings.in_pages())
    if releases().record().get("fingerprint") == wanted:
        click.echo("The pages are up to date.")
        return
    with TemporaryDirectory() as built:
        # English last: its pages are served at the root, and those of other languages in folders of it.
        for language in reversed(list(LANGUAGES)):
            _export(language)
            if language != SOURCE_LANGUAGE:
                shutil.move(_PAGES / language, built)
        for folder in Path(built).iterdir():
            shutil.move(folder, _PAGES)
    _name_sitemaps(settings.origin)
    releases().add(_BUILT, fingerprint=wanted, origin=settings.origin, now=time.time())
    click.echo(f"The pages are built for {settings.origin}")


def _name_sitemaps(origin: str) -> None:
    """Name the sitemap of each language in robots.txt (https://www.sitemaps.org/protocol.html#submit_robots)."""
    lines = [f"Sitemap: {origin}{language_prefix(code)}/sitemap.xml\n" for code in LANGUAGES]
    with (_PAGES / "robots.txt").open("a") as robots:
        robots.writelines(["\n", *lines])


def _export(language: str) -> None:
    """Build the pages in one language."""
    click.echo(f"Building the pages in {LANGUAGES[language]}")
    if subprocess.run(_EXPORT, env={**os.environ, "PAGES_LANGUAGE": language}).returncode:
        raise click.ClickException("The pages could not be built. What is being served has not changed.")
