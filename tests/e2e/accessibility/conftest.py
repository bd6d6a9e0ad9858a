"""Fixtures: accounts with data, and axe-core."""

from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, StorageState

from tests.e2e import axe as axe_core
from tests.e2e import scenes
from tests.e2e.axe import Axe
from tests.e2e.product import Product
from tests.e2e.scenes import VIEWERS, Stage, Viewer

_numbers = count(1)


@pytest.fixture(scope="package")
def axe(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Axe:
    """Return axe-core, which npm installs once into pytest's cache."""
    kept = getattr(pytestconfig, "cache", None)
    return axe_core.install(kept.mkdir("axe") if kept else tmp_path_factory.mktemp("axe"))


@pytest.fixture(scope="package")
def stage(product: Product) -> Stage:
    """Return accounts with data, which the tests of this folder share and do not change."""
    return scenes.prepare(product, f"stage{next(_numbers)}")


@pytest.fixture(scope="package")
def windows(browser: Browser, product: Product, stage: Stage) -> Iterator[dict[Viewer, Page]]:
    """Return one window for each viewer. One context serves all their pages, whose files it loads once."""
    contexts = {}
    for viewer in VIEWERS:
        entries = [{"name": name, "value": value} for name, value in stage.storage(viewer).items()]
        state: StorageState = {
            "cookies": [],
            "origins": [{"origin": product.url, "localStorage": entries}],  # pyright: ignore
        }
        contexts[viewer] = browser.new_context(
            base_url=product.url, storage_state=state, service_workers="block"
        )
    yield {viewer: context.new_page() for viewer, context in contexts.items()}
    for context in contexts.values():
        context.close()
