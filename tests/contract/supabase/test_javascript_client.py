"""The official JavaScript client, in Node."""

import asyncio
import json
import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.contract.supabase.browser import somebody, visit
from tests.contract.supabase.servers import RETURN_URL, AuthServer
from tests.locks import locked

VERSION = "2.119.1"
SCRIPT = Path(__file__).with_name("sign_in.mjs")
_INSTALL_SECONDS = 120
_SIGN_IN_SECONDS = 30


@pytest.fixture(scope="session")
def installed() -> Path:
    """Install the client into the user's cache, once for each version, and return the folder."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webdev-certs"
    folder = cache / f"auth-js-{VERSION}"
    with locked(cache):
        if not folder.exists():
            draft = Path(tempfile.mkdtemp(dir=cache))
            (draft / "package.json").write_text("{}")
            command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
            subprocess.run(
                [*command, f"@supabase/auth-js@{VERSION}"], cwd=draft, check=True, timeout=_INSTALL_SECONDS
            )
            draft.rename(folder)
    return folder


async def test_a_full_sign_in_refresh_and_sign_out(auth: AuthServer, installed: Path):
    person = somebody()
    process = await asyncio.create_subprocess_exec(
        *("node", SCRIPT, installed, auth.url, RETURN_URL),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    async with asyncio.timeout(_SIGN_IN_SECONDS):
        start = (await process.stdout.readline()).decode().strip()
        came_back = await visit(start, person) if start else ""
        output, complaints = await process.communicate(f"{came_back}\n".encode())
    assert process.returncode == 0, complaints.decode()
    result = json.loads(output)
    user_id = result["user"].pop("id")
    assert result == {
        "user": {"email": person.email, "full_name": "Ada Lovelace"},
        "claims": {"sub": user_id, "iss": auth.url, "aud": "authenticated", "alg": "ES256"},
        "rotated": True,
        "forged": {"name": "AuthApiError", "code": "bad_jwt"},
        # The client's error for `session_not_found`, after which it signs itself out a second time.
        "ended": {"name": "AuthSessionMissingError"},
        "left": None,
        "events": ["INITIAL_SESSION", "SIGNED_IN", "TOKEN_REFRESHED", "SIGNED_OUT", "SIGNED_OUT"],
        "kept": [],
    }
