"""What several routers share: responses, and pages of lists with the link to the next one (RFC 8288)."""

from collections.abc import Sequence
from typing import Annotated, Self, TypeVar
from urllib.parse import urlencode

from fastapi import Depends, Query, Request, Response

from webdev_certs.schemas.pages import ListQuery
from webdev_certs.server.services.shared.pages import Page, PageRequest

T = TypeVar("T")


ListQueryDep = Annotated[ListQuery, Query()]


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


def page_request(query: ListQuery) -> PageRequest:
    return PageRequest(query.limit, query.after)


class NextLink:
    """Adds the link to the next page to the response, with the parameters of the request."""

    def __init__(self, request: Request, response: Response) -> None:
        self._parameters = dict(request.query_params)
        self._response = response

    def rows(self, page: Page[T]) -> Sequence[T]:
        """Return the rows of the page, and link to the next page, if there is one."""
        if page.following:
            query = urlencode(self._parameters | {"after": page.following})
            self._response.headers["Link"] = f'<?{query}>; rel="next"'
        return page.rows


async def get_next_link(request: Request, response: Response) -> NextLink:
    return NextLink(request, response)


NextLinkDep = Annotated[NextLink, Depends(get_next_link)]
