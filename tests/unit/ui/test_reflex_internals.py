"""What is used of Reflex beyond its public API, so that an upgrade that changes it says so.

A name that an upgrade has removed is in the message of the import that fails.
"""

import asyncio
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx

from tests.waiting import until
from webdev_certs.web.tab_limits import LINGERING_SECONDS


@pytest.fixture
def internals() -> Any:
    return import_module("webdev_certs.ui.reflex_internals")


def test_default_values_of_components_are_made_by_a_factory(internals: Any):
    class Thing(rx.Component):
        lib_dependencies: list[str] = internals.component_field(default_factory=lambda: ["thing@1"])

    assert Thing.create().lib_dependencies == ["thing@1"], "component_field ignores default_factory"


def test_memoization_can_leave_the_children_out(internals: Any):
    helpers = import_module("reflex_base.components.memoize_helpers")
    strategy = helpers.get_memoization_strategy(internals.DivWithHooks.create(rx.el.p("text")))
    assert strategy is helpers.MemoizationStrategy.SNAPSHOT, "_memoization_mode no longer keeps the children"


def test_an_element_is_rendered_by_its_tag(internals: Any):
    class Form(internals.Element):
        tag = "form"

    assert '"form"' in str(Form.create()), "Element no longer renders its tag as an HTML element"


def test_the_color_theme_is_a_var_with_two_events(internals: Any):
    assert isinstance(internals.color_mode, rx.Var), "color_mode is no longer a Var"
    chosen = rx.el.input(on_change=internals.set_color_mode("dark"), checked=internals.color_mode == "dark")
    toggled = rx.el.button(on_click=internals.toggle_color_mode)
    assert "setColorMode" in str(chosen), "set_color_mode no longer sets the color theme"
    assert "toggleColorMode" in str(toggled), "toggle_color_mode no longer changes the color theme"


_SCRIPTS = Path(import_module("reflex_base").__path__[0], ".templates", "web", "utils")


@pytest.mark.parametrize("name", ["EventLoopContext", "StateStoreContext", "app", "eventLoop"])
def test_scripts_find_what_they_need_of_the_page(name: str):
    """`components/behavior` imports it from `$/utils/context-registry`."""
    registry = _SCRIPTS / "context-registry.js"
    assert registry.is_file(), "Reflex no longer has $/utils/context-registry"
    assert f"export const {name} =" in registry.read_text(), f"$/utils/context-registry has no {name}"


def test_a_page_asks_for_its_first_event_before_each_connection():
    """`components/behavior/reconnect.js` replaces the function and the `dispatchers` of the store."""
    script = (_SCRIPTS / "state.js").read_text()
    assert script.count("socket.current.auth = bootAuth(") == 2, "pages connect otherwise"
    assert "app.initialEvents(first)" in script, "pages no longer ask `app.initialEvents` for the event"
    assert "dispatch[substate](delta[substate]);" in script, "changes no longer come through the dispatchers"
    assert "set_is_hydrated" in rx.State.event_handlers, "pages cannot say any more that they are loaded"


