"""Responses that several routers share."""

from fastapi import Response


class PdfResponse(Response):
    media_type = "application/pdf"


def pdf_download(content: bytes, filename: str) -> PdfResponse:
    """Return a PDF as a download that only the user's own browser may cache, and has to revalidate."""
    return PdfResponse(
        content,
        headers={
            "Content-Disposition": f'attachment; filename="{filename}"',
            "Cache-Control": "private, no-cache",
        },
    )
