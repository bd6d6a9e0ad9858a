"""A real mail server for tests (aiosmtpd) that gives prepared answers and stores the mails it accepts."""

import asyncio
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from webdev_certs.server.gateways.mail import SmtpMailer

SENDER = "no-reply@certs.example"


@dataclass(frozen=True)
class Taken:
    """An accepted mail: its envelope, whether TLS was on, the signed-in user, and its content."""

    sender: str
    recipients: list[str]
    encrypted: bool
    user: str | None
    mail: EmailMessage

    def body(self, kind: str) -> str:
        part = self.mail.get_body((kind,))
        assert part is not None
        return part.get_content().replace("\r\n", "\n")


class MailServer:
    """A mail server on a free port of 127.0.0.1, for the duration of its `async with` block.

    Attributes:
        taken: The accepted mails.
        answers: The next answers to MAIL, RCPT and DATA; without one the server accepts.
        opened: Cleared, it delays the answer to every mail's content until it is set again.
        arrived: Set once a mail's content has arrived.
    """

    def __init__(self, *, implicit_tls: ssl.SSLContext | None = None, **options: Any) -> None:
        self.taken: list[Taken] = []
        self.answers: dict[str, list[str]] = {"MAIL": [], "RCPT": [], "DATA": []}
        self.opened = asyncio.Event()
        self.opened.set()
        self.arrived = asyncio.Event()
        self._implicit_tls = implicit_tls
        self._options = options
        self._connections: list[SMTP] = []

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()

        def connection() -> SMTP:
            smtp = SMTP(self, hostname="localhost", loop=loop, **self._options)
            self._connections.append(smtp)
            return smtp

        self._server = await loop.create_server(connection, "127.0.0.1", 0, ssl=self._implicit_tls)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._server.close()
        await self._server.wait_closed()
        self.drop_connections()

    def drop_connections(self) -> None:
        """Abort every connection without an SMTP answer."""
        for smtp in self._connections:
            if isinstance(smtp.transport, asyncio.WriteTransport):
                smtp.transport.abort()

    def mailer(self, **options: Any) -> SmtpMailer:
        """Create a mailer for this server, by default without encryption."""
        settings: dict[str, Any] = {"security": "none", "sender": SENDER, "answer_seconds": 5}
        return SmtpMailer("localhost", self.port, **settings | options)

    async def handle_MAIL(
        self, _server: SMTP, _session: Session, envelope: Envelope, email: str, options: list[str]
    ) -> str:
        envelope.mail_from = email
        envelope.mail_options.extend(options)
        return self._answer("MAIL")

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, email: str, _options: list[str]
    ) -> str:
        answer = self._answer("RCPT")
        if answer.startswith("2"):
            envelope.rcpt_tos.append(email)
        return answer

    async def handle_DATA(self, _server: SMTP, session: Session, envelope: Envelope) -> str:
        self.arrived.set()
        await self.opened.wait()
        answer = self._answer("DATA")
        if answer.startswith("2"):
            assert isinstance(envelope.content, bytes)
            user = session.auth_data.login.decode() if session.auth_data else None
            mail = message_from_bytes(envelope.content, policy=policy.default)
            encrypted = session.ssl is not None or self._implicit_tls is not None
            self.taken.append(Taken(envelope.mail_from or "", envelope.rcpt_tos, encrypted, user, mail))
        return answer

    def _answer(self, command: str) -> str:
        return self.answers[command].pop(0) if self.answers[command] else "250 2.0.0 OK"


def only(user: str, password: str):
    """Return an authenticator that accepts one user and password."""

    def authenticate(_server: SMTP, _session: Session, _envelope: Envelope, _method: str, data: object):
        right = data == LoginPassword(user.encode(), password.encode())
        return AuthResult(success=right, auth_data=data, handled=False)

    return authenticate


@dataclass(frozen=True)
class Certificates:
    """A server's certificate for `localhost`, and clients that trust it."""

    server: ssl.SSLContext
    client: ssl.SSLContext


def make_certificates(folder: Path, name: str = "localhost") -> Certificates:
    """Create a key and a self-signed certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    private = serialization.PrivateFormat.PKCS8
    (folder / "key.pem").write_bytes(key.private_bytes(encoding, private, serialization.NoEncryption()))
    (folder / "cert.pem").write_bytes(certificate.public_bytes(encoding))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return Certificates(server, ssl.create_default_context(cafile=str(folder / "cert.pem")))
