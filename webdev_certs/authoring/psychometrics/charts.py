"""Charts of the statistics, drawn with matplotlib, which is only installed for development."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from textwrap import shorten
from typing import Any

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.ticker import MaxNLocator, PercentFormatter

from webdev_certs.authoring.psychometrics.dif import ItemDif
from webdev_certs.authoring.psychometrics.drift import ItemDrift
from webdev_certs.authoring.psychometrics.options import OptionCurve

INK, FAINT, GRID = "#0d1a33", "#5a6683", "#dfe3ec"
BLUE, RED, GREEN, GRAY = "#3a37b4", "#b3261e", "#1b7f4b", "#8b94a8"
_COLORS = (RED, "#8a6100", "#7a4bb3", "#0b7285", "#c2410c", "#475569", "#be185d")
_FONT = Path(str(files("webdev_certs"))) / "fonts" / "SourceSansPro-Regular.ttf"
_MOST_PANELS, _MOST_ROWS = 12, 20


def _style() -> dict[Any, Any]:
    fontManager.addfont(_FONT)
    return {
        "font.family": FontProperties(fname=str(_FONT)).get_name(),
        "font.size": 10,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": GRAY,
        "axes.titlesize": 10.5,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": GRID,
        "grid.linewidth": 0.7,
        "xtick.color": FAINT,
        "ytick.color": FAINT,
        "legend.frameon": False,
        "svg.fonttype": "path",
        "svg.hashsalt": "psychometrics",
        "savefig.dpi": 200,
    }


@contextmanager
def drawing(path: Path, width: float = 6.7, height: float = 3.2) -> Iterator[Figure]:
    """Save what is drawn to a file, whose ending decides the format.

    Args:
        path: Where to.
        width: In inches.
        height: In inches.
    """
    with plt.rc_context(_style()):
        figure = plt.figure(figsize=(width, height), layout="constrained")
        yield figure
        # The date would make equal charts differ.
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
        plt.close(figure)


def plot(axes: Axes, x_label: str, y_label: str, title: str = "") -> Axes:
    """Label the axes, and return them."""
    axes.set(xlabel=x_label, ylabel=y_label)
    if title:
        axes.set_title(title)
    return axes


def draw_drift(path: Path, drifts: Sequence[ItemDrift], periods: Sequence[str]) -> None:
    """Draw the residuals of the items that changed most over time, each in a panel of its own."""
    shown = drifts[:_MOST_PANELS]
    rows = -(-len(shown) // 3)
    with drawing(path, 6.9, 0.7 + 1.45 * rows) as figure:
        panels = figure.subplots(rows, 3, sharex=True, sharey=True, squeeze=False).ravel()
        x = np.arange(len(periods))
        for axes, item in zip(panels, shown, strict=False):
            color = RED if item.flagged else BLUE
            band = 1.96 * item.errors
            axes.axhline(0, color=GRAY, linewidth=1)
            axes.fill_between(x, -band, band, color=GRAY, alpha=0.18, linewidth=0)
            axes.plot(x, item.residuals, color=color, marker="o", markersize=4, linewidth=1.5)
            axes.set_title(item.name + ("  drifts" if item.flagged else ""), color=color, fontsize=8.5)
            axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        for axes in panels[len(shown) :]:
            axes.set_axis_off()
        step = max(1, -(-len(periods) // 2))
        panels[0].set_xticks(x[::step], list(periods)[::step])
        for axes in panels:
            axes.tick_params(labelsize=8)
        figure.supylabel("Correct answers minus expected", fontsize=9.5)
        figure.supxlabel("First day of the period. Gray: 95% of what chance explains", fontsize=9.5)


def draw_dif(path: Path, found: Sequence[ItemDif], focal: str, reference: str) -> None:
    """Draw Δ with its 95% interval: all items that are not class A, and the largest of the others."""
    known = [item for item in found if np.isfinite(item.odds.delta)]
    ranked = sorted(known, key=lambda item: (item.odds.size == "A", -abs(item.odds.delta)))[:_MOST_ROWS]
    ranked.sort(key=lambda item: item.odds.delta)
    with drawing(path, 6.7, 1.3 + 0.2 * len(ranked)) as figure:
        axes = plot(figure.subplots(), f"Δ: harder for “{focal}”  ←   →  harder for “{reference}”", "")
        y = np.arange(len(ranked))
        axes.axvspan(-1, 1, color=GREEN, alpha=0.08, linewidth=0)
        for edge in (-1.5, -1, 1, 1.5):
            axes.axvline(edge, color=GRAY, linewidth=0.8, linestyle=":")
        for place, item in enumerate(ranked):
            color = {"A": BLUE, "B": "#8a6100"}.get(item.odds.size[0], RED)
            axes.errorbar(
                item.odds.delta, place, xerr=1.96 * item.odds.delta_error, fmt="o", markersize=4, color=color
            )
        axes.set_yticks(y, [f"{item.name}  {item.odds.size}" for item in ranked], fontsize=8)
        axes.set_ylim(-0.8, len(ranked) - 0.2)
        axes.grid(axis="y", visible=False)


def draw_options(path: Path, name: str, curves: Sequence[OptionCurve]) -> None:
    """Draw how often each option of an item is chosen, in each fifth of the learners."""
    with drawing(path, 6.7, 3.0 + 0.2 * len(curves)) as figure:
        axes = plot(figure.subplots(), "Fifth of the learners by score", "Chosen by", name)
        colors = iter(_COLORS * 3)
        for curve in curves:
            color = GREEN if curve.right else next(colors)
            label = shorten(curve.name, 90, placeholder=" …").replace("$", r"\$")
            axes.plot(
                range(1, 6),
                curve.fifths,
                color=color,
                marker="o" if curve.right else "s",
                markersize=4,
                linewidth=2 if curve.right else 1.2,
                label=f"{label}  (r = {curve.correlation:+.2f})",
            )
        axes.set(ylim=(-0.03, 1.03), xticks=range(1, 6))
        axes.set_xticklabels(["weakest", "2", "3", "4", "ablest"])
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        figure.legend(loc="outside lower left", fontsize=8, ncols=1)


def draw_bars(path: Path, groups: Mapping[str, Sequence[float]], series: Sequence[str], x_label: str) -> None:
    """Draw horizontal bars: for each group one bar a series."""
    with drawing(path, 6.7, 1.0 + 0.42 * len(groups)) as figure:
        axes = plot(figure.subplots(), x_label, "")
        height = 0.8 / len(series)
        for place, (name, color) in enumerate(zip(series, (BLUE, "#a9a7e6", GREEN), strict=False)):
            y = np.arange(len(groups)) + (place - (len(series) - 1) / 2) * height
            bars = axes.barh(
                y, [values[place] for values in groups.values()], height, color=color, label=name
            )
            axes.bar_label(bars, fmt="%g", padding=3, fontsize=8, color=FAINT)
        axes.set_yticks(range(len(groups)), list(groups))
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.margins(x=0.08)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        figure.legend(loc="outside lower right", ncols=len(series), fontsize=9)


def draw_lines(
    path: Path,
    lines: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    x_label: str,
    y_label: str,
    *,
    cut: float | None = None,
    percent: bool = False,
) -> None:
    """Draw lines through points, and a dashed one at the pass mark."""
    with drawing(path) as figure:
        axes = plot(figure.subplots(), x_label, y_label)
        for (name, (x, y)), color in zip(lines.items(), (BLUE, RED, GREEN), strict=False):
            axes.plot(x, y, color=color, linewidth=1.8, marker="o", markersize=3, label=name)
        _at_cut(axes, cut)
        if percent:
            axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        else:
            axes.set_ylim(bottom=0)
        if len(lines) > 1:
            axes.legend(fontsize=9)


def draw_histogram(
    path: Path, values: Mapping[str, Sequence[float]], x_label: str, y_label: str, cut: float | None = None
) -> None:
    """Draw the distributions of some values, one above the other, and a dashed line at the pass mark."""
    with drawing(path, 6.7, 1.0 + 1.6 * len(values)) as figure:
        panels = figure.subplots(len(values), 1, sharex=True, squeeze=False).ravel()
        everything = np.concatenate([np.asarray(each, dtype=np.float64) for each in values.values()])
        bins = np.linspace(everything.min(), everything.max() + 1e-9, 31).tolist()
        for axes, (name, own), color in zip(panels, values.items(), (BLUE, GREEN), strict=False):
            plot(axes, "", y_label, name if len(values) > 1 else "")
            axes.hist(own, bins, color=color, edgecolor="white", linewidth=0.5)
            _at_cut(axes, cut)
        panels[-1].set_xlabel(x_label)


def _at_cut(axes: Axes, cut: float | None) -> None:
    if cut is not None:
        axes.axvline(cut, color=INK, linewidth=1, linestyle="--")
        axes.annotate(
            "pass mark",
            (cut, 1),
            xycoords=("data", "axes fraction"),
            xytext=(4, -9),
            textcoords="offset points",
            fontsize=8,
            color=INK,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1},
        )
