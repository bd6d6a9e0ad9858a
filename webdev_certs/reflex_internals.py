"""Everything that is used of Reflex beyond its public API, for both tiers and the composition root.

An upgrade of Reflex can change any of it. `tests/unit/test_reflex_internals.py` then says what has changed.
"""

from pathlib import Path

import reflex as rx
from reflex.app import EventNamespace, default_error_boundary
from reflex.istate.data import RouterData, SessionData
from reflex.route import get_router
from reflex.utils.exec import run_backend_prod
from reflex.utils.prerequisites import get_web_dir
from reflex_base.components.component import field as component_field
from reflex_base.constants import Dirs, Env
from reflex_base.constants.compiler import MemoizationMode
from reflex_base.environment import environment
from reflex_base.event.context import EventContext
from reflex_base.event.processor.base_state_processor import chain_updates
from reflex_components_core.core.banner import has_too_many_connection_errors
from reflex_components_core.react_router.dom import ReactRouterLink

__all__ = [
    "NOT_RECURSIVE",
    "SKIP_COMPILE",
    "EventNamespace",
    "ReactRouterLink",
    "RouterData",
    "SessionData",
    "built_pages",
    "component_field",
    "current_event_id",
    "default_error_boundary",
    "get_router",
    "has_too_many_connection_errors",
    "merged_var_data",
    "send_changes",
    "serve_built_app",
]

NOT_RECURSIVE = MemoizationMode(recursive=False)
"""Keeps the children of a component in the same React component, so that they can use its hooks."""
SKIP_COMPILE = environment.REFLEX_SKIP_COMPILE.name
"""The environment variable that starts an app without building its pages."""


def built_pages() -> Path:
    """Return the folder of the built pages."""
    return get_web_dir() / Dirs.STATIC


def current_event_id() -> str:
    """Return the id of the event that is being handled; empty outside of events."""
    try:
        return EventContext.get().txid
    except LookupError:
        return ""


def merged_var_data(*values: rx.Var) -> rx.vars.VarData | None:
    """Return what JavaScript that is written by hand needs to use these vars."""
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


def serve_built_app(host: str, port: int) -> None:
    """Serve the built pages and the API on one port, until the process is stopped."""
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    run_backend_prod(host, port, mount_frontend_compiled_app=True)
