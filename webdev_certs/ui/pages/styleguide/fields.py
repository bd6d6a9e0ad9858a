"""Form fields, choices and whole forms."""

import reflex as rx

from webdev_certs.ui.components import (
    button,
    checkbox,
    checkbox_card,
    field,
    new_password_field,
    password_field,
    password_input,
    radio_card,
    select,
    text_area,
    text_field,
    text_input,
    verify_box,
)
from webdev_certs.ui.components.field import error_line, help_lines, select_control
from webdev_certs.ui.components.form import form, outcome
from webdev_certs.ui.pages.styleguide.entries import Entry, Group, entry

_LEVELS = [("beginner", "Beginner"), ("advanced", "Advanced")]


def group() -> Group:
    """Return the group."""
    return Group(
        "fields", "Form fields", (_text(), _password(), _several_lines(), _lists(), *_choices(), *_forms())
    )


def _text() -> Entry:
    return entry(
        text_field,
        field,
        text_input,
        error_line,
        help_lines,
        examples=[
            ("default", text_field("Full name", "guide-name")),
            ("with a hint", text_field("Nickname", "guide-hint", hint="Others do not see it.")),
            (
                "invalid",
                text_field(
                    "Email",
                    "guide-invalid",
                    error="Enter an email with an @.",
                    default_value="ada.example.com",
                ),
            ),
            ("disabled", text_field("Account", "guide-off", default_value="ada@example.com", disabled=True)),
            ("a control without a field", text_input("guide-alone", aria_label="Search")),
            (
                "with a hint and an error",
                text_field("Number", "guide-both", hint="Six digits.", error="Enter a number."),
            ),
            ("an error by itself", error_line("Choose at least one answer.")),
            (
                "the lines below another control",
                help_lines("guide-lines", hint="A hint.", error="An error."),
            ),
        ],
    )


def _password() -> Entry:
    return entry(
        password_field,
        password_input,
        new_password_field,
        examples=[
            ("default", password_field("Password", "guide-password")),
            ("invalid", password_field("Your password", "guide-wrong", error="This password is wrong.")),
            ("a new one, with its strength", new_password_field("New password", "guide-new", min_length=12)),
            ("without a field", password_input("guide-password-alone", aria_label="Password of the example")),
        ],
    )


def _several_lines() -> Entry:
    return entry(
        text_area,
        examples=[
            ("default", field("Message", text_area("guide-message", rows="3"), name="guide-message")),
            (
                "invalid",
                field(
                    "Report",
                    text_area("guide-report", rows="3", error="Write at least ten characters."),
                    name="guide-report",
                    error="Write at least ten characters.",
                ),
            ),
            (
                "disabled",
                field("Note", text_area("guide-note", rows="3", disabled=True), name="guide-note"),
            ),
        ],
    )


def _lists() -> Entry:
    return entry(
        select,
        select_control,
        examples=[
            ("default", field("Level", select("guide-level", _LEVELS), name="guide-level")),
            (
                "invalid",
                field(
                    "Topic",
                    select("guide-topic", [("", "Choose a topic…")], error="Choose a topic."),
                    name="guide-topic",
                    error="Choose a topic.",
                ),
            ),
            ("disabled", field("Language", select("guide-lang", _LEVELS, disabled=True), name="guide-lang")),
            ("a control without a field", select_control(rx.el.option("A"), aria_label="Letter")),
        ],
    )


def _choices() -> tuple[Entry, ...]:
    return (
        entry(
            radio_card,
            examples=[
                ("not chosen", radio_card("guide-radio", "1", "Effects")),
                ("chosen", radio_card("guide-radio", "2", "State and rendering", default_checked=True)),
                ("disabled", radio_card("guide-radio", "3", "Hooks", disabled=True)),
                (
                    "disabled and chosen",
                    radio_card("guide-off", "4", "Forms", disabled=True, default_checked=True),
                ),
            ],
        ),
        entry(
            checkbox_card,
            examples=[
                ("not chosen", checkbox_card("guide-box", "1", "Closures")),
                ("chosen", checkbox_card("guide-box", "2", "Promises", default_checked=True)),
                ("disabled", checkbox_card("guide-box", "3", "Iterators", disabled=True)),
                (
                    "disabled and chosen",
                    checkbox_card("guide-box", "4", "Modules", disabled=True, default_checked=True),
                ),
            ],
        ),
        entry(
            checkbox,
            examples=[
                ("default", checkbox("guide-terms", "I accept the terms")),
                (
                    "invalid",
                    checkbox("guide-terms-2", "I accept these terms", error="Accept the terms to go on."),
                ),
                ("disabled", checkbox("guide-terms-3", "I accept all terms", disabled=True)),
            ],
        ),
    )


def _form(name: str, label: str, *, error: str = "", notice: str = "", busy: bool = False) -> rx.Component:
    return form(
        text_field(label, f"{name}-field"),
        name=name,
        on_submit=rx.noop().prevent_default,
        actions=button("Save", type="submit", loading=rx.Var.create(busy)),
        error=rx.Var.create(error),
        notice=rx.Var.create(notice),
        submission=1,
    )


def _forms() -> tuple[Entry, ...]:
    return (
        entry(
            form,
            outcome,
            examples=[
                ("default", _form("guide-form", "City")),
                ("saving", _form("guide-busy-form", "Street", busy=True)),
                ("saved", _form("guide-saved-form", "Country", notice="Your changes are saved.")),
                (
                    "not saved",
                    _form(
                        "guide-failed-form",
                        "Region",
                        error="Nothing was saved. Check your connection and try again.",
                    ),
                ),
            ],
        ),
        entry(verify_box, examples=[("default", verify_box())], wide=True),
    )
