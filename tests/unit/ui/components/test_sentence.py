"""Sentences with components in them."""

import reflex as rx

from webdev_certs.ui.components.text import sentence


def test_the_message_decides_where_the_parts_stand():
    link, name = rx.el.a("Sign in"), rx.el.strong("Ada")
    assert sentence("{name}, {link}!", link=link, name=name) == [name, ", ", link, "!"]
    assert sentence("No parts.") == ["No parts."]
