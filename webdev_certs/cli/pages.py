"""`webdev-certs build` and `serve`: build the pages, beside those that are being served, and serve them."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from pydantic import SecretStr

from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE, language_prefix
from webdev_certs.web.releases import Releases, fingerprint, share

_RELEASES = Releases(Path(".pages"))
_EXPORT = ("reflex", "export", "--frontend-only", "--no-zip", "--loglevel", "warning")
_BUILT = Path(".web")
_PAGES = _BUILT / "build" / "client"


@click.command()
def build() -> None:
    """Build the pages if they or a setting in them have changed. `serve` uses them at its next start.

    This needs the settings that are in pages, and no secret.
    """
    os.environ["BUILDING_PAGES"] = "true"
    settings = get_settings()
    wanted = fingerprint(Path.cwd(), settings.in_pages())
    if _RELEASES.record().get("fingerprint") == wanted:
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
    _RELEASES.add(_BUILT, fingerprint=wanted, origin=settings.origin, now=time.time())
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


@click.command()
@click.option(
    "--workers", metavar="N", type=click.IntRange(min=1), help="Start so many processes; see WORKERS."
)
def serve(workers: int | None) -> None:
    """Serve the built pages and the API on HOST and PORT, without building anything."""
    if workers:
        # As a setting, because the workers read it too.
        os.environ["WORKERS"] = str(workers)
    # Imported here, because loading Reflex takes longer than the other commands run.
    from webdev_certs.server.gateways.access_token_key import SigningKey
    from webdev_certs.server.gateways.credential_keys import CredentialKey
    from webdev_certs.ui.reflex_internals import use_built_pages
    from webdev_certs.web import connections
    from webdev_certs.web.log_lines import configure_logging

    settings = get_settings()
    if not settings.api_url:
        _check_key("SIGNING_KEY", settings.signing_key, SigningKey.from_pem)
        _check_key("CREDENTIAL_KEY", settings.credential_key, CredentialKey.from_pem)
    pages = _RELEASES.current()
    if pages is None:
        raise click.ClickException("There are no built pages. Run `make build` first.")
    if settings.shared_assets_dir:
        try:
            share(pages, settings.shared_assets_dir, time.time())
        except OSError as error:
            raise click.ClickException(f"SHARED_ASSETS_DIR cannot be written: {error}") from None
    click.echo(f"Serving WebDev Certs at {settings.origin}")
    configure_logging(settings.log_format)
    target, most = use_built_pages(pages), settings.max_connections
    try:
        connections.serve(
            target, settings.host, settings.port, max_connections=most, workers=settings.workers
        )
    except connections.PortInUse as error:
        raise click.ClickException(str(error)) from None


def _check_key(name: str, key: SecretStr | None, read: Callable[[str], object]) -> None:
    """End with one line if a configured private key cannot be read."""
    if key is None:
        return
    try:
        read(key.get_secret_value())
    except ValueError as error:
        raise click.ClickException(f"Invalid settings: {name}: {error}") from None
