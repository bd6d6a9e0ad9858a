"""The UI tier's way to the API: HTTP and JSON, in the process or across the network."""

from webdev_certs.client.api import Api, connect, use_transport
from webdev_certs.client.bearer import NO_REFRESH_TOKEN, TokenStore
from webdev_certs.client.errors import ApiError
from webdev_certs.client.in_process import InProcess

__all__ = ["NO_REFRESH_TOKEN", "Api", "ApiError", "InProcess", "TokenStore", "connect", "use_transport"]
