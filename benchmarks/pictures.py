"""`python -m benchmarks.pictures`: a picture of every route and state, for people to look at.

They are written to `.pictures`, at 390 and 1280 px, light and dark, in a folder for each
language. With `--readme`, the few pictures of the README are written to `docs/images` instead.
"""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import product as combinations
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.browser import FLAGS, find_browser
from benchmarks.product import DATA, ORIGIN, PORT, ROOT, Unmeasurable, prepare, served
from tests.e2e.axe import STILL
from tests.e2e.holding import hold_data
from tests.e2e.product import Product
from tests.e2e.scenes import (
    VIEWERS,
    Scene,
    Stage,
    Viewer,
    open_failing,
    open_loading,
    open_offline,
    open_scene,
    scenes,
)
from tests.e2e.scenes import prepare as prepare_stage
from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE

_ALL = ROOT / ".pictures"
_README = ROOT / "docs" / "images"
_HEIGHTS = {390: 844, 1280: 800}
_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_README_PICTURES = {
    "home": "home",
    "result": "result-passed",
    "certificate": "verify-valid",
}
"""Name of the file → scene."""
_README_BYTES = 150_000
_PATIENCE = 60_000


def main(only_readme: bool) -> int:
    """Take the pictures; return 1 if they cannot be taken.

    Args:
        only_readme: Whether to take only those of the README.
    """
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
                    shutil.rmtree(_ALL, ignore_errors=True)
                    for language in LANGUAGES:
                        _all(browser, stage, language)
                    _troubled(browser, stage, product)
                browser.close()
    except Unmeasurable as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


def _all(browser: Browser, stage: Stage, language: str) -> None:
    """Take pictures of every scene in a language."""
    folder = _ALL / language
    folder.mkdir(parents=True)
    for viewer in VIEWERS:
        shown = [scene for scene in scenes(stage) if scene.viewer == viewer]
        with _window(browser, stage, viewer) as page:
            for scene in shown:
                _take(page, folder / scene.name, lambda scene=scene: open_scene(page, scene, language))


def _troubled(browser: Browser, stage: Stage, product: Product) -> None:
    """Take pictures of a learner's scenes while their data is loading, cannot be loaded, or is offline.

    Each in a tab of its own, because the server keeps what a tab has loaded.
    """
    folder = _ALL / SOURCE_LANGUAGE
    learners = [scene for scene in scenes(stage) if scene.viewer == "learner"]
    # Learners who have paid see so at once.
    shown = [scene for scene in learners if not scene.route.startswith("/payment")]
    views = [scene for scene in shown if scene.route.startswith("/dashboard/")]

    def take(scene: Scene, state: str, open_page: Callable[[Page, Scene], None]) -> None:
        with _window(browser, stage, "learner") as page:
            if state == "loading":
                hold_data(page)
            _take(page, folder / f"{scene.name}-{state}", lambda: open_page(page, scene))

    for scene in shown:
        take(scene, "loading", open_loading)
    for scene in views:
        take(scene, "offline", open_offline)
    with product.without_table("practice_sessions"), product.without_table("payments"):
        for scene in views:
            take(scene, "failing", open_failing)


def _take(page: Page, file: Path, open_page: Callable[[], None]) -> None:
    page.set_viewport_size({"width": 1280, "height": _HEIGHTS[1280]})
    open_page()
    for (width, height), scheme in combinations(_HEIGHTS.items(), _SCHEMES):
        _dress(page, width, height, scheme)
        page.screenshot(path=f"{file}-{width}-{scheme}.png", full_page=True)
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
        with _window(browser, stage, scene.viewer) as page:
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
def _window(browser: Browser, stage: Stage, viewer: Viewer) -> Iterator[Page]:
    entries: Sequence[Any] = [{"name": key, "value": value} for key, value in stage.storage(viewer).items()]
    origins: Any = [{"origin": ORIGIN, "localStorage": entries}]
    context = browser.new_context(base_url=ORIGIN, storage_state={"cookies": [], "origins": origins})
    context.set_default_timeout(_PATIENCE)
    yield context.new_page()
    context.close()


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--readme"]):
        sys.exit("usage: python -m benchmarks.pictures [--readme]")
    sys.exit(main("--readme" in sys.argv))
