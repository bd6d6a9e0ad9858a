"""The UI tier's client of the API, in the same process or over the network."""

from webdev_certs.ui.client.api import Api, connect
from webdev_certs.ui.client.errors import ApiError
from webdev_certs.ui.client.in_process import InProcess
from webdev_certs.ui.client.payments import NOT_CONFIGURED
from webdev_certs.ui.client.refresh_after_401 import NO_REFRESH_TOKEN, TokenStore
from webdev_certs.ui.client.sender import Page, use_transport
from webdev_certs.ui.client.social import LockAcquireTimeout, SocialError, connect_social
from webdev_certs.ui.client.visitors import find_public_profile, pass_mark_of, trouble_of_api, verify_publicly

__all__ = [
    "NOT_CONFIGURED",
    "NO_REFRESH_TOKEN",
    "Api",
    "ApiError",
    "InProcess",
    "LockAcquireTimeout",
    "Page",
    "SocialError",
    "TokenStore",
    "connect",
    "connect_social",
    "find_public_profile",
    "pass_mark_of",
    "trouble_of_api",
    "use_transport",
    "verify_publicly",
]
