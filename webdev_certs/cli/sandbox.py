"""`webdev-certs sandbox`: the sandboxes in a process of their own."""

import click
from starlette.types import ASGIApp

from webdev_certs.sandbox.sandboxes import create_shared_sandboxes, shared_variables
from webdev_certs.server.services.payments.webhooks import HANDLED_EVENTS
from webdev_certs.settings import get_settings
from webdev_certs.web import connections
from webdev_certs.web.log_lines import configure_logging

_HOST = "127.0.0.1"
_MAX_CONNECTIONS = 1000


@click.command()
def sandbox() -> None:
    """Serve the sandboxes on SANDBOX_PORT, and print the settings with which the product uses them.

    The port after it receives mails.
    """
    settings = get_settings()
    if not settings.has_sandboxes:
        raise click.ClickException("ENVIRONMENT or SANDBOX does not allow sandboxes.")
    for name, value in shared_variables(settings).items():
        click.echo(f"{name}={value}")
    configure_logging(settings.log_format)
    try:
        connections.serve(
            f"{__name__}:create", _HOST, settings.sandbox_port, max_connections=_MAX_CONNECTIONS
        )
    except connections.PortInUse as error:
        raise click.ClickException(str(error)) from None


def create() -> ASGIApp:
    """Return the app, for the server."""
    return create_shared_sandboxes(get_settings(), HANDLED_EVENTS)
