"""Runs fakellm without its pauses of 10 ms after each word, which make an answer of a page take seconds."""

import asyncio
from types import SimpleNamespace
from typing import Any

from fakellm import cli, streaming


async def _no_pause(_seconds: float) -> None:
    await asyncio.sleep(0)


if __name__ == "__main__":
    module: Any = streaming
    module.asyncio = SimpleNamespace(sleep=_no_pause)
    cli.main()
