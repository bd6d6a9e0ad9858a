"""An HTTPS proxy that serves some host names from programs on this machine, with its own certificate."""

import asyncio
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from webdev_certs.shared.clock import utc_now


@dataclass(frozen=True)
class Proxy:
    """How programs use the proxy.

    Attributes:
        url: The URL of the HTTPS proxy (RFC 9110 §9.3.6). Other hosts cannot be reached through it.
        certificate: The file with the certificate to trust.
    """

    url: str
    certificate: Path


@contextmanager
def run_proxy(hosts: Mapping[str, int], folder: Path) -> Iterator[Proxy]:
    """Run a proxy for the duration of the block.

    Args:
        hosts: For each host name the port of the program that serves it by plain HTTP on 127.0.0.1.
        folder: A folder for the certificate and its key.
    """
    certificate = folder / "certificate.pem"
    tls = _identity(list(hosts), certificate, folder / "key.pem")
    loop = asyncio.new_event_loop()
    handler = _Handler(hosts, tls)
    server = loop.run_until_complete(asyncio.start_server(handler.serve, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield Proxy(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", certificate)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(_end(server))
        loop.close()


async def _end(server: asyncio.Server) -> None:
    server.close()
    serving = asyncio.all_tasks() - {asyncio.current_task()}
    for task in serving:
        task.cancel()
    await asyncio.gather(*serving, return_exceptions=True)
    await server.wait_closed()


class _Handler:
    """Accepts `CONNECT` for a host, decrypts the connection and forwards it to the host's program."""

    def __init__(self, hosts: Mapping[str, int], tls: ssl.SSLContext) -> None:
        self._hosts = hosts
        self._tls = tls

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, _ = head.decode().split(" ", 2)
        port = self._hosts.get(target.removesuffix(":443"))
        if method != "CONNECT" or port is None:
            writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
            writer.close()
            return
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await writer.start_tls(self._tls)
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            await asyncio.gather(_forward(reader, inner_writer), _forward(inner_reader, writer))
        except ConnectionError:
            # One side has closed its connection; `finally` closes the other.
            pass
        finally:
            writer.transport.abort()
            inner_writer.transport.abort()


async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while part := await reader.read(65_536):
        writer.write(part)
        await writer.drain()
    writer.close()


def _identity(names: list[str], certificate: Path, key: Path) -> ssl.SSLContext:
    """Create a self-signed certificate for these host names."""
    private = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, names[0])])
    now = utc_now()
    signed = (
        x509.CertificateBuilder(subject, subject, private.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(private, hashes.SHA256())
    )
    certificate.write_bytes(signed.public_bytes(Encoding.PEM))
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    return tls
