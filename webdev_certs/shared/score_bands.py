"""Named bands of scores: what a score says about how a developer answers questions (docs/measurement.md)."""

from dataclasses import dataclass
from typing import Literal, get_args

from webdev_certs.shared.exam_rules import SCALE_HIGH
from webdev_certs.shared.translation import N_, pgettext

BandName = Literal["competent", "proficient", "advanced"]
_STARTS: dict[BandName, int] = {"competent": 0, "proficient": 600, "advanced": 700}
"""From about this score on, a developer gets three of four intermediate questions right (`proficient`), or
three of four advanced ones (`advanced`). `competent` begins at the pass mark of the certificate."""
BAND_MEANINGS: dict[BandName, str] = {
    "competent": N_(
        "Gets about three out of four basic questions right, and more than half of the "
        "intermediate ones. Advanced questions are still hard."
    ),
    "proficient": N_(
        "Gets about three out of four intermediate questions right, and more than half of "
        "the advanced ones. Basic questions are rarely a problem."
    ),
    "advanced": N_("Gets about three out of four advanced questions right, and nearly all of the others."),
}


@dataclass(frozen=True)
class Band:
    """A band of scores; both ends are in it."""

    name: BandName
    low: int
    high: int


def band_words(name: BandName) -> str:
    """Return the name of a band in the language of the context."""
    return {
        "competent": pgettext("a band of scores", "Competent"),
        "proficient": pgettext("a band of scores", "Proficient"),
        "advanced": pgettext("a band of scores", "Advanced"),
    }[name]


def bands(cut_score: int) -> tuple[Band, ...]:
    """Return the bands of certificates with this pass mark, the lowest first."""
    names = get_args(BandName)
    starts = [max(cut_score, _STARTS[name]) for name in names]
    ends = [*(start - 1 for start in starts[1:]), SCALE_HIGH]
    return tuple(
        Band(name, low, high) for name, low, high in zip(names, starts, ends, strict=True) if low <= high
    )


def bands_between(cut_score: int, low: float, high: float) -> list[BandName]:
    """Return the bands that scores between two others are in; scores below the pass mark are in none."""
    return [band.name for band in bands(cut_score) if band.low <= high and low <= band.high]
