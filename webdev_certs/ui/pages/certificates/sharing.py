"""How holders show their certificates elsewhere: posts, the badge for other sites, the public profile."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    button,
    button_group,
    card,
    checkbox,
    dialog,
    dialog_close,
    dialog_open,
    icon,
    link,
    menu,
    menu_item,
    menu_separator,
    text_field,
)
from webdev_certs.ui.components.behavior import DeviceShare
from webdev_certs.ui.components.form import CONTROL
from webdev_certs.ui.components.menu import ITEM
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.certificates.own import OwnCertificatesState
from webdev_certs.ui.states.certificates.public_profile import OwnProfileState
from webdev_certs.ui.states.shared.toasts import ToastState

_NETWORKS = (
    ("linkedin", _("Post on LinkedIn")),
    ("x", _("Post on X")),
    ("mastodon", _("Post on Mastodon")),
)


def _embed_dialog(entry: Any, trigger: rx.Component) -> rx.Component:
    """Render the dialog with the HTML of a badge."""
    return dialog(
        trigger,
        _("Embed the badge"),
        rx.el.label(_("HTML for your site"), html_for="snippet", class_name="text-sm font-medium"),
        rx.el.textarea(
            id="snippet",
            value=entry.snippet,
            read_only=True,
            rows=7,
            # As high as the text where browsers can do that, so that no line is cut off.
            class_name=f"{CONTROL} mt-1.5 field-sizing-content py-2.5 font-mono text-sm",
        ),
        description=_(
            "A picture that links to the public page, without scripts. It always shows whether the "
            "certificate is valid, and never your name."
        ),
        actions=rx.fragment(
            dialog_close(button(_("Close"), variant="secondary")),
            button(
                _("Copy"),
                on_click=[rx.set_clipboard(entry.snippet), ToastState.show(_("Copied."), "success")],
            ),
        ),
    )


def profile_card() -> rx.Component:
    """Render the settings of the holder's public profile."""
    state = OwnProfileState
    return card(
        rx.el.h2(
            _("Public profile"),
            id="profile-heading",
            tab_index=-1,
            class_name="text-heading font-semibold outline-none",
        ),
        rx.cond(state.error != "", alert(state.error, tone="danger", role="alert", class_name="mt-3")),
        rx.cond(state.handle != "", _profile(), _no_profile()),
        class_name="mt-8",
    )


def _no_profile() -> rx.Component:
    return rx.fragment(
        rx.el.p(
            _(
                "One page with the certificates you choose, ready for your résumé. Nobody can guess "
                "its address, and search engines leave it out unless you let them list it."
            ),
            class_name="mt-2 max-w-2xl text-muted",
        ),
        button(
            _("Create a public profile"),
            variant="secondary",
            loading=OwnProfileState.busy,
            on_click=OwnProfileState.create,
            class_name="mt-4 max-sm:w-full",
        ),
    )


def _profile() -> rx.Component:
    state = OwnProfileState
    return rx.fragment(
        rx.el.p(link(state.url, state.path, class_name="wrap-anywhere"), class_name="mt-2"),
        rx.el.p(
            rx.cond(
                state.shown.length() > 0,
                rx.cond(
                    state.indexed,
                    _("Search engines may list it."),
                    _("Only people with the link can find it. Search engines leave it out."),
                ),
                _("It’s still empty. Choose “Show on my public profile” for a certificate."),
            ),
            aria_live="polite",
            class_name="mt-1 text-muted",
        ),
        button_group(
            button(
                _("Copy link"),
                variant="secondary",
                on_click=[rx.set_clipboard(state.url), ToastState.link_copied],
            ),
            _settings(),
            button(_("Remove"), variant="ghost", loading=state.busy, on_click=state.remove),
            class_name="mt-4",
        ),
    )


def _settings() -> rx.Component:
    """Render the button that opens the settings, and the dialog with them."""
    state = OwnProfileState
    return dialog(
        dialog_open(button(_("Change…"), variant="secondary")),
        _("Public profile"),
        state_form(
            state,
            text_field(
                _("Address"),
                "handle",
                hint=_("3 to 40 letters, digits and hyphens. The old address stops working."),
                error=state.field_errors.get("handle", ""),
                default_value=state.handle,
                max_length=40,
                auto_complete="off",
                spell_check=False,
            ),
            checkbox("indexed", _("Let search engines list it"), default_checked=state.indexed),
            on_submit=state.save,
            actions=button_group(
                dialog_close(button(_("Cancel"), variant="secondary")),
                button(_("Save"), type="submit", loading=state.busy),
                class_name="grow justify-end",
            ),
        ),
        accepted=state.version,
        on_closed=state.forget_faults,
    )


def share_menu(entry: Any) -> rx.Component:
    """Render the menu with the ways to show the certificate elsewhere."""
    ways = menu(
        button(
            icon("share"),
            _("Share"),
            variant="secondary",
            aria_label=_("Share: {number}", number=entry.number),
        ),
        menu_item(
            _("Copy link"),
            "link",
            on_click=[rx.set_clipboard(entry.verify_url), ToastState.link_copied],
        ),
        *(menu_item(label, "globe", href=entry.posts[network], new_tab=True) for network, label in _NETWORKS),
        DeviceShare.create(
            icon("share", class_name="text-muted"),
            rx.el.span(_("Share with an app…")),
            text=entry.post,
            url=entry.verify_url,
            class_name=ITEM,
        ),
        menu_separator(),
        dialog_open(menu_item(_("Embed the badge…"), "code")),
        id=rx.Var.create(f"share-{entry.number}"),
    )
    return _embed_dialog(entry, ways)


def profile_choice(entry: Any) -> rx.Component:
    """Render the choice to show a certificate on the public profile, if there is one."""
    return rx.cond(
        OwnProfileState.handle != "",
        checkbox(
            rx.Var.create("on_profile-") + entry.number,
            _("Show on my public profile"),
            hint=rx.cond(
                entry.name_public,
                "",
                _("It’s only on your profile if you show your name."),
            ),
            default_checked=entry.on_profile,
            key=f"{entry.number}-profile-{OwnCertificatesState.failed_changes}",
            on_change=lambda checked: OwnCertificatesState.share(entry.number, "on_profile", checked),
        ),
    )
