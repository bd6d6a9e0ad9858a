"""The table with the numbers of a chart."""

from collections.abc import Sequence
from html import escape

from webdev_certs.shared.translation import _


def numbers_table(caption: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table behind "Show the numbers"; the first cell of each row names it."""
    # The roles are for browsers that forget them where rows are grids: on phones (assets/content.css).
    head = "".join(f'<th scope="col" role="columnheader">{escape(text)}</th>' for text in headers)
    body = "".join(
        f'<tr role="row"><th scope="row" role="rowheader">{escape(row[0])}</th>'
        + "".join(f'<td role="cell">{escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    summary = _("Show the numbers")
    return (
        f"<details><summary>{escape(summary)}</summary>"
        f'<table role="table"><caption>{escape(caption)}</caption>'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table></details>'
    )
