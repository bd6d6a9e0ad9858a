"""Fixtures: the product, built once and served on each kind of database, and browser windows."""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, Playwright, StorageState, expect, sync_playwright
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.conftest import POSTGRES, databases_for, start_migrated
from tests.e2e import product as products
from tests.e2e.answers import AnswerKey
from tests.e2e.browser import ARGUMENTS, NoBrowser, find_browser
from tests.e2e.console import Console
from tests.e2e.journeys import Learner, login_storage
from tests.e2e.learning import ApiLearner, confirm
from tests.e2e.product import Product
from tests.ports import free_port, is_free
from tests.postgres import Cluster

_PATIENCE = 30_000
"""Timeout of conditions in milliseconds, long enough for a busy machine."""
_numbers = count(1)

Visit: TypeAlias = Callable[..., Page]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "product" in metafunc.fixturenames:
        # The scope puts all tests on one kind of database first, so that the product starts once for each.
        kinds = databases_for(metafunc.definition)
        metafunc.parametrize("product", kinds, indirect=True, scope="session")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests on PostgreSQL first: other processes take tests from the end, so only one starts it."""
    places = [place for place, item in enumerate(items) if _kind(item)]
    own = sorted((items[place] for place in places), key=lambda item: _kind(item) != "postgresql")
    for place, item in zip(places, own, strict=True):
        items[place] = item


def _kind(item: pytest.Item) -> str | None:
    """Return the kind of database that a test's product has."""
    call: Any = getattr(item, "callspec", None)
    return call.params.get("product") if call else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Allow one worker where 127.0.0.1 is the only IP address of this machine for itself, as on macOS."""
    return None if is_free(free_port(), "127.0.0.2") else 1


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Build the pages before pytest-xdist starts its first worker, and tell each worker their port."""
    node.workerinput["built_port"] = products.build()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    product = getattr(item, "funcargs", {}).get("product")
    if report.failed and isinstance(product, Product):
        report.sections.append(("End of the server's log", product.log_end()))
    return report


@pytest.fixture(scope="session")
def built_port(request: pytest.FixtureRequest) -> int:
    """Build the pages and return the port that they are built for."""
    given: dict[str, Any] | None = getattr(request.config, "workerinput", None)
    if given is None:
        return products.build()
    if "built_port" not in given:
        pytest.fail("with -n, name the folder tests/e2e: its conftest.py builds the pages", pytrace=False)
    return given["built_port"]


@pytest.fixture(scope="package")
def product(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    built_port: int,
    sqlite_template: Path,
) -> Iterator[Product]:
    """Serve the product, one copy at a time in each process, because the pages are built for one port."""
    folder = tmp_path_factory.mktemp("product")
    with _database(request.param, sqlite_template, folder) as url:
        product = Product(built_port, folder, url)
        product.start()
        try:
            yield product
        finally:
            product.kill()


@contextmanager
def _database(kind: str, sqlite_template: Path, folder: Path) -> Iterator[str]:
    """Create a migrated database of a kind, and return its URL."""
    if kind == "sqlite":
        shutil.copy(sqlite_template, folder / "test.db")
        yield f"sqlite+aiosqlite:///{folder / 'test.db'}"
        return
    # Only now, because few tests need PostgreSQL, and often not those of each process.
    assert POSTGRES
    cluster = Cluster(POSTGRES)
    # The browser's event loop is running in this thread.
    try:
        with ThreadPoolExecutor(1) as other_loop:
            other_loop.submit(start_migrated, cluster).result()
        yield cluster.url("migrated")
    finally:
        cluster.stop()


@pytest.fixture(autouse=True)
def _served_again(product: Product) -> Iterator[None]:
    """Start the server again after a test that stopped it."""
    yield
    if not product.running:
        product.start()


# Playwright's event loop would disturb other tests, so it ends with the tests of this folder. The template is
# migrated before, because the loop allows no other.
@pytest.fixture(scope="package")
def playwright(sqlite_template: Path) -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    try:
        program = find_browser(playwright)
    except NoBrowser as error:
        pytest.fail(str(error), pytrace=False)
    arguments = {"executable_path": program, "args": ARGUMENTS, **browser_type_launch_args}
    browser = playwright.chromium.launch(**arguments)
    expect.set_options(timeout=_PATIENCE)
    yield browser
    browser.close()


@pytest.fixture
def service_workers() -> str:
    """Block the service worker, which answers page loads and would hide them from `page.route`."""
    return "block"


@pytest.fixture
def browser_context_args(product: Product, service_workers: str) -> dict[str, Any]:
    return {"base_url": product.url, "service_workers": service_workers}


@pytest.fixture
def console() -> Iterator[Console]:
    """Collect the errors of the browser's console; unexpected ones fail the test."""
    console = Console()
    yield console
    assert not console.errors, "\n".join(console.errors)


@pytest.fixture
def visit(console: Console, new_context: CreateContextCallback, product: Product) -> Visit:
    """Return a function that opens a window in a new browser context with the given local storage."""

    def visit(storage: dict[str, str] | None = None, **options: Any) -> Page:
        entries: Any = [{"name": name, "value": value} for name, value in (storage or {}).items()]
        state: StorageState = {"cookies": [], "origins": [{"origin": product.url, "localStorage": entries}]}
        context = new_context(storage_state=state, **options)
        context.set_default_timeout(_PATIENCE)
        console.follow(context)
        return context.new_page()

    return visit


@pytest.fixture
def learner() -> Learner:
    """Return a learner who has no account yet."""
    return Learner("Ada Lovelace", f"ada{next(_numbers)}@example.com")


@pytest.fixture
def new_tokens(product: Product, learner: Learner) -> dict[str, Any]:
    """Register the learner, whose email is not confirmed, and return the response of the API."""
    form = {"full_name": learner.name, "email": learner.email, "password": learner.password}
    response = product.http.post("/api/auth/register", json={**form, "accept_terms": True})
    assert response.status_code == 201, response.text
    return response.json()


@pytest.fixture
def tokens(product: Product, new_tokens: dict[str, Any]) -> dict[str, Any]:
    """Register the learner and confirm the email; return the response of the API."""
    confirm(product, new_tokens)
    return new_tokens


@pytest.fixture
def api_learner(product: Product, tokens: dict[str, Any]) -> ApiLearner:
    """Return the learner, over the API, where the screen is not the subject."""
    return ApiLearner(product, tokens)


@pytest.fixture
def page(visit: Visit) -> Page:
    """Return the window of a visitor who is not signed in."""
    return visit()


@pytest.fixture
def newcomer(visit: Visit, new_tokens: dict[str, Any]) -> Page:
    """Return the window of the learner, who is signed in with an email that is not confirmed."""
    return visit(login_storage(new_tokens))


@pytest.fixture
def member(visit: Visit, tokens: dict[str, Any]) -> Page:
    """Return the window of the learner, who is signed in."""
    return visit(login_storage(tokens))


@pytest.fixture
def key(product: Product) -> AnswerKey:
    """Return the answers to the questions on the screen."""
    return AnswerKey(product)
