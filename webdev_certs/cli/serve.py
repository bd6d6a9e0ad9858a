"""`webdev-certs serve`: serve the built pages and the API on one port."""

from collections.abc import Callable

import click
from pydantic import SecretStr

from webdev_certs.cli.pages import releases


@click.command()
def serve() -> None:
    """Serve the built pages and the API on HOST and PORT, without building anything."""
    # Imported here, because loading Reflex takes longer than the other commands run.
    from webdev_certs.server.gateways.access_token_key import SigningKey
    from webdev_certs.server.gateways.credential_keys import CredentialKey
    from webdev_certs.settings import get_settings
    from webdev_certs.ui.reflex_internals import use_built_pages
    from webdev_certs.web import connections
    from webdev_certs.web.log_lines import configure_logging

    settings = get_settings()
    if not settings.api_url:
        _check_key("SIGNING_KEY", settings.signing_key, SigningKey.from_pem)
        _check_key("CREDENTIAL_KEY", settings.credential_key, CredentialKey.from_pem)
    pages = releases().current()
    if pages is None:
        raise click.ClickException("There are no built pages. Run `make build` first.")
    click.echo(f"Serving WebDev Certs at {settings.origin}")
    configure_logging()
    target, most = use_built_pages(pages), settings.max_connections
    connections.serve(target, settings.host, settings.port, max_connections=most)


def _check_key(name: str, key: SecretStr | None, read: Callable[[str], object]) -> None:
    """End with one line if a configured private key cannot be read."""
    if key is None:
        return
    try:
        read(key.get_secret_value())
    except ValueError as error:
        raise click.ClickException(f"Invalid settings: {name}: {error}") from None
