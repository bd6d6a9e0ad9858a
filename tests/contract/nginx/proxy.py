"""A real nginx with the files in deploy/nginx, in which only ports and paths are replaced."""

import shutil
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT
from tests.contract.programs import Unavailable, free_port, running, skip_unless_required
from tests.smtp import make_certificates

_FILES = ROOT / "deploy" / "nginx"
_WORKERS = "worker_processes 1;\ndaemon off;\nmaster_process off;\n"


@dataclass(frozen=True)
class Proxy:
    """A running nginx.

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
        replaced: What the file has once → what it is here, such as the servers.
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
        assert block.count(shipped) == 1, f"{file} does not have {shipped} once"
        block = block.replace(shipped, here)
    temporary = "\n".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"{_WORKERS}pid {folder}/nginx.pid;\nevents {{}}\nhttp {{\n{temporary}\n{block}\n}}\n"
    )
    command = [program, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "error.log")]
    with running(command, own):
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
