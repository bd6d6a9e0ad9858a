"""Which IP addresses count as one caller."""

import pytest

from webdev_certs.server.domain.ip_prefix import ip_prefix


@pytest.mark.parametrize(
    ("ip", "prefix"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_ipv4_counts_alone_and_ipv6_by_its_64(ip: str, prefix: str):
    assert ip_prefix(ip) == prefix
