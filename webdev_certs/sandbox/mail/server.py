"""The sandbox's SMTP server (RFC 5321), together with the pages that show its mails."""

import asyncio
import socket
from pathlib import Path
from types import TracebackType
from typing import Self
from weakref import WeakSet

from aiosmtpd.smtp import SMTP, Envelope, Session
from starlette.types import ASGIApp

from webdev_certs.sandbox.mail.mailbox import MailStore, read_mail
from webdev_certs.sandbox.mail.pages import create_app
from webdev_certs.shared.clock import Clock, utc_now

HOST = "127.0.0.1"


class MailSandbox:
    """An SMTP server that accepts every mail from this machine while its `async with` block runs.

    Attributes:
        app: The pages with the mails; can be mounted at any path.
        port: The SMTP port on 127.0.0.1, known before the server starts.
    """

    def __init__(self, data_file: Path | None, *, port: int = 0, clock: Clock = utc_now) -> None:
        """Take the port.

        Args:
            data_file: The file that stores the mails; None keeps them in memory.
            port: The SMTP port; 0 for a free one.
            clock: The clock.

        Raises:
            OSError: Another process has the port.
        """
        store = MailStore(data_file)
        self.app: ASGIApp = create_app(store)
        self._handler = _Handler(store, clock)
        # Bound now, because the port must be known before the server starts. The protocol is named because
        # only then asyncio turns off Nagle's algorithm, which would cost 40 ms a mail.
        self._socket = socket.socket(proto=socket.IPPROTO_TCP)
        # Connections that have just ended do not keep the port.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind((HOST, port))
        self.port: int = self._socket.getsockname()[1]
        self._server: asyncio.Server | None = None
        self._connections: WeakSet[SMTP] = WeakSet()

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()

        def connection() -> SMTP:
            smtp = SMTP(
                self._handler,
                enable_SMTPUTF8=True,
                hostname="localhost",
                ident="WebDev Certs mail sandbox",
                loop=loop,
            )
            self._connections.add(smtp)
            return smtp

        self._server = await loop.create_server(connection, sock=self._socket)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
        for smtp in self._connections:
            if isinstance(smtp.transport, asyncio.WriteTransport):
                smtp.transport.abort()


class _Handler:
    def __init__(self, store: MailStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        await self._store.add(
            read_mail(
                content,
                mail_id=self._store.next_id,
                received_at=self._clock(),
                sender=envelope.mail_from or "",
                recipients=envelope.rcpt_tos,
            )
        )
        return "250 2.0.0 Stored in the sandbox"
