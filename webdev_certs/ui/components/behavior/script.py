"""What the wrappers of browser scripts have in common."""

from concurrent.futures import ThreadPoolExecutor

import reflex as rx


def import_path(name: str) -> str:
    """Return the import path of a script in this folder."""

    def asset() -> str:
        return rx.asset(f"{name}.js", shared=True).importable_path

    # `rx.asset` reads the source of every function on the call stack to find this folder. A new thread has a
    # short stack, which halves the time that the process takes to start.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asset).result()


class Script(rx.Component):
    """A component that a script in this folder exports."""

    @property
    def import_var(self) -> rx.ImportVar:
        """Import the component by its name; there is no package to install."""
        return rx.ImportVar(tag=self.tag, install=False)
