"""The command `webdev-certs`, also as `python -m webdev_certs.cli.main`."""

from importlib import import_module

import click

_MODULES = {
    "access": "payments",
    "build": "pages",
    "certificates": "certificates",
    "credentials": "signing",
    "db": "db",
    "declarations": "payments",
    "exams": "exams",
    "icons": "pictures",
    "items": "items",
    "jobs": "jobs",
    "keys": "signing",
    "sandbox": "sandbox",
    "serve": "pages",
    "social": "pictures",
    "standard-setting": "standard_setting",
    "translations": "translations",
    "tutor": "tutor",
    "users": "users",
}
"""Command → the module that has it."""


class _LazyCommands(click.Group):
    """Imports a command only when it is needed, because all together take a second to load."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _MODULES:
            return None
        return getattr(import_module(f"webdev_certs.cli.{_MODULES[cmd_name]}"), cmd_name.replace("-", "_"))


@click.group(cls=_LazyCommands)
def cli() -> None:
    """Operate WebDev Certs."""


if __name__ == "__main__":
    cli()
