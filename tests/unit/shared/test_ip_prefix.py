"""Which IP addresses count as one caller."""

import pytest

from webdev_certs.shared.ip_prefix import SITE_LENGTH, ip_prefix


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


def test_one_customers_ipv6_networks_are_one_site():
    sites = {ip_prefix(f"2001:db8:1:{n:x}::1", SITE_LENGTH) for n in range(20)}
    assert sites == {"2001:db8:1::/48"}
    assert ip_prefix("198.51.100.7", SITE_LENGTH) == "198.51.100.7"
