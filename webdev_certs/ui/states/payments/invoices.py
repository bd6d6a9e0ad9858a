"""Downloads of invoices."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api


async def download_invoice(api: Api, invoice_id: str) -> rx.event.EventSpec:
    """Return the event that downloads an invoice as a PDF.

    Raises:
        ApiError: The invoice cannot be read.
    """
    pdf = await api.invoice(invoice_id)
    name = _("invoice-{number}.pdf", number=invoice_id)
    return rx.download(data=pdf, filename=name, mime_type="application/pdf")
