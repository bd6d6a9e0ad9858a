"""`webdev-certs exams`: manage the exams."""

import click

from webdev_certs.cli.exams.extra_time import extra_time
from webdev_certs.cli.exams.integrity import integrity
from webdev_certs.cli.exams.simulate import simulate


@click.group()
def exams() -> None:
    """Manage the exams."""


for _command in (extra_time, integrity, simulate):
    exams.add_command(_command)

__all__ = ["exams"]
