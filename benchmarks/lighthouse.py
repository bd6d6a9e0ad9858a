"""Lighthouse scores, on a slow phone, of the pages that new visitors see first."""

import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.browser import FLAGS, find_browser
from benchmarks.figures import show
from benchmarks.product import CACHE, ORIGIN, Unmeasurable, run

_VERSION = "13.5.0"
_FOLDER = CACHE / f"lighthouse-{_VERSION}"
_TARGETS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
_RUNS = 3
_TRIES = 3
"""Sometimes, more often on a busy machine, the browser's trace lacks its beginning."""


def measure(certificate_number: str) -> None:
    """Show the scores of the pages, from 0 to 100, each the median of three runs.

    Args:
        certificate_number: The number of the valid certificate whose page is measured.
    """
    program = _install()
    pages = {"home": "/", "login": "/auth/login", "verify": f"/verify/{certificate_number}"}
    for page, path in pages.items():
        runs = [_scores(program, ORIGIN + path) for _ in range(_RUNS)]
        for category, target in _TARGETS.items():
            score = statistics.median(scores[category] for scores in runs)
            show(f"lighthouse_{page}_{category}", score, target, "higher")


def _install() -> Path:
    program = _FOLDER / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        _FOLDER.mkdir(exist_ok=True)
        options = ["--prefix", _FOLDER, "--ignore-scripts", "--no-audit", "--no-fund"]
        run(["npm", "install", *options, f"lighthouse@{_VERSION}"], cwd=_FOLDER)
    return program


def _scores(program: Path, url: str) -> dict[str, float]:
    """Return the score of each category in one run, from 0 to 100."""
    command = [
        program,
        url,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(_TARGETS)}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
    ]
    report = _report(command)
    if "runtimeError" in report:
        raise Unmeasurable(f"Lighthouse cannot open {url}: {report['runtimeError']['message']}")
    return {name: report["categories"][name]["score"] * 100 for name in _TARGETS}


def _report(command: Sequence[str | Path]) -> dict[str, Any]:
    for _ in range(_TRIES - 1):
        try:
            return json.loads(run(command, CHROME_PATH=find_browser()))
        except Unmeasurable as failure:
            if "NO_NAVSTART" not in str(failure):
                raise
    return json.loads(run(command, CHROME_PATH=find_browser()))
