"""Google and GitHub, emulated by npm `emulate` under their real host names."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.contract.programs import npm_package, running
from tests.contract.supabase.browser import all_people
from tests.contract.supabase.proxy import Proxy, run_proxy
from tests.ports import free_port

CLIENT_ID = "webdev-certs"
CLIENT_SECRET = "as registered with both"
GOOGLE = "https://accounts.google.com"
GITHUB = "https://github.com"


@contextmanager
def providers(callback: str, folder: Path) -> Iterator[Proxy]:
    """Run both providers with one client and the accounts of `browser.all_people`.

    Args:
        callback: The only redirect URL of the client.
        folder: A folder for files.

    Raises:
        Unavailable: `emulate` cannot be installed.
    """
    client = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "redirect_uris": [callback]}
    people = all_people()
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
        # GitHub's emails are always verified.
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
        with run_proxy(hosts, folder) as proxy:
            yield proxy


@contextmanager
def _emulate(service: str, seed: dict[str, Any], folder: Path) -> Iterator[int]:
    program = npm_package("emulate") / "dist" / "index.js"
    file = folder / f"{service}.json"
    file.write_text(json.dumps({service: seed}))
    port = free_port()
    arguments = ["start", "-s", service, "-p", str(port), "--seed", str(file)]
    with running(["node", str(program), *arguments], port):
        yield port
