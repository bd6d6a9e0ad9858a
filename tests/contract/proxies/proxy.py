"""Real proxies with the files in deploy/nginx and deploy/caddy; only ports and paths are replaced."""

import shutil
import socket
import ssl
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT
from tests.contract.programs import Unavailable, free_port, running, skip_unless_required
from tests.smtp import make_certificates
from tests.waiting import block_until

_FILES = ROOT / "deploy" / "nginx"
CADDY = Path(sys.executable).parent / "caddy"
CADDYFILE = ROOT / "deploy" / "caddy" / "Caddyfile"
_WORKERS = "worker_processes 1;\ndaemon off;\nmaster_process off;\n"


@dataclass(frozen=True)
class Proxy:
    """A running proxy.

    Attributes:
        port: Its port on `localhost`, for TLS.
        plain_port: Its port without TLS.
        trust: TLS settings that accept its certificate.
        access_log: The file that it logs requests to.
    """

    port: int
    plain_port: int
    trust: ssl.SSLContext
    access_log: Path


@contextmanager
def nginx(file: str, replaced: Mapping[str, str], folder: Path) -> Iterator[Proxy]:
    """Run nginx with a file of deploy/nginx for the duration of the block.

    Args:
        file: The name of the file.
        replaced: What the file has → what it is here, such as the servers.
        folder: Where nginx may write.
    """
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if not program:
        skip_unless_required("nginx", Unavailable("it is not installed"))
    own, plain, log = free_port(), free_port(), folder / "access.log"
    certificates = make_certificates(folder)
    block = (_FILES / file).read_text().replace("/etc/nginx/webdev-certs.inc", f"{_FILES}/webdev-certs.inc")
    for shipped, here in {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{own} ssl",
        "/etc/ssl/certs.example/fullchain.pem": str(folder / "cert.pem"),
        "/etc/ssl/certs.example/privkey.pem": str(folder / "key.pem"),
        "/var/log/nginx/certs.example.log": str(log),
        **replaced,
    }.items():
        assert shipped in block, f"{file} does not have {shipped}"
        block = block.replace(shipped, here)
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"{_WORKERS}pid {folder}/nginx.pid;\nevents {{}}\nhttp {{\n{temporary}\n{block}\n}}\n"
    )
    command = [program, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "error.log")]
    with running(command, plain):
        yield Proxy(own, plain, certificates.client, log)


def split(pages: str, api: str, door: int) -> dict[str, str]:
    """Return what to replace in webdev-certs-split.conf to have one process of each kind on this machine.

    Args:
        pages: The IP address and port of the process that serves the pages.
        api: Those of the process that serves the API.
        door: The port at which the process of the pages calls the API.
    """
    return {
        "server 10.0.0.11:8000": f"server {pages}",
        "server 10.0.0.12:8000": f"server {pages}",
        "server 10.0.0.21:8000": f"server {api}",
        "server 10.0.0.22:8000": f"server {api}",
        "listen 10.0.0.1:8080": f"listen 127.0.0.1:{door}",
        "allow 10.0.0.11": "allow 127.0.0.1",
        "allow 10.0.0.12;": "",
    }


@contextmanager
def caddy(servers: Sequence[str], folder: Path) -> Iterator[Proxy]:
    """Run Caddy with its file for the duration of the block.

    Args:
        servers: The IP addresses and ports of the processes.
        folder: Where Caddy may write.
    """
    own, plain, log = free_port(), free_port(), folder / "access.log"
    settings = {
        "PUBLIC_URL": f"https://localhost:{own}",
        "UPSTREAMS": " ".join(servers),
        "HTTP_PORT": str(plain),
        "ACCESS_LOG": f"file {log}",
        "CADDY_ADMIN": f"localhost:{free_port()}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = [str(CADDY), "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"]
    authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    with running(command, own, settings):
        block_until(lambda: _has_certificate(own, authority), lambda: "Caddy makes no certificate")
        yield Proxy(own, plain, ssl.create_default_context(cafile=authority), log)


def _has_certificate(port: int, authority: Path) -> bool:
    """Return whether Caddy has made its certificates, which it does after it has begun to listen."""
    try:
        trust = ssl.create_default_context(cafile=authority)
        with socket.create_connection(("localhost", port)) as connection:
            trust.wrap_socket(connection, server_hostname="localhost").close()
    except OSError:
        return False
    return True
