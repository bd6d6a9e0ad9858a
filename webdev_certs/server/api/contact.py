"""The contact form."""

from fastapi import APIRouter

from webdev_certs.schemas.mails import ContactMessage
from webdev_certs.server.api.context import ContextDep, LimitsDep
from webdev_certs.server.api.dependencies import CallerDep
from webdev_certs.server.services.mail import contact

router = APIRouter(prefix="/api/contact", tags=["contact"])


@router.post("", status_code=202)
async def send_message(
    form: ContactMessage, context: ContextDep, limits: LimitsDep, caller: CallerDep
) -> None:
    """Mail a message to the operator. A token is optional; with it, the sender gets a copy."""
    await contact.send_message(context, limits, form, caller)
