"""The UI tier's way to the API: HTTP and JSON, in the process or across the network."""

from webdev_certs.client.api import Api, connect
from webdev_certs.client.bearer import NO_REFRESH_TOKEN, TokenStore
from webdev_certs.client.errors import ApiError
from webdev_certs.client.in_process import InProcess
from webdev_certs.client.sender import use_transport
from webdev_certs.client.social import LockAcquireTimeout, SocialError, connect_social

__all__ = [
    "NO_REFRESH_TOKEN",
    "Api",
    "ApiError",
    "InProcess",
    "LockAcquireTimeout",
    "SocialError",
    "TokenStore",
    "connect",
    "connect_social",
    "use_transport",
]
