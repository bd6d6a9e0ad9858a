"""The commands and scripts of docs/certificates.md, run as they are written there."""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT
from tests.contract.badges.conftest import Issuer
from tests.contract.programs import program_environment
from webdev_certs.server.domain.open_badges import did_web

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BLOCKS = _BLOCK.findall((ROOT / "docs" / "certificates.md").read_text())
_SECONDS = 120


@dataclass(frozen=True)
class Outcome:
    succeeded: bool
    output: str
    """What it printed, errors too."""


def block(language: str, containing: str) -> str:
    """Return the only block in a language that contains a text."""
    (found,) = [text for name, text in _BLOCKS if name == language and containing in text]
    return found


async def run(containing: str, issuer: Issuer, folder: Path, **variables: str) -> Outcome:
    """Run the only command that contains a text, in a folder, with the shell variables of the document."""
    process = await asyncio.create_subprocess_exec(
        *("sh", "-euc", block("sh", containing)),
        cwd=folder,
        env={
            **program_environment(),
            "ORIGIN": issuer.origin,
            "NUMBER": issuer.number,
            "ISSUER": did_web(issuer.origin),
            # Only these programs trust the test's server.
            "NODE_EXTRA_CA_CERTS": str(issuer.tls.certificate),
            "CURL_CA_BUNDLE": str(issuer.tls.certificate),
            **variables,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(_SECONDS):
        output, _ = await process.communicate()
    return Outcome(process.returncode == 0, output.decode())
