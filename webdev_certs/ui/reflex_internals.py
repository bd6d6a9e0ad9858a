"""All imports of what Reflex does not document.

An upgrade of Reflex can change any of it. `tests/unit/ui/test_reflex_internals.py` and
`test_reflex_connections.py` then say what has changed. Ruff refuses such imports in all other files
(`banned-api` in pyproject.toml).

An upgrade can also change what is used without such an import: `_exclude_props` (`components/toast.py`),
`$/utils/context-registry` (`components/behavior/offline.js`, `navigation.js`, `reconnect.js`), the files that
`web/build_plugins.py` edits (the build fails if they do not contain what is edited), and
the events on the WebSocket (`web/tab_limits.py`, `benchmarks/answers.py`, `benchmarks/websocket.py`).
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import reflex as rx
from opentelemetry.trace import TracerProvider
from reflex.app import EventNamespace
from reflex.istate.data import RouterData, SessionData
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.proxy import StateProxy
from reflex.state import BaseState, StateUpdate, UpdateVarsInternalState
from reflex.style import color_mode, set_color_mode, toggle_color_mode
from reflex.utils.exec import get_app_instance_from_file
from reflex.utils.prerequisites import get_web_dir
from reflex_base import otel
from reflex_base.components.component import field as component_field
from reflex_base.constants import ROUTER_HEADERS, ROUTER_SESSION, CompileVars, Dirs, Env, RouteVar
from reflex_base.constants.compiler import MemoizationMode
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.environment import environment
from reflex_base.event.context import EventContext
from reflex_base.event.processor.base_state_processor import chain_updates
from reflex_base.event.processor.event_processor import QueueShutDown
from reflex_components_core.base.error_boundary import error_boundary
from reflex_components_core.core.banner import has_too_many_connection_errors
from reflex_components_core.el.element import Element
from reflex_components_core.react_router.dom import ReactRouterLink
from socketio import packet

__all__ = [
    "HYDRATION",
    "SKIP_COMPILE",
    "STORAGE_SYNC",
    "Browser",
    "DivWithHooks",
    "Element",
    "EventNamespace",
    "ReactRouterLink",
    "RouterData",
    "StateManagerMemory",
    "StateUpdate",
    "allow_one_tab_per_connection",
    "browser_of",
    "built_pages",
    "color_mode",
    "component_field",
    "connection_of",
    "current_event_id",
    "error_boundary",
    "event_arguments",
    "forget_state",
    "forget_stored_values",
    "handles_events",
    "has_too_many_connection_errors",
    "in_background",
    "ip_in_states",
    "is_in_background",
    "keep_connected_states",
    "language_of_event",
    "merged_var_data",
    "name_in_browser",
    "on_disconnect",
    "reset_but_stored",
    "send_changes",
    "set_color_mode",
    "state_kinds",
    "state_values",
    "stored_values",
    "tabs_and_states",
    "toggle_color_mode",
    "trace_events",
    "use_built_pages",
]

SKIP_COMPILE = environment.REFLEX_SKIP_COMPILE.name
"""The environment variable that starts an app without building its pages; for tests."""

HYDRATION = f"{rx.State.get_full_name()}.{CompileVars.HYDRATE_AND_LOAD}"
"""The event with which a page begins each connection; it carries what the browser has stored."""
STORAGE_SYNC = f"{UpdateVarsInternalState.get_full_name()}.update_vars_internal"
"""The event with which a page reports that another tab has changed what the browser stores."""

_OF_SOCKET_IO = ["connect"], ["disconnect"]
"""The names of the events that Socket.IO reports itself, as messages of browsers begin."""
_HAS_JOINED = "webdev_certs.has_joined"


class Browser(NamedTuple):
    """What a browser has told about itself, and where it calls from."""

    user_agent: str
    accept_language: str
    ip: str


class DivWithHooks(rx.el.Div):
    """A <div> whose children can use the React hooks that a subclass adds in `add_hooks`."""

    # Keeps the children in the same React component.
    _memoization_mode = MemoizationMode(recursive=False)


def built_pages() -> Path:
    """Return the folder of the built pages."""
    return get_web_dir() / Dirs.STATIC


async def keep_connected_states(app: rx.App, *, every_seconds: float) -> None:
    """Keep the states of connected tabs, until canceled.

    The state manager deletes states that have not been used for a while (`redis_token_expiration` in
    `rxconfig.py`, even without Redis). This marks the states of connected tabs as used, even if nobody
    uses these tabs. The manager itself does not notice when a connection ends.

    Args:
        app: The app, with states in memory.
        every_seconds: The seconds after which the states are marked again.
    """
    while True:
        manager, namespace = app.state_manager, app.event_namespace
        if namespace is not None and isinstance(manager, StateManagerMemory):
            for token in list(namespace.token_to_sid):
                # Only those that exist, because asking creates a state.
                if token in manager.states:
                    await manager.get_state(rx.BaseStateToken(ident=token, cls=rx.State))
        await asyncio.sleep(every_seconds)


def forget_state(app: rx.App, tab: str) -> None:
    """Delete the state of a tab, unless the tab is connected or an event of it is being handled.

    Args:
        app: The app, with states in memory.
        tab: The tab's token.
    """
    manager, namespace = app.state_manager, app.event_namespace
    if namespace is None or not isinstance(manager, StateManagerMemory) or tab in namespace.token_to_sid:
        return
    token = rx.BaseStateToken(ident=tab, cls=rx.State)
    lock = manager._states_locks.get(token.lock_key)
    if lock is None or not lock.locked():
        manager._purge_token(token)


def handles_events(app: rx.App, tab: str) -> bool:
    """Return whether events of a tab are being handled or wait for it; those in the background do not count.

    Args:
        app: The app.
        tab: The tab's token.
    """
    return tab in app.event_processor._token_queues


def tabs_and_states(app: rx.App) -> tuple[int, list[rx.State]]:
    """Return the number of connected tabs, and the root of the states of each tab in memory."""
    manager, namespace = app.state_manager, app.event_namespace
    states: Any = list(manager.states.values()) if isinstance(manager, StateManagerMemory) else []
    return len(namespace.token_to_sid) if namespace else 0, states


def browser_of(state: rx.State) -> Browser:
    """Return the browser that shows a tab.

    `state.router` says the same, but makes objects that notice changes, at each use; that took a tenth of
    the time in which an answer is saved.
    """
    root: Any = state._get_root_state()
    values = vars(root)
    if ROUTER_HEADERS not in values or ROUTER_SESSION not in values:
        # Before the first event.
        return Browser("", "", "")
    headers, session = values[ROUTER_HEADERS], values[ROUTER_SESSION]
    return Browser(headers.user_agent, headers.accept_language, session.client_ip)


def state_values(state: BaseState) -> list[Any]:
    """Return what a state and the states below it hold, without their links to each other."""
    own = {name: value for name, value in vars(state).items() if name not in ("parent_state", "substates")}
    return [own, *(value for below in state.substates.values() for value in state_values(below))]


def current_event_id() -> str:
    """Return the id of the event that is being handled; empty outside of events."""
    try:
        return EventContext.get().txid
    except LookupError:
        return ""


def trace_events(provider: TracerProvider) -> None:
    """Make each event of a page begin a trace."""
    otel.enable(provider)


def language_of_event() -> str:
    """Return the Accept-Language header of the event that is being handled; empty outside of events."""
    try:
        router_data = EventContext.get().router_data or {}
    except LookupError:
        return ""
    return router_data.get(RouteVar.HEADERS, {}).get("accept-language", "")


def merged_var_data(*values: rx.Var) -> rx.vars.VarData | None:
    """Return the imports and hooks that handwritten JavaScript needs to use these vars."""
    return rx.vars.VarData.merge(*(value._get_all_var_data() for value in values))


async def send_changes(state: rx.State) -> None:
    """Send the browser what an event handler has changed so far, before the handler ends or yields.

    Outside of an event there is no browser, so nothing is sent.
    """
    try:
        EventContext.get()
    except LookupError:
        return
    await chain_updates(None, "send_changes", state._get_root_state())


def is_in_background(state: rx.State) -> bool:
    """Return whether a state is that of an event in the background, which changes it only in `async with`."""
    return isinstance(state, StateProxy)


@contextmanager
def in_background(
    state: rx.State, lock: Callable[[], AbstractAsyncContextManager[rx.State]]
) -> Iterator[Any]:
    """Give a state as an event in the background has it; for tests.

    Args:
        state: The state.
        lock: Enters the lock of the tab, and returns the root of its states.
    """
    manager: Any = SimpleNamespace(modify_state_with_links=lambda **_: lock())
    nothing: Any = None
    with EventContext(token="tab", state_manager=manager, enqueue_impl=nothing):
        yield StateProxy(state)


def stored_values(event: rx.event.Event, kind: type[rx.State]) -> dict[str, object]:
    """Return what a `HYDRATION` or `STORAGE_SYNC` event says about a state: name of a var → its value."""
    values = event.payload.get(CompileVars.PAYLOAD_VARS)
    found: dict[str, object] = {}
    for key, value in values.items() if isinstance(values, dict) else ():
        state, _, name = str(key).rpartition(".")
        if state == kind.get_full_name():
            found[name.removesuffix(FIELD_MARKER)] = value
    return found


def name_in_browser(kind: type[rx.State], name: str) -> str:
    """Return the name that the browser knows a var by; for tests."""
    return f"{kind.get_full_name()}.{name}{FIELD_MARKER}"


def state_kinds() -> list[Any]:
    """Return the classes of all states of the product."""
    return list(rx.State.get_substates())


def reset_but_stored(state: rx.State) -> None:
    """Reset the vars of a state, but not those in local storage, so that the browser keeps what it has."""
    fields = type(state).get_fields()
    for name in fields.keys() - rx.State.get_fields().keys():
        if not isinstance(fields[name].default, rx.LocalStorage):
            setattr(state, name, fields[name].default_value())


def connection_of(event: rx.event.Event) -> str | None:
    """Return the id of the connection that an event came over; None for events of our own handlers."""
    return event.router_data.get(RouteVar.SESSION_ID)


def forget_stored_values(state: rx.State) -> None:
    """Empty all vars of a tab that the browser stores, without telling the browser."""
    root = state._get_root_state()
    root._reset_client_storage()
    root._clean()


def on_disconnect(app: rx.App, leave: Callable[..., Any]) -> None:
    """Queue an event for the state of a tab whenever its connection ends, after those that came before.

    Args:
        app: The app.
        leave: Takes the id of the connection and returns the event.
    """
    namespace = app.event_namespace
    assert namespace, "the app has no states"
    disconnect = namespace.on_disconnect

    async def disconnect_and_leave(sid: str) -> None:
        token = namespace.sid_to_token.get(sid)
        disconnect(sid)
        # While the process stops, the queue takes no more events, and the states end with the process.
        with suppress(RuntimeError, QueueShutDown):
            if token:
                await app.event_processor.enqueue_many(token, *rx.event.Event.from_event_type(leave(sid)))

    # Socket.IO finds the handlers of a namespace by their names.
    namespace.on_disconnect = disconnect_and_leave  # pyright: ignore[reportAttributeAccessIssue]


def allow_one_tab_per_connection(app: rx.App) -> None:
    """Ignore messages with which a browser would become several tabs, or choose its own IP address.

    Socket.IO hands messages that are named like what it reports itself to the same handlers. A browser could
    say where it connects from, which limits and known addresses go by, and become any number of tabs, whose
    states stay for good. It could also leave and join again and again, and be a new tab each time. Limits
    count connections (`web/tab_limits.py`).

    Args:
        app: The app, with states.
    """
    server: Any = app.sio
    join, handle = server._handle_connect, server._handle_event

    async def join_once(connection: str, namespace: str, data: Any) -> None:
        # Pages that leave close the connection too.
        environment = server.environ[connection]
        if _HAS_JOINED not in environment:
            environment[_HAS_JOINED] = True
            await join(connection, namespace, data)
            return
        # Socket.IO's own answer to a refused join. The page then opens another connection.
        refusal = server.packet_class(packet.CONNECT_ERROR, data="Unable to connect", namespace=namespace)
        await server._send_packet(connection, refusal)

    async def handle_of_browser(connection: str, namespace: str, number: int | None, data: Any) -> None:
        if not (isinstance(data, list) and data[:1] in _OF_SOCKET_IO):
            await handle(connection, namespace, number, data)

    server._handle_connect, server._handle_event = join_once, handle_of_browser


def ip_in_states(scope: Mapping[str, Any], sent: Mapping[str, Any]) -> str:
    """Return the IP address that states see; for tests.

    Args:
        scope: The ASGI scope of the WebSocket.
        sent: What the page sends about itself, which must not count.
    """
    namespace: Any = SimpleNamespace()
    found = EventNamespace._build_static_router_data(namespace, "sid", {"asgi.scope": scope})
    return SessionData.from_router_data({**sent, **found}).client_ip


def event_arguments(event: rx.event.EventSpec) -> dict[str, Any]:
    """Return the arguments of an event that a handler has returned, name → value; for tests."""
    return {str(name): getattr(value, "_var_value", value) for name, value in event.args}


def use_built_pages(pages: Path) -> str:
    """Point Reflex at pages that are built; return the app that serves them and the API, as `module:name`.

    Reflex's own `run_backend_prod` serves it too, but cannot pass options to the server.

    Args:
        pages: The folder that `reflex export` has written, or a copy of what is needed of it.
    """
    environment.REFLEX_WEB_WORKDIR.set(pages)
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    environment.REFLEX_MOUNT_FRONTEND_COMPILED_APP.set(True)
    return get_app_instance_from_file()
