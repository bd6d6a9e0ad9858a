"""What a certificate shows as the name of its holder."""

from webdev_certs.schemas.certificates import Verification
from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import FORMER_USER, NAME_WITHHELD


def shown_holder(found: Verification) -> str:
    """Return the holder's name, or what is shown instead of it."""
    return found.holder_name or _(NAME_WITHHELD if found.name_withheld else FORMER_USER)