def test_an_environment_variable_skips_the_build(internals: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(internals.SKIP_COMPILE, "true")
    assert internals.environment.REFLEX_SKIP_COMPILE.get() is True


def test_a_router_link_renders_its_path(internals: Any):
    link = internals.ReactRouterLink.create("About", to="/about")
    assert '"/about"' in str(link), "ReactRouterLink no longer renders `to`"


def test_the_error_boundary_takes_the_page_that_replaces_a_failed_one(internals: Any):
    boundary = internals.error_boundary(fallback_render=rx.el.p("Failed"))
    assert "Failed" in str(boundary), "error_boundary no longer renders `fallback_render`"


def test_lost_connections_are_a_boolean_var(internals: Any):
    found = internals.has_too_many_connection_errors
    assert isinstance(found, rx.Var), "has_too_many_connection_errors is no longer a Var"
    assert "connectErrors" in str(found)


def test_the_server_finds_the_app_and_mounts_the_pages(internals: Any, tmp_path: Path):
    with pytest.MonkeyPatch.context() as environment:
        for name in ("ENV_MODE", "SKIP_COMPILE", "MOUNT_FRONTEND_COMPILED_APP", "WEB_WORKDIR"):
            environment.setenv(getattr(internals.environment, f"REFLEX_{name}").name, "")
        app = internals.use_built_pages(tmp_path)
        assert app == "webdev_certs.webdev_certs:app", "Reflex names the app differently"
        assert internals.built_pages().is_relative_to(tmp_path)
        assert internals.environment.REFLEX_MOUNT_FRONTEND_COMPILED_APP.get() is True


def test_there_is_no_event_id_outside_of_events(internals: Any):
    assert internals.current_event_id() == "", "EventContext.get no longer raises LookupError"
    assert "txid" in internals.EventContext.__dataclass_fields__, "EventContext no longer has a txid"


def test_an_event_tells_the_language_of_its_tab(internals: Any):
    assert internals.language_of_event() == "", "EventContext.get no longer raises LookupError"
    data = {"headers": {"accept-language": "de"}}
    with internals.EventContext(token="tab", state_manager=None, enqueue_impl=None, router_data=data):
        assert internals.language_of_event() == "de", "EventContext.router_data no longer has the headers"


async def test_changes_reach_the_browser_before_a_handler_ends(internals: Any):
    sent: list[object] = []

    async def emit(*delta: object) -> None:
        sent.extend(delta)

    kind = import_module("webdev_certs.ui.states.session.session").SessionState
    session = rx.State().get_substate(kind.get_full_name().split("."))
    session.reconnecting = True
    await internals.send_changes(session)
    assert not sent, "outside of an event there is no browser"
    with internals.EventContext(token="tab", state_manager=None, enqueue_impl=None, emit_delta_impl=emit):
        await internals.send_changes(session)
    assert "reconnecting" in str(sent), "chain_updates no longer sends what has changed"
    assert not session.dirty_vars, "chain_updates no longer notes that it has been sent"


async def test_an_event_in_the_background_changes_states_only_in_their_lock(internals: Any):
    root: Any = rx.State()
    root.router_data = {"token": "tab"}
    kind = import_module("webdev_certs.ui.states.session.session").SessionState
    session = root.get_substate(kind.get_full_name().split("."))

    @asynccontextmanager
    async def lock():
        yield root

    assert not internals.is_in_background(session)
    with internals.in_background(session, lock) as background:
        assert internals.is_in_background(background), "events in the background have other proxies"
        with pytest.raises(Exception, match="immutable"):
            background.reconnecting = True
        async with background:
            background.reconnecting = True
    assert session.reconnecting


def test_built_pages_have_a_folder_that_an_environment_variable_chooses(
    internals: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    folder = internals.built_pages()
    assert folder.parts[-3:] == (".web", "build", "client"), f"Reflex builds its pages in {folder}"
    monkeypatch.setenv(internals.environment.REFLEX_WEB_WORKDIR.name, str(tmp_path))
    assert internals.built_pages() == tmp_path / "build" / "client"


def test_states_in_memory_expire_as_configured(internals: Any):
    """The setting is named after Redis."""
    expected = rx.config.get_config().redis_token_expiration
    assert internals.StateManagerMemory().token_expiration == expected
    assert expected >= LINGERING_SECONDS


async def test_states_of_connected_tabs_are_kept_and_others_expire(internals: Any):
    manager = internals.StateManagerMemory(token_expiration=1)
    app: Any = SimpleNamespace(
        state_manager=manager, event_namespace=SimpleNamespace(token_to_sid={"open": "1", "new": "2"})
    )
    for token in ("open", "gone"):
        await manager.get_state(rx.BaseStateToken(ident=token, cls=rx.State))
    keeping = asyncio.create_task(internals.keep_connected_states(app, every_seconds=0.1))
    await until(lambda: "gone" not in manager.states)
    # No state is made for a tab that has none yet.
    assert set(manager.states) == {"open"}
    keeping.cancel()
    await until(lambda: not manager.states)
    await manager.close()


async def test_the_state_of_a_tab_that_is_gone_can_be_deleted(internals: Any):
    manager = internals.StateManagerMemory()
    app: Any = SimpleNamespace(
        state_manager=manager, event_namespace=SimpleNamespace(token_to_sid={"open": "1"})
    )
    tokens = {name: rx.BaseStateToken(ident=name, cls=rx.State) for name in ("open", "gone", "busy")}
    for token in tokens.values():
        await manager.get_state(token)
    async with manager.modify_state(tokens["busy"]):
        for name in (*tokens, "unknown"):
            internals.forget_state(app, name)
        assert set(manager.states) == {"open", "busy"}
    internals.forget_state(app, "busy")
    assert set(manager.states) == {"open"}
    await manager.close()


def test_the_app_has_what_keeping_states_needs(internals: Any):
    namespace = internals.EventNamespace("/_event", SimpleNamespace())
    assert dict(namespace.token_to_sid) == {}, "EventNamespace no longer says which tabs are connected"
    assert isinstance(rx.App.state_manager, property)


def test_var_data_of_several_vars_is_merged(internals: Any):
    first, second = (
        rx.Var(name, _var_data=rx.vars.VarData(imports={name: name})) for name in ("first", "second")
    )
    merged = internals.merged_var_data(first, second)
    assert {name for name, _ in merged.imports} == {"first", "second"}


def test_router_data_holds_path_headers_and_ip(internals: Any):
    data = {"asPath": "/about?a=1", "headers": {"user-agent": "Tab/1.0"}, "ip": "192.0.2.1"}
    router = internals.RouterData.from_router_data(data)
    assert (router.url.path, router.headers.user_agent, router.session.client_ip) == (
        "/about",
        "Tab/1.0",
        "192.0.2.1",
    ), "RouterData reads other fields"
    assert internals.SessionData.from_router_data(data).client_ip == "192.0.2.1"


def test_a_state_knows_its_browser(internals: Any):
    root: Any = rx.State()
    assert internals.browser_of(root) == ("", "", ""), "before the first event"
    headers = {"user-agent": "Tab/1.0", "accept-language": "de"}
    root.router = internals.RouterData.from_router_data({"headers": headers, "ip": "192.0.2.1"})
    assert internals.browser_of(root) == ("Tab/1.0", "de", "192.0.2.1"), "states hold the browser elsewhere"


async def test_events_that_are_being_handled_are_known(internals: Any, monkeypatch: pytest.MonkeyPatch):
    processor = import_module("reflex_base.event.processor.base_state_processor").BaseStateEventProcessor()
    app, ended = SimpleNamespace(event_processor=processor), asyncio.Event()

    async def handle(*_: Any, **__: Any) -> None:
        await ended.wait()

    monkeypatch.setattr(type(processor), "_execute_event", handle)
    processor.configure()
    async with processor:
        (event,) = rx.event.Event.from_event_type(rx.State.set_is_hydrated(True))
        assert not internals.handles_events(app, "tab")
        first, second = [await processor.enqueue("tab", event) for _ in range(2)]
        await until(lambda: internals.handles_events(app, "tab"))
        assert not internals.handles_events(app, "other tab")
        ended.set()
        await asyncio.gather(first, second)
        await until(lambda: not internals.handles_events(app, "tab"))
