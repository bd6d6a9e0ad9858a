"""`webdev-certs exams extra-time`: decide requests for extra time."""

import click

from webdev_certs.cli.audited import (
    account_argument,
    ask,
    check_length,
    operate,
    operate_on_account,
    reason_option,
    yes_option,
)
from webdev_certs.server.models import User
from webdev_certs.server.services.exams.extra_time import Asked, decide, list_asked
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.printable import printable

note_option = click.option(
    "--note",
    metavar="TEXT",
    callback=check_length,
    help="What the learner reads with the decision.",
)


@click.group("extra-time")
def extra_time() -> None:
    """Decide requests for extra time."""


@extra_time.command("list")
@click.option("--all", "decided", is_flag=True, help="Also those that are decided.")
@reason_option
@yes_option
def list_requests(decided: bool, reason: str | None, yes: bool) -> None:
    """List the open requests with the learners' reasons, oldest first. This is recorded.

    A reason may say something about somebody's health: do not keep copies.
    """
    ask(yes, "List requests with the learners' reasons? This is recorded.")
    requests = operate(
        "exams extra-time list",
        "all requests" if decided else "open requests",
        reason,
        lambda context: list_asked(context, decided=decided),
    )
    for asked in requests:
        click.echo(_line(asked))
        for text in (asked.request.reason, asked.request.note):
            if text:
                click.echo(f"    {' '.join(printable(text).split())}")
    if not requests:
        click.echo("There are no requests." if decided else "There are no open requests.")


@extra_time.command()
@account_argument
@note_option
@reason_option
@yes_option
def grant(account: str, note: str | None, reason: str | None, yes: bool) -> None:
    """Grant the open request of a learner, for attempts started from now on, and mail the learner."""
    ask(yes, f"Grant the extra time that {account} has asked for?")
    percent = _decide(account, note, reason, granted=True)
    click.echo(f"{account} has {percent}% more time.")


@extra_time.command()
@account_argument
@note_option
@reason_option
@yes_option
def refuse(account: str, note: str | None, reason: str | None, yes: bool) -> None:
    """Refuse the open request of a learner, and mail the learner."""
    ask(yes, f"Refuse the extra time that {account} has asked for?")
    percent = _decide(account, note, reason, granted=False)
    click.echo(f"{account} does not get {percent}% more time.")


def _decide(account: str, note: str | None, reason: str | None, *, granted: bool) -> int:
    async def work(context: Context, user: User) -> int:
        percent = await decide(context, user, granted=granted, note=note)
        if percent is None:
            raise click.ClickException(f"{account} has no open request.")
        return percent

    action = f"exams extra-time {'grant' if granted else 'refuse'}"
    return operate_on_account(action, account, reason, work)


def _line(asked: Asked) -> str:
    request = asked.request
    state = f"{request.state} {request.decided_at:%Y-%m-%d}" if request.decided_at else request.state
    return f"{request.asked_at:%Y-%m-%d}  {asked.user.email}  {request.percent}%  {state}"
