"""Scripts that lead to the page in another language."""

import reflex as rx

from webdev_certs.ui.components.behavior.script import Script, import_path


class LanguageLink(Script):
    """A link to the page that is being shown, below the `prefix` of another language."""

    library = import_path("language_link")
    tag = "LanguageLink"
    prefix: rx.Var[str]
    lang: rx.Var[str]
    href_lang: rx.Var[str]


class LanguageChange(Script):
    """Opens the page in the `wanted` language, unless that is empty, and calls `on_arrive` there."""

    library = import_path("language_change")
    tag = "LanguageChange"
    wanted: rx.Var[str]
    choice: rx.Var[int]
    """Counts the choices, so that one whose page did not load can be made again."""
    prefix: rx.Var[str]
    """What the paths of pages in the wanted language begin with."""
    on_arrive: rx.EventHandler[rx.event.no_args_event_spec]
