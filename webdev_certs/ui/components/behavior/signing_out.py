"""Signing out in the browser: in every tab, and without a connection."""

import reflex as rx

from webdev_certs.ui.components.behavior.script import Script, import_path


class SessionInAllTabs(Script):
    """Applies a sign-out in every tab: removes emptied keys from local storage and leaves protected pages."""

    library = import_path("session_in_all_tabs")
    tag = "SessionInAllTabs"
    token: rx.Var[str]
    user: rx.Var[str]
    """The user's id; empty without one. The page is loaded again when another user takes over."""
    payment_redirect: rx.Var[str]
    authenticated: rx.Var[bool]
    unconfirmed: rx.Var[bool]
    """Whether the signed-in user's email is not confirmed."""
    guarded: rx.Var[bool]


class OfflineSignOut(Script):
    """Signs out without a connection: shows `text` alone, and opens `home` when the connection is back."""

    library = import_path("offline_sign_out")
    tag = "OfflineSignOut"
    text: rx.Var[str]
    home: rx.Var[str]
