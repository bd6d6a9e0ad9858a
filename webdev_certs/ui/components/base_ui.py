"""Base class of the wrappers around Base UI, whose headless components handle keyboard and focus."""

from typing import ClassVar

import reflex as rx

from webdev_certs.ui.reflex_internals import component_field

PACKAGE = "@base-ui/react"
VERSION = "1.9.0"


class BaseUI(rx.Component):
    """A part of a Base UI component, such as `Dialog.Popup` of `@base-ui/react/dialog`."""

    lib_dependencies: list[str] = component_field(default_factory=lambda: [f"{PACKAGE}@{VERSION}"])
    namespace: ClassVar[str]

    @property
    def import_var(self) -> rx.ImportVar:
        """Import the namespace with all parts."""
        return rx.ImportVar(tag=self.namespace, package_path="", install=False)
