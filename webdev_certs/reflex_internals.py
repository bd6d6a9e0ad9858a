"""Everything that is used of Reflex beyond its public API, for both tiers and the composition root.

An upgrade of Reflex can change any of it. `tests/unit/test_reflex_internals.py` then says what has changed.
"""

import asyncio
from pathlib import Path

import reflex as rx
from reflex.app import EventNamespace, default_error_boundary
from reflex.istate.data import RouterData, SessionData
from reflex.istate.manager.memory import StateManagerMemory
from reflex.route import get_router
from reflex.utils.exec import get_app_instance_from_file
from reflex.utils.prerequisites import get_web_dir
from reflex_base.components.component import field as component_field
from reflex_base.constants import Dirs, Env
from reflex_base.constants.compiler import MemoizationMode
from reflex_base.environment import environment
from reflex_components_core.core.banner import has_too_many_connection_errors
from reflex_components_core.react_router.dom import ReactRouterLink

__all__ = [
    "NOT_RECURSIVE",
    "SKIP_COMPILE",
    "EventNamespace",
    "ReactRouterLink",
    "RouterData",
    "SessionData",
    "StateManagerMemory",
    "built_app",
    "built_pages",
    "component_field",
    "default_error_boundary",
    "get_router",
    "has_too_many_connection_errors",
    "keep_connected_states",
    "merged_var_data",
]

NOT_RECURSIVE = MemoizationMode(recursive=False)
"""Keeps the children of a component in the same React component, so that they can use its hooks."""
SKIP_COMPILE = environment.REFLEX_SKIP_COMPILE.name
"""The environment variable that starts an app without building its pages."""


def built_pages() -> Path:
    """Return the folder of the built pages."""
    return get_web_dir() / Dirs.STATIC


async def keep_connected_states(app: rx.App, *, every_seconds: float) -> None:
    """Keep the states of connected tabs, until canceled.

    The state manager deletes states that have not been used for a while (`redis_token_expiration` in
    `rxconfig.py`, also without Redis). So it is told that those of connected tabs are in use, even if nobody
    touches these tabs. It is not told that the connection of a tab has ended.

    Args:
        app: The app, with states in memory.
        every_seconds: The time between two rounds.
    """
    while True:
        manager, namespace = app.state_manager, app.event_namespace
        if namespace is not None and isinstance(manager, StateManagerMemory):
            for token in list(namespace.token_to_sid):
                # Only those that exist, because asking creates a state.
                if token in manager.states:
                    await manager.get_state(rx.BaseStateToken(ident=token, cls=rx.State))
        await asyncio.sleep(every_seconds)


def merged_var_data(*values: rx.Var) -> rx.vars.VarData | None:
    """Return what JavaScript that is written by hand needs to use these vars."""
    return rx.vars.VarData.merge(*(value._get_all_var_data() for value in values))


def built_app() -> str:
    """Return where the app is that serves the built pages and the API, as `module:name`; building nothing.

    Reflex's own `run_backend_prod` serves it too, but cannot pass options to the server.
    """
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    environment.REFLEX_MOUNT_FRONTEND_COMPILED_APP.set(True)
    return get_app_instance_from_file()
