"""Responses that several routers share."""

from typing import Self

from fastapi import Response


class Download(Response):
    """A file that only the user's own browser may cache, and has to revalidate."""

    @classmethod
    def download(cls, content: bytes | str, filename: str) -> Self:
        """Return content that browsers save under a file name."""
        return cls(
            content,
            headers={
                "Content-Disposition": f'attachment; filename="{filename}"',
                "Cache-Control": "private, no-cache",
            },
        )


class PdfResponse(Download):
    media_type = "application/pdf"


class SvgResponse(Download):
    media_type = "image/svg+xml"


class PngResponse(Download):
    media_type = "image/png"


class CsvResponse(Download):
    media_type = "text/csv"


class CalendarResponse(Download):
    media_type = "text/calendar"


class CredentialResponse(Download):
    media_type = "application/vc"


class TokenResponse(Download):
    media_type = "application/vc+jwt"
