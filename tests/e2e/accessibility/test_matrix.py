"""axe-core finds nothing on any route: signed out, new, and with data; in every theme and on every width."""

import pytest
from playwright.sync_api import Page

from tests.e2e.accessibility.settings import faults, settings_of
from tests.e2e.axe import Axe
from tests.e2e.product import Product
from tests.e2e.scenes import VIEWERS, Stage, Viewer, open_scene, scenes
from webdev_certs.ui.pages.routes import ROUTES


def test_every_route_has_a_scene(stage: Stage) -> None:
    assert {route.path for route in ROUTES} <= {scene.route for scene in scenes(stage)}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_route_has_faults(
    viewer: Viewer, stage: Stage, windows: dict[Viewer, Page], axe: Axe, product: Product
) -> None:
    page = windows[viewer]
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    found: list[str] = []
    for scene in scenes(stage):
        if scene.viewer == viewer:
            open_scene(page, scene)
            found += faults(page, axe, scene.name, settings_of(scene))
    assert not found, "\n".join(found)
    own = (product.url, product.url.replace("http", "ws", 1), "data:", "blob:")
    assert [url for url in requested if not url.startswith(own)] == []
