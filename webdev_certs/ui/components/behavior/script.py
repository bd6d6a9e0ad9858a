"""What the wrappers of browser scripts have in common."""

import reflex as rx


def import_path(name: str) -> str:
    """Return the import path of a script in this folder."""
    return f"$/public{rx.asset(f'{name}.js', shared=True)}"


class Script(rx.Component):
    """A component that a script in this folder exports."""

    @property
    def import_var(self) -> rx.ImportVar:
        """Import the component by its name; there is no package to install."""
        return rx.ImportVar(tag=self.tag, install=False)
