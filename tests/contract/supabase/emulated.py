"""Google and GitHub, played by npm `emulate` under their own names: auth servers need no other setting."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.contract.programs import npm_package, running
from tests.contract.supabase.browser import everybody
from tests.contract.supabase.proxy import Internet, internet
from tests.ports import free_port

CLIENT_ID = "webdev-certs"
CLIENT_SECRET = "as registered with both"
GOOGLE = "https://accounts.google.com"
GITHUB = "https://github.com"


@contextmanager
def providers(callback: str, folder: Path) -> Iterator[Internet]:
    """Runs both, with everybody of `browser.everybody` registered and one client.

    Args:
        callback: the one address that the client may be returned to.
        folder: for files.

    Raises:
        Absent: `emulate` cannot be installed.
    """
    client = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "redirect_uris": [callback]}
    people = everybody()
    google = {
        "baseUrl": GOOGLE,
        "users": [
            {"email": person.email, "name": person.name, "email_verified": person.email_verified}
            for person in people
        ],
        "oauth_clients": [{**client, "name": "WebDev Certs"}],
    }
    github = {
        "baseUrl": GITHUB,
        # Its addresses are always verified.
        "users": [
            {"login": person.login, "email": person.email, "name": person.name}
            for person in people
            if person.email_verified
        ],
        "oauth_apps": [{**client, "name": "WebDev Certs"}],
    }
    with _emulate("google", google, folder) as google_port, _emulate("github", github, folder) as github_port:
        hosts = {
            "accounts.google.com": google_port,
            "github.com": github_port,
            "api.github.com": github_port,
        }
        with internet(hosts, folder) as way:
            yield way


@contextmanager
def _emulate(service: str, seed: dict[str, Any], folder: Path) -> Iterator[int]:
    program = npm_package("emulate") / "dist" / "index.js"
    file = folder / f"{service}.json"
    file.write_text(json.dumps({service: seed}))
    port = free_port()
    arguments = ["start", "-s", service, "-p", str(port), "--seed", str(file)]
    with running(["node", str(program), *arguments], port):
        yield port
