"""Lists of records, and bars."""

from typing import get_args

import reflex as rx

from webdev_certs.ui.components import link, progress, score_bar
from webdev_certs.ui.components.meter import chance_bar, score_axis, score_key
from webdev_certs.ui.components.record import record, records
from webdev_certs.ui.components.status import status_badge
from webdev_certs.ui.components.styling import Tone
from webdev_certs.ui.pages.styleguide.entries import Entry, Group, entry

_TONES: tuple[Tone, ...] = get_args(Tone)


def group() -> Group:
    """Return the group."""
    return Group("data", "Records and bars", (*_records(), *_bars()))


def _records() -> tuple[Entry, ...]:
    return (
        entry(
            records,
            record,
            examples=[
                (
                    "two records",
                    records(
                        rx.fragment(
                            record(
                                "React",
                                "Mar 2, 2026",
                                status_badge("passed"),
                                link("Open React", "/dashboard"),
                            ),
                            record(
                                "Vue, Advanced",
                                "Mar 1, 2026",
                                "7 of 10 correct",
                                link("Open Vue", "/dashboard"),
                            ),
                        ),
                        caption="Sample records",
                    ),
                )
            ],
            wide=True,
        ),
    )


def _bars() -> tuple[Entry, ...]:
    return (
        entry(
            progress,
            examples=[
                ("empty", progress(0, label="Progress: none")),
                ("half", progress(50, label="Progress: half")),
                ("full", progress(20, 20, label="Progress: full", tone="success")),
            ],
        ),
        entry(
            score_bar,
            score_axis,
            score_key,
            examples=[
                *[
                    (tone, score_bar(588, 478, 698, 500, label=f"React, {tone}", tone=tone))
                    for tone in _TONES
                ],
                ("without numbers", score_bar(461, 380, 542, 500, label="Vue", ticks=False)),
                ("at the ends of the scale", score_bar(200, 200, 260, 500, label="Java")),
                ("what its parts mean", score_key()),
            ],
        ),
        entry(
            chance_bar,
            examples=[
                ("wide range", chance_bar(72, 34, 94, label="72%, likely between 34% and 94%")),
                ("almost certain", chance_bar(99, 97, 99, label="99%, likely between 97% and 99%")),
            ],
        ),
    )
