"""`python -m benchmarks.pictures`: a picture of every route and state, for people to look at.

They are written to `.pictures`, at 390 and 1280 px, light and dark, in a folder for each
language; German, whose words are longer, also at 320 px. With a word, only the states are taken
whose names contain it: `python -m benchmarks.pictures verify`. With `--readme`, the few pictures of
the README are written to `docs/images` instead.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from itertools import product as combinations
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from benchmarks.browser import FLAGS, find_browser
from benchmarks.product import DATA, ORIGIN, PORT, ROOT, Unmeasurable, prepare, served
from tests.e2e.axe import STILL
from tests.e2e.holding import hold_data
from tests.e2e.pictured import Shot, shots
from tests.e2e.pictured.cast import Cast
from tests.e2e.product import OPERATOR, Product
from tests.e2e.scenes import (
    VIEWERS,
    Scene,
    Stage,
    open_failing,
    open_loading,
    open_offline,
    open_scene,
    scenes,
)
from tests.e2e.scenes import prepare as prepare_stage
from tests.factories import generous_limits
from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE

_ALL = ROOT / ".pictures"
_README = ROOT / "docs" / "images"
_HEIGHTS = {320: 640, 390: 844, 1280: 800}
_WIDTHS = (390, 1280)
_NARROWEST = 320
_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_README_PICTURES = {
    "home": "home",
    "result": "result-passed",
    "certificate": "verify-valid",
}
"""Name of the file → scene."""
_README_BYTES = 150_000
_PATIENCE = 60_000


def main(word: str = "", *, only_readme: bool = False) -> int:
    """Take the pictures; return 1 if some cannot be taken.

    Args:
        word: What the names of the states contain that are wanted.
        only_readme: Whether to take only those of the README.
    """
    # Many accounts are registered from one address.
    os.environ["LIMITS"] = generous_limits().model_dump_json()
    # They answer at once.
    os.environ["HOLD_ATTEMPTS"] = "false"
    # Their tokens are never refreshed, and a run takes longer than they are valid.
    os.environ["ACCESS_TOKEN_MINUTES"] = "600"
    # With all pages.
    os.environ |= OPERATOR
    missing: list[str] = []
    try:
        prepare()
        with served():
            product = Product(PORT, DATA, f"sqlite+aiosqlite:///{DATA / 'webdev-certs.db'}")
            stage = prepare_stage(product, "pictures")
            # It starts Playwright itself, which cannot run inside another one.
            chromium = find_browser()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
                expect.set_options(timeout=_PATIENCE)
                if only_readme:
                    _for_readme(browser, stage)
                else:
                    if not word:
                        shutil.rmtree(_ALL, ignore_errors=True)
                    missing = _all(browser, stage, product, word)
                browser.close()
    except Unmeasurable as reason:
        print(reason, file=sys.stderr)
        return 1
    return 1 if missing else 0


def _all(browser: Browser, stage: Stage, product: Product, word: str) -> list[str]:
    """Take pictures of every state whose name contains the word; return what could not be taken."""
    cast, missing = Cast(product), list[str]()
    for language in LANGUAGES:
        for viewer in VIEWERS:
            shown = [scene for scene in scenes(stage) if scene.viewer == viewer and word in scene.name]
            with _window(browser, stage.storage(viewer)) as page:
                for scene in shown:
                    _take(page, scene.name, partial(open_scene, page, scene, language), language)
        for shot in shots(cast):
            if word in shot.name:
                missing += _attempt(browser, shot, language)
    _troubled(browser, stage, product, word)
    return missing


def _attempt(browser: Browser, shot: Shot, language: str) -> list[str]:
    """Take pictures of a state, and return its name if it cannot be reached, so that the others are taken."""
    try:
        with _window(browser, shot.storage()) as page:
            widths = (shot.width,) if shot.width else _WIDTHS
            _take(page, shot.name, lambda: shot.open(page, language), language, widths, window=shot.window)
    except (AssertionError, Error) as reason:
        print(f"{language}/{shot.name} is missing: {reason}", file=sys.stderr, flush=True)
        return [shot.name]
    return []


def _troubled(browser: Browser, stage: Stage, product: Product, word: str) -> None:
    """Take pictures of a learner's scenes while their data is loading, cannot be loaded, or is offline.

    Each in a tab of its own, because the server keeps what a tab has loaded.
    """
    learners = [scene for scene in scenes(stage) if scene.viewer == "learner"]
    # Learners who have paid see so at once.
    shown = [scene for scene in learners if not scene.route.startswith("/payment")]
    views = [scene for scene in shown if scene.route.startswith("/dashboard/")]

    def take(scene: Scene, state: str, open_page: Callable[[Page, Scene], None]) -> None:
        name = f"{scene.name}-{state}"
        if word not in name:
            return
        with _window(browser, stage.storage("learner")) as page:
            if state == "loading":
                hold_data(page)
            _take(page, name, lambda: open_page(page, scene))

    for scene in shown:
        take(scene, "loading", open_loading)
    for scene in views:
        take(scene, "offline", open_offline)
    with product.without_table("practice_sessions"), product.without_table("payments"):
        for scene in views:
            take(scene, "failing", open_failing)


def _take(
    page: Page,
    name: str,
    open_page: Callable[[], None],
    language: str = SOURCE_LANGUAGE,
    widths: Sequence[int] = _WIDTHS,
    *,
    window: bool = False,
) -> None:
    """Open a page and take its pictures.

    Args:
        page: A window.
        name: The beginning of the files' names.
        open_page: Opens the page in the window.
        language: The language of the page.
        widths: The widths of the pictures. The page is opened at the last one.
        window: Whether the pictures show the window, not the whole page.
    """
    file = _ALL / language / name
    file.parent.mkdir(parents=True, exist_ok=True)
    page.set_viewport_size({"width": widths[-1], "height": _HEIGHTS[widths[-1]]})
    open_page()
    settings = list(combinations(widths, _SCHEMES))
    if language != SOURCE_LANGUAGE and _WIDTHS[0] in widths:
        settings.insert(0, (_NARROWEST, "light"))
    for width, scheme in settings:
        _dress(page, width, _HEIGHTS[width], scheme)
        page.screenshot(path=f"{file}-{width}-{scheme}.png", full_page=not window)
    print(file.relative_to(_ALL), flush=True)


def _dress(page: Page, width: int, height: int, scheme: Literal["light", "dark"]) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_function("(scheme) => document.documentElement.classList.contains(scheme)", arg=scheme)
    page.evaluate(STILL)


def _for_readme(browser: Browser, stage: Stage) -> None:
    """Take the pictures of the README: what fits into a desktop window, in the light theme."""
    by_name = {scene.name: scene for scene in scenes(stage)}
    for file, name in _README_PICTURES.items():
        scene = by_name[name]
        with _window(browser, stage.storage(scene.viewer)) as page:
            page.set_viewport_size({"width": 1280, "height": _HEIGHTS[1280]})
            open_scene(page, scene)
            _dress(page, 1280, _HEIGHTS[1280], "light")
            _save_small(page.screenshot(), _README / f"{file}.png")


def _save_small(picture: bytes, path: Path) -> None:
    """Save a picture with as many colors as fit into the size allowed."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    for colors in (256, 128, 64, 32):
        image.quantize(colors, dither=Image.Dither.NONE).save(path, optimize=True)
        if path.stat().st_size <= _README_BYTES:
            print(path.relative_to(ROOT), f"{path.stat().st_size // 1000} KB", flush=True)
            return
    raise Unmeasurable(f"{path} is larger than {_README_BYTES // 1000} KB")


@contextmanager
def _window(browser: Browser, storage: Mapping[str, str]) -> Iterator[Page]:
    """Open a window with these entries in its local storage."""
    entries: Sequence[Any] = [{"name": key, "value": value} for key, value in storage.items()]
    state: Any = {"cookies": [], "origins": [{"origin": ORIGIN, "localStorage": entries}]}
    context = browser.new_context(base_url=ORIGIN, storage_state=state, service_workers="block")
    context.set_default_timeout(_PATIENCE)
    try:
        yield context.new_page()
    finally:
        context.close()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-") and arguments != ["--readme"]):
        sys.exit("usage: python -m benchmarks.pictures [WORD | --readme]")
    if arguments == ["--readme"]:
        sys.exit(main(only_readme=True))
    sys.exit(main(*arguments))
