"""`webdev-certs exams integrity`: attempts that are worth a look."""

from datetime import UTC, datetime

import click

from webdev_certs.cli.audited import ask, operate, reason_option, yes_option
from webdev_certs.server.services.exams.integrity import list_remarkable_attempts


@click.command()
@click.option("--technology", "technologies", multiple=True, help="Only this exam; can be repeated.")
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Only attempts that ended on this day (UTC) or later.",
)
@reason_option
@yes_option
def integrity(technologies: tuple[str, ...], since: datetime | None, reason: str | None, yes: bool) -> None:
    """List attempts that are worth a look, with the reasons. This is recorded.

    A reason is a sign, not a proof: people are interrupted, use assistive technology, and paste their own
    text. Nothing happens to these attempts by itself (docs/operations.md).
    """
    ask(yes, "List attempts with the emails of their learners? This is recorded.")
    start = since.replace(tzinfo=UTC) if since else None
    about = ", ".join(technologies) or "all exams"
    listed, attempts = operate(
        "exams integrity",
        about[:80],
        reason,
        lambda context: list_remarkable_attempts(context, technologies, start),
    )
    for found in listed:
        attempt = found.attempt
        verdict = "passed" if attempt.passed else "failed"
        click.echo(
            f"{attempt.submitted_at:%Y-%m-%d %H:%M}  {attempt.technology}  {attempt.score} {verdict}  "
            f"{found.email}  {attempt.id}"
        )
        for remark in found.remarks:
            click.echo(f"    {remark}")
    click.echo(f"Worth a look: {len(listed)} of {attempts}")
