"""The mail server and its pages, put together."""

from pathlib import Path
from types import TracebackType
from typing import Self

from starlette.types import ASGIApp

from webdev_certs.sandbox.clock import Clock, utc_now
from webdev_certs.sandbox.mail.app import create_app
from webdev_certs.sandbox.mail.server import SmtpServer
from webdev_certs.sandbox.mail.store import MailStore


class MailSandbox:
    """Takes mails as an SMTP server for as long as its block lasts.

    Attributes:
        app: the pages that show them, to be mounted anywhere.
        port: where it listens for SMTP on 127.0.0.1; known from the beginning.
    """

    def __init__(self, store: MailStore, clock: Clock) -> None:
        self._server = SmtpServer(store, clock)
        self.port = self._server.port
        self.app: ASGIApp = create_app(store)

    async def __aenter__(self) -> Self:
        await self._server.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._server.stop()


def create_mail_sandbox(data_file: Path | None, *, clock: Clock = utc_now) -> MailSandbox:
    """Makes a sandbox.

    Args:
        data_file: where the mails survive a restart; None keeps them in memory alone.
        clock: the time at which mails come in.
    """
    return MailSandbox(MailStore(data_file), clock)
