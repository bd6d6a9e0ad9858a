"""Items in the formats of other tools, both ways, with every loss named."""

from webdev_certs.authoring.exchange import aiken, gift, moodle, qti
from webdev_certs.authoring.exchange.losses import Exported, Imported, Loss, Unreadable

FORMATS = {"aiken": aiken, "gift": gift, "moodle-xml": moodle, "qti": qti}
"""Each has `dump(items) -> Exported` and `load(data) -> Imported`."""

__all__ = ["FORMATS", "Exported", "Imported", "Loss", "Unreadable"]
