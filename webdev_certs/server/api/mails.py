"""The contact form, and unsubscribing by the link in a mail, without signing in (RFC 8058)."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import RedirectResponse

from webdev_certs.schemas.mails import ContactMessage, Unsubscribed
from webdev_certs.server.api.dependencies import CallerDep, ContextDep, LimitsDep
from webdev_certs.server.services.mail import choices, contact
from webdev_certs.shared.translation import language_prefix

router = APIRouter(prefix="/api/mails", tags=["mails"])

# In the query, which is not logged.
TokenDep = Annotated[str, Query(max_length=100)]
contact_router = APIRouter(prefix="/api/contact", tags=["contact"])


@router.get("/unsubscribe", status_code=303, response_class=RedirectResponse)
async def open_unsubscribe_page(token: TokenDep = "") -> RedirectResponse:
    """Lead to the page with a button. Mail scanners open links, so opening one unsubscribes nobody."""
    return RedirectResponse(f"{language_prefix()}/unsubscribe#token={token}", 303)


@router.post("/unsubscribe")
async def unsubscribe(context: ContextDep, token: TokenDep = "") -> Unsubscribed:
    """Switch off the kind of mail that the token names. The body is ignored; repeating it changes nothing."""
    return await choices.unsubscribe(context, token)


@contact_router.post("", status_code=202)
async def send_message(
    form: ContactMessage, context: ContextDep, limits: LimitsDep, caller: CallerDep
) -> None:
    """Mail a message to the operator. A token is optional; with it, the sender gets a copy."""
    await contact.send_message(context, limits, form, caller)
