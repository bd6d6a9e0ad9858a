"""A real nginx with the configuration that docs/operations.md gives operators."""

import re
import shutil
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT
from tests.contract.programs import Unavailable, free_port, running, skip_unless_required
from tests.smtp import make_certificates

_DOCUMENT = ROOT / "docs" / "operations.md"
_WORKERS = "worker_processes 1;\ndaemon off;\nmaster_process off;\n"


@dataclass(frozen=True)
class Proxy:
    """A running nginx.

    Attributes:
        port: Its port on `localhost`, for TLS.
        trust: TLS settings that accept its certificate.
        access_log: The file that it logs requests to.
    """

    port: int
    trust: ssl.SSLContext
    access_log: Path


def documented_block() -> str:
    """Return the nginx configuration of docs/operations.md."""
    (block,) = re.findall(r"^```nginx\n(.*?)^```$", _DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)
    return block


@contextmanager
def nginx_before(port: int, folder: Path) -> Iterator[Proxy]:
    """Run nginx with the documented block before the server on `port`; only ports and paths are replaced."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if not program:
        skip_unless_required("nginx", Unavailable("it is not installed"))
    own, log = free_port(), folder / "access.log"
    certificates = make_certificates(folder)
    block = documented_block()
    for documented, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{own} ssl"),
        ("server 127.0.0.1:8000", f"server 127.0.0.1:{port}"),
        ("/etc/ssl/certs.example/fullchain.pem", str(folder / "cert.pem")),
        ("/etc/ssl/certs.example/privkey.pem", str(folder / "key.pem")),
        ("/var/log/nginx/certs.example.log", str(log)),
    ):
        assert block.count(documented) == 1, f"the documented block has no {documented}"
        block = block.replace(documented, here)
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"{_WORKERS}pid {folder}/nginx.pid;\nevents {{}}\nhttp {{\n{temporary}\n{block}\n}}\n"
    )
    command = [program, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "error.log")]
    with running(command, own):
        yield Proxy(own, certificates.client, log)
