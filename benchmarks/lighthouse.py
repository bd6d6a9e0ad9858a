"""Lighthouse on a slow phone: scores, layout shift, and the largest paint beside a bare Reflex page's."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import bare_page
from benchmarks.browser import find_browser, running_browser
from benchmarks.figures import show
from benchmarks.product import CACHE, DATA, ORIGIN, PORT, Unmeasurable, run
from tests.e2e.journeys import login_storage
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product

_VERSION = "13.5.0"
_FOLDER = CACHE / f"lighthouse-{_VERSION}"
_TARGETS = {"performance": 97, "accessibility": 100, "best-practices": 100, "seo": 100}
_SHIFT, _PAINT = 0.02, 1.15
_RUNS = 3
_TRIES = 3
"""Sometimes, more often on a busy machine, the browser's trace lacks its beginning."""


@dataclass(frozen=True)
class _Page:
    """A page to measure."""

    name: str
    path: str
    is_public: bool = True


@dataclass(frozen=True)
class _Report:
    """What Lighthouse found in one run."""

    scores: dict[str, float]
    """Category → score, from 0 to 100."""
    shift: float
    paint: float
    """The largest paint, in milliseconds."""


def measure(certificate_number: str) -> None:
    """Show the figures of the pages, each the median of three runs, and of seven for the bare page.

    Args:
        certificate_number: The number of the valid certificate whose page is measured.
    """
    program = _install()
    product = Product(PORT, DATA, f"sqlite+aiosqlite:///{DATA / 'webdev-certs.db'}")
    learner = ApiLearner.register(product, "Ada Lovelace", "lighthouse@example.com")
    passed = learner.take_exam("vue", right=True)
    learner.practice("react", wrong=(2, 5))
    learner.start_exam("react")
    pages = [
        _Page("home", "/"),
        _Page("technology", "/certifications/react"),
        _Page("login", "/auth/login"),
        _Page("verify", f"/verify/{certificate_number}"),
        _Page("overview", "/dashboard/overview", is_public=False),
        _Page("exam", "/test/react", is_public=False),
        _Page("result", f"/test-results/{passed}", is_public=False),
    ]
    paints: dict[str, float] = {}
    bare_paints: list[float] = []
    with bare_page.served() as bare:
        for page in pages:
            # Measure the bare page again before each page: its paints and the speed of the machine vary.
            bare_paints.append(_report(program, bare, {}).paint)
            storage = {} if page.is_public else login_storage(learner.tokens)
            reports = [_report(program, ORIGIN + page.path, storage) for _ in range(_RUNS)]
            _show(page, reports)
            paints[page.name] = statistics.median(report.paint for report in reports)
    for name, paint in paints.items():
        ratio = paint / statistics.median(bare_paints)
        show(f"lighthouse_{name}_largest_paint_ratio", ratio, _PAINT, "lower")


def _show(page: _Page, reports: Sequence[_Report]) -> None:
    for category, target in _TARGETS.items():
        # Pages of signed-in users are not for search engines.
        if page.is_public or category != "seo":
            score = statistics.median(report.scores[category] for report in reports)
            show(f"lighthouse_{page.name}_{category}", score, target, "higher")
    shift = statistics.median(report.shift for report in reports)
    show(f"lighthouse_{page.name}_layout_shift", shift, _SHIFT, "lower")


def _install() -> Path:
    program = _FOLDER / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        _FOLDER.mkdir(exist_ok=True)
        options = ["--prefix", _FOLDER, "--ignore-scripts", "--no-audit", "--no-fund"]
        run(["npm", "install", *options, f"lighthouse@{_VERSION}"], cwd=_FOLDER)
    return program


def _report(program: Path, url: str, storage: dict[str, str]) -> _Report:
    """Run Lighthouse once, in a new browser with these entries in local storage."""
    for _ in range(_TRIES - 1):
        try:
            return _run(program, url, storage)
        except Unmeasurable as failure:
            if "NO_NAVSTART" not in str(failure):
                raise
    return _run(program, url, storage)


def _run(program: Path, url: str, storage: dict[str, str]) -> _Report:
    with running_browser(ORIGIN, storage) as port:
        command = [
            program,
            url,
            "--quiet",
            "--output=json",
            f"--only-categories={','.join(_TARGETS)}",
            f"--port={port}",
            # Keeps the tokens in local storage. The browser is new, so nothing else is stored.
            "--disable-storage-reset",
        ]
        report: dict[str, Any] = json.loads(run(command, CHROME_PATH=find_browser()))
    if "runtimeError" in report:
        raise Unmeasurable(f"Lighthouse cannot open {url}: {report['runtimeError']['message']}")
    audits = report["audits"]
    return _Report(
        {name: report["categories"][name]["score"] * 100 for name in _TARGETS},
        audits["cumulative-layout-shift"]["numericValue"],
        audits["largest-contentful-paint"]["numericValue"],
    )
