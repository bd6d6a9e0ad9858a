"""Wrappers of the scripts that take a certificate to verify: as a file, or from the camera."""

import reflex as rx

from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.reflex_internals import component_field


def _file_answer(status: rx.Var[int], answer: rx.Var[str]) -> tuple[rx.Var[int], rx.Var[str]]:
    """Pass the HTTP status and the body."""
    return status, answer


class FileDrop(Script):
    """Sends a file that is dropped here, or chosen in an input inside, to `url`. Shows its children."""

    library = import_path("file_drop")
    tag = "FileDrop"
    url: rx.Var[str]
    max_bytes: rx.Var[int]
    over_class_name: rx.Var[str]
    """Class names while a file is above it."""
    on_start: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """Takes the name of the file."""
    on_answer: rx.EventHandler[_file_answer]
    """Takes the HTTP status (0 without an answer, 413 if the file is too large to send) and the body."""


class NumberScanner(Script):
    """A button that reads a certificate's QR code with the camera. Shows its children above the button."""

    library = import_path("number_scanner")
    tag = "NumberScanner"
    # Loaded when it is needed, in browsers that cannot read codes themselves.
    lib_dependencies: list[str] = component_field(default_factory=lambda: ["qr@0.7.0"])
    words: rx.Var[dict[str, str]]
    """For `about` (at first), `start`, `stop`, `hint`, `other` (codes of other things), `refused` (camera),
    `unloaded` (the decoder) and `video`."""
    button_class_name: rx.Var[str]
    video_class_name: rx.Var[str]
    hint_class_name: rx.Var[str]
    on_found: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """Takes the number."""
