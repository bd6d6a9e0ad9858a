"""`webdev-certs build` and `serve`: build the pages, beside those that are being served, and serve them."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile

import click

from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE, language_prefix
from webdev_certs.web.releases import Releases, fingerprint, share

_RELEASES = Releases(Path(".pages"))
_EXPORT = ("reflex", "export", "--frontend-only", "--no-zip", "--loglevel", "warning")
# Reflex's folder for each language, so that all can be built at once. `make dev` uses the English one too.
_BUILT = {code: Path(f".web{language_prefix(code).replace('/', '-')}") for code in LANGUAGES}
_PAGES = Path("build", "client")


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
    _export()
    built = _BUILT[SOURCE_LANGUAGE]
    # The pages of other languages are served in folders of the English ones.
    for language in _BUILT.keys() - {SOURCE_LANGUAGE}:
        shutil.move(_BUILT[language] / _PAGES / language, built / _PAGES)
    _name_sitemaps(built / _PAGES / "robots.txt", settings.origin)
    _RELEASES.add(built, fingerprint=wanted, origin=settings.origin, now=time.time())
    click.echo(f"The pages are built for {settings.origin}")


def _name_sitemaps(file: Path, origin: str) -> None:
    """Name the sitemap of each language in robots.txt (https://www.sitemaps.org/protocol.html#submit_robots)."""
    lines = [f"Sitemap: {origin}{language_prefix(code)}/sitemap.xml\n" for code in LANGUAGES]
    with file.open("a") as robots:
        robots.writelines(["\n", *lines])


def _export() -> None:
    """Build the pages in all languages at the same time: on two cores in 59 seconds instead of 87.

    Raises:
        ClickException: One could not be built; the others are ended.
    """
    click.echo(f"Building the pages in {' and '.join(LANGUAGES.values())}")
    with ExitStack() as stack:
        running = [stack.enter_context(_exporting(language)) for language in LANGUAGES]
        while running:
            time.sleep(0.1)
            if any(export.poll() for export in running):
                raise click.ClickException(
                    "The pages could not be built. What is being served has not changed."
                )
            running = [export for export in running if export.returncode is None]


@contextmanager
def _exporting(language: str) -> Iterator[subprocess.Popen[bytes]]:
    """Build the pages in one language for the duration of the context, which then ends the build.

    What a build has printed comes at the end, so that those of two languages do not mix.
    """
    settings = {"PAGES_LANGUAGE": language, "REFLEX_WEB_WORKDIR": str(_BUILT[language])}
    with TemporaryFile() as output:
        export = subprocess.Popen(
            _EXPORT,
            env=os.environ | settings,
            stdout=output,
            stderr=output,
            # In a new process group, so that all of it can be ended.
            start_new_session=True,
        )
        try:
            yield export
        finally:
            if export.poll() is None:
                os.killpg(export.pid, signal.SIGKILL)
                export.wait()
            else:
                output.seek(0)
                click.echo(output.read())


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
    from webdev_certs.cli.configured_keys import check_keys
    from webdev_certs.ui.reflex_internals import use_built_pages
    from webdev_certs.web import connections
    from webdev_certs.web.log_lines import configure_logging

    settings = get_settings()
    if not settings.api_url:
        check_keys(settings)
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
