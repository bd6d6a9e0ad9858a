"""A certificate as all screens show it: small on the holder's pages, in full size on public pages; and a
specimen.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

import reflex as rx

from webdev_certs.shared.formatting import duration
from webdev_certs.shared.mark import CHECK, SHIELD
from webdev_certs.shared.specimen import HIGH, LOW, SCORE, STANDARD_ERROR
from webdev_certs.shared.translation import _
from webdev_certs.ui.components.link import link
from webdev_certs.ui.components.meter import score_bar
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.components.styling import Child, Flag, Text, classes, is_set
from webdev_certs.ui.components.surface import badge, card

_FRAME = "min-w-0 rounded-card border-2 bg-surface"

Size: TypeAlias = Literal["sm", "md"]
_QUESTIONS, _MINUTES = 23, 31
"""The shortest exam: `MIN_ITEMS` and three that do not count. The interval is above the cut score by then."""


class _Look(NamedTuple):
    """The class names of the parts whose size differs."""

    frame: str
    name: str
    title: str
    seal: str
    facts: str
    fact: str


_LINES = "flex flex-wrap items-baseline gap-x-4 text-right"
_LOOKS: dict[Size, _Look] = {
    "sm": _Look(
        frame="p-5 sm:p-6",
        name="text-xl leading-tight",
        title="",
        seal="size-14",
        facts="flex flex-col gap-y-1.5",
        fact=_LINES,
    ),
    "md": _Look(
        frame="p-5 shadow-raised sm:p-8",
        name="text-title leading-tight",
        title="text-heading",
        seal="size-16 sm:-mt-5 sm:size-20",
        facts="flex flex-col gap-x-5 gap-y-1.5 sm:grid sm:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] "
        "sm:gap-y-3",
        fact=f"{_LINES} sm:block sm:text-left",
    ),
}


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
    unnamed: Flag = False,
    counts: Flag = True,
    size: Size = "md",
    level: Literal[0, 2] = 0,
    **props: Any,
) -> rx.Component:
    """Render a certificate.

    Args:
        holder: The name on it, or what is shown instead of it.
        title: The title that was earned, in English.
        number: Its number.
        validity: Until when or how long it is valid: the words and the date or time.
        issued: The date of issue; empty for a specimen.
        issuer: The name of the issuer.
        score: The score; empty if it is not shown.
        mark: A badge in the corner, such as "Sample" or the status.
        note: A line below the name.
        unnamed: Whether `holder` is no name. Then it is below the title, not part of a sentence.
        counts: Whether it certifies anything. If not, it has no seal, and only says what was issued to whom.
        size: "md" for a certificate that is the content of a page, "sm" for one beside its settings.
        level: Heading level of the title; 0 for no heading.
        **props: Passed on to the <div>.
    """
    look = _LOOKS[size]
    heading = rx.el.h2 if level else rx.el.p
    return rx.el.div(
        rx.el.div(
            rx.el.p("WebDev Certs", class_name="font-semibold"),
            mark,
            class_name="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1",
        ),
        rx.cond(
            unnamed,
            None,
            rx.fragment(
                rx.el.p(
                    rx.cond(counts, _("This certifies that"), _("It was issued to")),
                    class_name="mt-5 text-muted",
                ),
                rx.el.p(holder, class_name=f"mt-1 font-semibold wrap-anywhere {look.name}"),
                note,
            ),
        ),
        rx.el.div(
            rx.el.div(
                rx.el.p(
                    rx.cond(
                        unnamed,
                        _("Issued for the title"),
                        rx.cond(counts, _("has earned the title"), _("for the title")),
                    ),
                    class_name="text-muted",
                ),
                heading(
                    title,
                    lang="en",
                    class_name=classes(
                        "mt-1 font-semibold", look.title, rx.cond(counts, "text-accent-ink", "text-ink")
                    ),
                ),
                class_name="min-w-0",
            ),
            # The seal has a check mark.
            rx.cond(counts, seal(class_name=look.seal)),
            class_name="mt-4 flex items-end justify-between gap-4",
        ),
        rx.cond(unnamed, rx.fragment(rx.el.p(holder, class_name="mt-4 font-semibold wrap-anywhere"), note)),
        rx.el.dl(
            _fact(
                _("Number"),
                rx.el.span(number, class_name="font-mono whitespace-nowrap"),
                f"{look.fact} col-span-full",
            ),
            rx.cond(is_set(issued), _fact(_("Issued"), issued, look.fact)),
            _fact(*validity, look.fact),
            _fact(_("Issued by"), issuer, look.fact),
            rx.cond(is_set(score), _fact(_("Score"), score, f"{look.fact} col-span-full")),
            class_name=f"mt-5 border-t border-line pt-5 text-compact {look.facts}",
        ),
        class_name=classes(
            _FRAME,
            look.frame,
            rx.cond(counts, "border-accent-ink", "border-edge"),
            props.pop("class_name", ""),
        ),
        **props,
    )


def _fact(name: Child, value: Child, look: str) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-left text-sm text-muted"),
        # It wraps beside its name, and is below it only if a word is too long for that.
        rx.el.dd(value, class_name="flex-1 font-medium"),
        class_name=f"min-w-0 {look}",
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
            rx.el.svg.path(d=SHIELD, stroke="currentColor", stroke_width="1.8", **line),
            rx.el.svg.path(d=CHECK, stroke="currentColor", stroke_width="2", **line),
            transform="translate(8 8)",
        ),
        view_box="0 0 48 48",
        aria_hidden="true",
        class_name=name,
        **props,
    )


def _header(title: str, note: str) -> rx.Component:
    """Render the header of a specimen with its badge."""
    return rx.el.div(
        rx.el.div(
            rx.el.p(title, lang="en", class_name="text-heading font-semibold"),
            rx.el.p(note, class_name="mt-0.5 text-sm text-faint"),
            class_name="min-w-0",
        ),
        badge(_("Sample"), "accent"),
        class_name="flex items-start justify-between gap-4",
    )


def specimen_result(title: str, label: str, cut_score: int) -> rx.Component:
    """Render a specimen result, with invented numbers: score, standard error and verdict.

    Args:
        title: The title that was earned.
        label: What was tested.
        cut_score: On the 200–800 scale.
    """
    verdict = rx.el.div(
        rx.el.p(str(SCORE), class_name="text-6xl font-semibold tracking-[-0.04em] tabular-nums"),
        rx.el.div(
            rx.el.p(_("Standard error {n}", n=STANDARD_ERROR), class_name="text-muted tabular-nums"),
            status_badge("passed", class_name="mt-1.5"),
            class_name="pb-1",
        ),
        class_name="mt-6 flex flex-wrap items-end gap-x-4",
    )
    facts = [
        (_("Questions"), str(_QUESTIONS)),
        (_("Time used"), duration(_MINUTES)),
        (_("Pass mark"), str(cut_score)),
    ]
    return card(
        _header(title, _("Certification test")),
        verdict,
        score_bar(SCORE, LOW, HIGH, cut_score, label=label, class_name="mt-6"),
        rx.el.p(
            _("The bar shows the 95% interval, {low} to {high}.", low=LOW, high=HIGH),
            class_name="mt-2 text-sm text-muted",
        ),
        rx.el.dl(
            *[
                rx.el.div(
                    rx.el.dt(name, class_name="text-sm text-faint"),
                    rx.el.dd(value, class_name="mt-0.5 font-medium tabular-nums"),
                )
                for name, value in facts
            ],
            class_name="mt-6 grid grid-cols-[auto_auto_auto] gap-2 border-t border-line pt-5 sm:grid-cols-3 "
            "sm:gap-4",
        ),
        class_name="shadow-raised sm:p-8",
    )


def specimen_certificate(title: str, number: str, validity: str) -> rx.Component:
    """Render the specimen certificate of a technology, with a link to its verification page.

    Args:
        title: The title of the certificate.
        number: Its number.
        validity: How long certificates are valid.
    """
    return rx.el.figure(
        certificate(
            _("Sam Sample"),
            title,
            number,
            validity=(_("Valid for"), validity),
            mark=badge(_("Sample"), "accent"),
        ),
        rx.el.figcaption(
            link(_("Verify this sample"), f"/verify/{number}"),
            _(" and see what employers see."),
            class_name="mt-4 text-compact text-muted",
        ),
    )
