"""The command `webdev-certs`, also as `python -m webdev_certs.cli.main`."""

from importlib import import_module

import click

_AREAS = (
    "access",
    "build",
    "certificates",
    "credentials",
    "exams",
    "items",
    "keys",
    "serve",
    "social",
    "translations",
    "users",
)


class _Areas(click.Group):
    """Imports the commands of an area only when needed, because all together take a second to load."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_AREAS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _AREAS:
            return None
        return getattr(import_module(f"webdev_certs.cli.{cmd_name}"), cmd_name)


@click.group(cls=_Areas)
def cli() -> None:
    """Operate WebDev Certs."""


if __name__ == "__main__":
    cli()
