"""The design system: the components that pages are made of.

Children come first, `**props` go to the element, and every text prop is a `str` or an `rx.Var`.
"""

from webdev_certs.ui.components.app_shell import app_shell, focus_shell
from webdev_certs.ui.components.button import button, button_group, icon_button, link_button
from webdev_certs.ui.components.certificate import specimen_certificate, specimen_result
from webdev_certs.ui.components.dialog import dialog, dialog_close
from webdev_certs.ui.components.form import (
    checkbox,
    checkbox_card,
    field,
    radio_card,
    select,
    switch,
    text_area,
    text_field,
    text_input,
)
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.illustrations import illustration
from webdev_certs.ui.components.link import anchor, link
from webdev_certs.ui.components.lists import check_items, show_more
from webdev_certs.ui.components.menu import menu, menu_choice, menu_item, menu_separator
from webdev_certs.ui.components.meter import progress, score_bar
from webdev_certs.ui.components.page_shell import CONTAINER, page_shell
from webdev_certs.ui.components.password import new_password_field, password_field, password_input
from webdev_certs.ui.components.placeholder import empty_state, skeleton
from webdev_certs.ui.components.section import faq, page_header, section
from webdev_certs.ui.components.sign_in_buttons import or_divider, sign_in_buttons
from webdev_certs.ui.components.surface import alert, badge, card
from webdev_certs.ui.components.text import code_block
from webdev_certs.ui.components.toast import toaster
from webdev_certs.ui.components.verify_box import verify_box

__all__ = [
    "CONTAINER",
    "alert",
    "anchor",
    "app_shell",
    "badge",
    "button",
    "button_group",
    "card",
    "check_items",
    "checkbox",
    "checkbox_card",
    "code_block",
    "dialog",
    "dialog_close",
    "empty_state",
    "faq",
    "field",
    "focus_shell",
    "icon",
    "icon_button",
    "illustration",
    "link",
    "link_button",
    "menu",
    "menu_choice",
    "menu_item",
    "menu_separator",
    "new_password_field",
    "or_divider",
    "page_header",
    "page_shell",
    "password_field",
    "password_input",
    "progress",
    "radio_card",
    "score_bar",
    "section",
    "select",
    "show_more",
    "sign_in_buttons",
    "skeleton",
    "specimen_certificate",
    "specimen_result",
    "switch",
    "text_area",
    "text_field",
    "text_input",
    "toaster",
    "verify_box",
]
