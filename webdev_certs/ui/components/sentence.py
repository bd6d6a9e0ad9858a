"""Sentences that have components in them, such as links."""

from string import Formatter

from webdev_certs.ui.components.styling import Child


def sentence(message: str, /, **parts: Child) -> list[Child]:
    """Return the children that show a sentence with components in it; the translation decides on their order.

    For example `rx.el.p(*sentence(_("New here? {register}"), register=link(…)))`.

    Args:
        message: The translated sentence, with names in braces.
        **parts: What replaces the names: name → text or component.

    Returns:
        Texts and components.
    """
    children: list[Child] = []
    for text, name, _specification, _conversion in Formatter().parse(message):
        children += [text] if text else []
        children += [parts[name]] if name else []
    return children
