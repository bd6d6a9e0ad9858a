"""Run the work of a command in transactions; an operator's together with its audit entry."""

import asyncio
import getpass
import os
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TypeVar

import click
from sqlalchemy.exc import DBAPIError

from webdev_certs.cli.configured_keys import check_keys
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.migrations import are_pending
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.domain.errors import DomainError
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.payments import PaymentProvider
from webdev_certs.server.models import User
from webdev_certs.server.models.base import MAX_OPERATORS_TEXT
from webdev_certs.server.models.operations import AuditEntry
from webdev_certs.server.services.accounts.operators import find_account
from webdev_certs.server.services.items.bank_sync import load_configured_bank
from webdev_certs.server.services.payments.provider import configured_provider
from webdev_certs.server.services.shared.context import Context
from webdev_certs.settings import Settings, get_settings

T = TypeVar("T")
S = TypeVar("S")
R = TypeVar("R")
_NO_BANK = Bank([])
_MAX_OPERATOR = 80
Work = Callable[[Context], Awaitable[T]]
AccountWork = Callable[[Context, User], Awaitable[T]]


def check_length(_command: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """Refuse a text for which the database has no room; the callback of an option."""
    if text and len(text) > MAX_OPERATORS_TEXT:
        raise click.BadParameter(f"at most {MAX_OPERATORS_TEXT} characters")
    return text


account_argument = click.argument("account", metavar="EMAIL_OR_ID")
yes_option = click.option("--yes", is_flag=True, help="Do it without asking.")
reason_option = click.option(
    "--reason", metavar="TEXT", help="Why; kept in the operators' log.", callback=check_length
)


def ask(yes: bool, question: str) -> None:
    """Ask whether to go on, unless the command was called with --yes."""
    if not yes:
        click.confirm(question, abort=True, err=True)


def operate(action: str, subject: str, reason: str | None, work: Work[T], *, with_bank: bool = False) -> T:
    """Run work in one transaction, together with its audit entry.

    Args:
        action: The command, e.g. `certificates revoke`.
        subject: What it is about.
        reason: Why, in the operator's words.
        work: Is called with the transaction's context.
        with_bank: Whether the work needs the question bank, which takes a second to load.

    Raises:
        click.ClickException: A refusal, or the database is unavailable.
    """

    async def run(settings: Settings, database: Database) -> T:
        async with command_context(database, settings, with_bank=with_bank).transaction() as context:
            result = await work(context)
            await _record(context, action, subject, reason)
            return result

    return with_database(run)


def operate_on_account(
    action: str, account: str, reason: str | None, work: AccountWork[T], *, with_bank: bool = False
) -> T:
    """Run work about one account, as `operate`.

    Args:
        action: The command.
        account: An email or an id.
        reason: Why.
        work: Is called with the transaction's context and the account.
        with_bank: Whether the work needs the question bank, which takes a second to load.
    """

    async def run(settings: Settings, database: Database) -> T:
        async with command_context(database, settings, with_bank=with_bank).transaction() as context:
            user = await _require_account(context, account)
            result = await work(context, user)
            await _record(context, action, user.id, reason)
            return result

    return with_database(run)


def operate_on_each(
    action: str,
    subject: str,
    reason: str | None,
    find: Work[tuple[S, Sequence[T]]],
    work: Callable[[Context, S, T], Awaitable[R]],
    watch: Callable[[Sequence[T]], AbstractContextManager[Iterable[T]]],
) -> list[R]:
    """Run work on many items, each in a transaction of its own, so that the command can be repeated.

    Args:
        action: The command.
        subject: What it is about.
        reason: Why.
        find: Returns the shared subject and the items to process; its transaction writes the audit entry.
        work: Is called with a new transaction's context, the shared subject, and one item.
        watch: Iterates over the items, e.g. with a progress bar.
    """

    async def run(settings: Settings, database: Database) -> list[R]:
        outside = command_context(database, settings, with_bank=True)
        async with outside.transaction() as context:
            common, things = await find(context)
            await _record(context, action, subject, reason)
        results = []
        with watch(things) as watched:
            for thing in watched:
                async with outside.transaction() as context:
                    results.append(await work(context, common, thing))
        return results

    return with_database(run)


def with_payments(
    action: str, account: str, reason: str | None, work: Callable[[Context, User], Awaitable[T]]
) -> T:
    """Run work that calls the payment provider for one account, outside of any transaction.

    What the provider has done cannot be undone, so the audit entry `<action> (started)` is committed before
    the first call: whatever happens later, the log names who ran the command.

    Args:
        action: The command.
        account: An email or an id.
        reason: Why.
        work: Is called with a context without a transaction, and the account.
    """

    async def run(settings: Settings, database: Database) -> T:
        provider = configured_provider(settings)
        outside = command_context(database, settings, provider=provider)
        try:
            async with outside.transaction() as context:
                user = await _require_account(context, account)
                started = f"{action} (started)"
                await _record(context, started, user.id, reason)
            return await work(outside, user)
        finally:
            if provider:
                await provider.close()

    return with_database(run)


def in_transaction(work: Callable[[AsyncSession], Awaitable[T]]) -> T:
    """Run work in one transaction, without an audit entry."""

    async def run(_settings: Settings, database: Database) -> T:
        async with database.transaction() as db:
            return await work(db)

    return with_database(run)


def command_context(
    database: Database,
    settings: Settings,
    *,
    with_bank: bool = False,
    provider: PaymentProvider | None = None,
) -> Context:
    """Return the context of a command, without a transaction.

    Args:
        database: The database.
        settings: The settings.
        with_bank: Whether the command needs the question bank, which takes a second to load.
        provider: The payment provider, if the command calls it; the caller closes it.
    """
    signing_key = SigningKey.configured(settings.signing_key, settings.data_dir)
    return Context(
        database=database,
        bank=load_configured_bank(settings, signing_key) if with_bank else _NO_BANK,
        settings=settings,
        signing_key=signing_key,
        clock=database.clock,
        rng=secrets.SystemRandom(),
        configured_provider=provider,
    )


def with_database(run: Callable[[Settings, Database], Awaitable[T]], *, as_it_is: bool = False) -> T:
    """Run work with the configured database, whose time is known, in an event loop of its own.

    Args:
        run: The work.
        as_it_is: Whether the work can use a database that is damaged or lacks migrations.

    Raises:
        click.ClickException: A refusal, or the database or a key in the settings cannot be used.
    """

    async def connected() -> T:
        settings = get_settings()
        check_keys(settings)
        database = _open(settings)
        try:
            await database.clock.measure()
            if not as_it_is:
                await _require_migrations(database)
            return await run(settings, database)
        finally:
            await database.dispose()

    try:
        return asyncio.run(connected())
    except DomainError as refusal:
        raise click.ClickException(refusal.message) from None
    except DatabaseUnavailable as error:
        raise click.ClickException(f"The database does not answer: {error}") from None


def _open(settings: Settings) -> Database:
    try:
        return Database(settings.database, patience_seconds=None)
    except OSError as error:
        raise click.ClickException(f"The folder of the database cannot be made: {error}") from None


async def _require_migrations(database: Database) -> None:
    try:
        pending = await database.run(are_pending)
    except DBAPIError as error:
        raise click.ClickException(f"The database cannot be read: {error.orig}") from None
    if pending:
        name = f"The database {database.sqlite_file or ''}".rstrip()
        raise click.ClickException(f"{name} lacks migrations: run `make migrate`.")


async def _require_account(context: Context, account: str) -> User:
    user = await find_account(context.db, account)
    if user is None:
        raise click.ClickException(f"There is no account {account}.")
    return user


def _operator() -> str:
    """Return who runs the command, also behind sudo."""
    try:
        return os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):
        # In a container, the user id may have no name.
        return f"uid {os.getuid()}"


async def _record(context: Context, action: str, subject: object, reason: str | None) -> None:
    """Record a command in the operators' log, in the same transaction as its changes."""
    operator = _operator()[:_MAX_OPERATOR]
    entry = AuditEntry(at=context.now, operator=operator, action=action, subject=str(subject), reason=reason)
    context.db.add(entry)
    await context.db.flush()
