"""`webdev-certs serve`: serve the built pages and the API on one port."""

import click

from webdev_certs.cli.pages import releases


@click.command()
def serve() -> None:
    """Serve the built pages and the API on HOST and PORT, without building anything."""
    # Imported here, because loading Reflex takes longer than the other commands run.
    from webdev_certs.reflex_internals import serve_built_app
    from webdev_certs.settings import get_settings

    pages = releases().current()
    if pages is None:
        raise click.ClickException("There are no built pages. Run `make build` first.")
    settings = get_settings()
    click.echo(f"Serving WebDev Certs at {settings.origin}")
    serve_built_app(settings.host, settings.port, pages)
