"""A second process does not share a port, which Granian alone would do."""

import socket

import pytest

from tests.ports import free_port
from webdev_certs.web.connections import PortInUse, serve


def test_a_used_port_is_refused_even_if_its_owner_would_share_it():
    port = free_port()
    with socket.socket() as owner:
        owner.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        owner.bind(("127.0.0.1", port))
        owner.listen()
        with pytest.raises(PortInUse, match=f"Port {port} of 127.0.0.1"):
            serve("no.module:app", "127.0.0.1", port, max_connections=1)
