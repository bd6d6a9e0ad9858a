"""The thin bridge to Base UI: headless parts whose keyboard and focus behaviour is hard to get right."""

from typing import ClassVar

import reflex as rx
from reflex_base.components.component import field
from reflex_base.utils.imports import ImportVar

PACKAGE = "@base-ui/react"
VERSION = "1.9.0"


class BaseUI(rx.Component):
    """A part of a Base UI component, such as `Dialog.Popup` of `@base-ui/react/dialog`."""

    lib_dependencies: list[str] = field(default_factory=lambda: [f"{PACKAGE}@{VERSION}"])
    namespace: ClassVar[str]

    @property
    def import_var(self) -> ImportVar:
        """Import the namespace that holds all parts."""
        return ImportVar(tag=self.namespace, package_path="", install=False)
