"""The official JavaScript client makes the same journey, in Node."""

import asyncio
import json
import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.contract.supabase.browser import somebody, visit
from tests.contract.supabase.servers import RETURN_URL, AuthServer
from tests.locks import alone

VERSION = "2.119.1"
JOURNEY = Path(__file__).with_name("journey.mjs")
_INSTALL_SECONDS = 120
_JOURNEY_SECONDS = 30


@pytest.fixture(scope="session")
def installed() -> Path:
    """The folder that the client is installed in: one of the user's, made once for each version."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webdev-certs"
    folder = cache / f"auth-js-{VERSION}"
    with alone(cache):
        if not folder.exists():
            draft = Path(tempfile.mkdtemp(dir=cache))
            (draft / "package.json").write_text("{}")
            command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
            subprocess.run(
                [*command, f"@supabase/auth-js@{VERSION}"], cwd=draft, check=True, timeout=_INSTALL_SECONDS
            )
            draft.rename(folder)
    return folder


async def test_the_whole_journey(auth: AuthServer, installed: Path):
    person = somebody()
    process = await asyncio.create_subprocess_exec(
        *("node", JOURNEY, installed, auth.url, RETURN_URL),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    async with asyncio.timeout(_JOURNEY_SECONDS):
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
        # What the client makes of `session_not_found`; it signs itself out once more then.
        "ended": {"name": "AuthSessionMissingError"},
        "left": None,
        "events": ["INITIAL_SESSION", "SIGNED_IN", "TOKEN_REFRESHED", "SIGNED_OUT", "SIGNED_OUT"],
        "kept": [],
    }
