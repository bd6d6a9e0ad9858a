"""The installed product: its manifest, and the offline page instead of the browser's own error page."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.console import Console
from tests.e2e.journeys import login_storage, wait_until

STORED = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return found;
}"""


@pytest.fixture
def service_workers() -> str:
    return "allow"


def _open_with_worker(page: Page, path: str) -> None:
    page.goto(path)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")


def test_browsers_accept_the_manifest(page: Page) -> None:
    for path, start in (("/", "/dashboard"), ("/de/", "/de/dashboard")):
        page.goto(path)
        found = page.context.new_cdp_session(page).send("Page.getAppManifest")
        assert found["errors"] == []
        assert found["manifest"]["startUrl"].endswith(f":{page.url.split(':')[2].split('/')[0]}{start}")
        assert len(found["manifest"]["icons"]) == 3
        for icon in found["manifest"]["icons"]:
            assert page.request.get(icon["url"]).headers["content-type"] == "image/png"


def test_without_a_connection_there_is_a_page_that_waits_for_it(
    visit: Visit, console: Console, tokens: dict
) -> None:
    console.connection_may_be_lost()
    page = visit(login_storage(tokens))
    _open_with_worker(page, "/dashboard/profile")
    expect(page.get_by_role("heading", name="Profile")).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    # Nothing of the learner, and no other page.
    assert page.evaluate(STORED) == ["/offline/", "/de/offline/"]
    page.goto("/de/terms")
    expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Nutzungsbedingungen")).to_be_visible()


def test_a_new_worker_replaces_the_stored_page(visit: Visit) -> None:
    page = visit()
    _open_with_worker(page, "/about")
    page.evaluate("caches.open('offline-before').then((cache) => cache.put('/old', new Response('')))")
    # As after a release with another offline page.
    page.evaluate("""async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    }""")
    page.reload()
    wait_until(page, lambda: page.evaluate(STORED) == ["/offline/", "/de/offline/"])
