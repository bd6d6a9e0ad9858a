"""A certificate as all screens show it: in small for its holder, in full for everybody else."""

from typing import Any, Literal, TypeAlias

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.styling import Child, Flag, Text, classes, is_set

_SHIELD = "M16 5.5l8.5 3.2v6.1c0 5.3-3.5 9.2-8.5 11.7-5-2.5-8.5-6.4-8.5-11.7V8.7z"
_FRAME = "min-w-0 rounded-card border-2 bg-surface"

Size: TypeAlias = Literal["sm", "md"]

_SIZES: dict[Size, tuple[str, str, str, str]] = {
    "sm": ("p-5 sm:p-6", "text-xl leading-tight", "font-semibold", "size-14"),
    "md": ("p-5 shadow-raised sm:p-8", "text-title leading-tight", "text-heading", "size-16 sm:size-20"),
}
"""Size → class names of the frame, the name, the title and the seal."""


def certificate(
    holder: Text,
    title: Text,
    number: Text,
    *,
    validity: tuple[Child, Text],
    issued: Text = "",
    issuer: Text = "WebDev Certs",
    score: Text = "",
    mark: Child | None = None,
    note: Child | None = None,
    counts: Flag = True,
    size: Size = "md",
    level: Literal[0, 2] = 0,
    **props: Any,
) -> rx.Component:
    """Render a certificate.

    Args:
        holder: The name on it.
        title: The title that was earned, in English.
        number: Its number.
        validity: Until when or how long it is valid: the words and the date or time.
        issued: The date of issue; empty for a sample.
        issuer: The name of the issuer.
        score: The score; empty if it is not shown.
        mark: A badge in the corner, such as "Sample" or the status.
        note: A line below the name.
        counts: Whether it certifies anything. If not, it has no seal and says in other words what it was.
        size: "md" for a certificate that is the content of a page, "sm" for one beside its settings.
        level: Heading level of the title; 0 for no heading.
        **props: Passed on to the <div>.

    Returns:
        The certificate.
    """
    frame, name, title_look, seal_size = _SIZES[size]
    heading = rx.el.h2 if level else rx.el.p
    return rx.el.div(
        rx.el.div(
            rx.el.p("WebDev Certs", class_name="font-semibold"),
            mark,
            class_name="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1",
        ),
        rx.el.p(
            rx.cond(counts, _("This certifies that"), _("It was issued to")), class_name="mt-5 text-muted"
        ),
        rx.el.p(holder, class_name=f"mt-1 font-semibold wrap-anywhere {name}"),
        note,
        rx.el.div(
            rx.el.div(
                rx.el.p(
                    rx.cond(counts, _("has earned the title"), _("for the title")), class_name="text-muted"
                ),
                heading(title, lang="en", class_name=f"mt-1 font-semibold text-accent-ink {title_look}"),
                class_name="min-w-0",
            ),
            # The seal has a check mark.
            rx.cond(counts, seal(class_name=seal_size)),
            class_name="mt-4 flex items-end justify-between gap-4",
        ),
        rx.el.dl(
            _fact(_("Number"), number, class_name="col-span-full", look="font-mono break-all"),
            rx.cond(is_set(issued), _fact(_("Issued"), issued)),
            _fact(*validity),
            _fact(_("Issued by"), issuer),
            rx.cond(is_set(score), _fact(_("Score"), score)),
            class_name="mt-5 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-5 gap-y-3 border-t "
            "border-line pt-5",
        ),
        class_name=classes(
            _FRAME, frame, rx.cond(counts, "border-accent-ink", "border-edge"), props.pop("class_name", "")
        ),
        **props,
    )


def _fact(name: Child, value: Text, *, look: str = "", class_name: str = "") -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name=f"font-medium {look}"),
        class_name=f"min-w-0 {class_name}",
    )


def seal(**props: Any) -> rx.Component:
    """Draw the seal of the product, hidden from screen readers."""
    line: dict[str, Any] = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    name = f"shrink-0 text-accent-ink {props.pop('class_name', 'size-20')}"
    return rx.el.svg(
        rx.el.svg.circle(cx="24", cy="24", r="22.5", stroke="currentColor", stroke_width="1", fill="none"),
        rx.el.svg.circle(
            cx="24",
            cy="24",
            r="19.5",
            stroke="currentColor",
            stroke_width="1.6",
            fill="none",
            stroke_dasharray="1.2 1.64",
        ),
        rx.el.svg.g(
            rx.el.svg.path(d=_SHIELD, stroke="currentColor", stroke_width="1.8", **line),
            rx.el.svg.path(d="M11.8 15.8l3 3 5.6-6", stroke="currentColor", stroke_width="2", **line),
            transform="translate(8 8)",
        ),
        view_box="0 0 48 48",
        aria_hidden="true",
        class_name=name,
        **props,
    )
