"""What this tab does after a sign-out or a sign-in in another tab.

All tabs share the tokens in local storage. The browser tells each tab what another one has changed there.
"""

from collections.abc import Mapping

from webdev_certs.ui.reflex_internals import state_kinds
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.lifetimes import VisitorState


async def follow_other_tabs(session: SessionState, stored: Mapping[str, object]) -> None:
    """Reset the screens when another tab has ended the login session, or has begun another one.

    The user who signs in elsewhere may not be the visitor who used this tab, so the states of visitors
    are reset too.

    Args:
        session: The session of this tab.
        stored: What another tab has changed in local storage: name of a var of `SessionState` → its value.
    """
    if not session.refresh_token and stored.get("refresh_token"):
        for kind in state_kinds():
            if issubclass(kind, VisitorState):
                (await session.get_state(kind)).reset()
    for name in ("access_token", "refresh_token"):
        known = getattr(session, name)
        has_ended = name in stored and not stored[name]
        if known and (has_ended or (name == "refresh_token" and stored.get(name, known) != known)):
            await session.clear_screens()
            return
