"""Compose the mail server and its pages."""

from pathlib import Path
from types import TracebackType
from typing import Self

from starlette.types import ASGIApp

from webdev_certs.sandbox.mail.app import create_app
from webdev_certs.sandbox.mail.server import SmtpServer
from webdev_certs.sandbox.mail.store import MailStore
from webdev_certs.shared.clock import Clock, utc_now


class MailSandbox:
    """An SMTP server that receives mails while its `async with` block runs.

    Attributes:
        app: The pages with the mails; can be mounted at any path.
        port: The SMTP port on 127.0.0.1, known before the server starts.
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
    """Create the sandbox.

    Args:
        data_file: The file that stores the mails; None keeps them in memory.
        clock: The clock.
    """
    return MailSandbox(MailStore(data_file), clock)
