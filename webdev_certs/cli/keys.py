"""`webdev-certs keys`: the signing key."""

import click

from webdev_certs.server.gateways.signing import SigningKey


@click.group()
def keys() -> None:
    """Manage the signing key."""


@keys.command()
def generate() -> None:
    """Print a new private key (EC P-256, PEM) for SIGNING_KEY."""
    click.echo(SigningKey.generate().pem(), nl=False)
