"""Tables on the terminal and as CSV."""

import csv
from collections.abc import Iterable, Sequence
from typing import TextIO

import click

Cell = str | int | float | None


def print_table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Print rows in columns: texts on the left, numbers on the right with two decimals."""
    texts = [list(header), *([_text(cell) for cell in row] for row in rows)]
    widths = [max(len(row[place]) for row in texts) for place in range(len(header))]
    for row in texts:
        cells = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        click.echo("  " + "  ".join(cells).rstrip())


def write_csv(file: TextIO, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write rows as CSV with all decimals; unknown numbers are empty."""
    writer = csv.writer(file)
    writer.writerow(header)
    writer.writerows([["" if _unknown(cell) else cell for cell in row] for row in rows])


def _unknown(cell: Cell) -> bool:
    return cell is None or cell != cell


def _text(cell: Cell) -> str:
    if _unknown(cell):
        return "–"
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)
