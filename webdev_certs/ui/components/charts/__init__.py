"""Charts, which the server draws, and rows of intervals on one axis."""

from webdev_certs.ui.components.charts.chart import chart
from webdev_certs.ui.components.charts.intervals import (
    interval_axis,
    interval_key,
    interval_row,
    numbers_row,
    numbers_table,
)

__all__ = ["chart", "interval_axis", "interval_key", "interval_row", "numbers_row", "numbers_table"]
