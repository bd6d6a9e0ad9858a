"""Networks in the settings, and which origins are on this machine."""

import pytest

from webdev_certs.settings.networks import is_loopback, is_private, parse_networks


@pytest.mark.parametrize("text", ["10.0.0.7/33", "ui.example", "10.0.0.1-10.0.0.9", "10.0.0.1/8"])
def test_text_that_is_not_a_network_is_refused(text: str):
    with pytest.raises(ValueError, match=r"."):
        parse_networks(text)


def test_networks_are_parsed():
    assert parse_networks("") == []
    assert [str(network) for network in parse_networks("10.0.0.7,fd00::/64 ,")] == [
        "10.0.0.7/32",
        "fd00::/64",
    ]


ON_THIS_MACHINE = {
    *("http://localhost:8000", "http://127.0.0.1:8000", "http://127.8.9.10", "http://[::1]:8000"),
    *("https://localhost", "http://certs.localhost:3000", "http://[::ffff:127.0.0.1]"),
}
PRIVATE = {
    *("http://10.1.2.3/v1", "http://172.16.0.9", "http://192.168.1.7:8000", "http://[fd00::1]:8000/v1"),
}
ELSEWHERE = {
    *(
        "https://certs.example",
        "http://0.0.0.0:8000",
        "http://localhost.certs.example",
        "http://notlocalhost",
    ),
    *("http://127.0.0.1.certs.example", "http://9.9.9.9/v1", "http://172.32.0.1", "http://[2620:fe::fe]"),
    *("http://[::ffff:9.9.9.9]", "http://10.0.0.1.example", "http://llm", ""),
}


def test_urls_on_this_machine_and_in_private_networks_are_told_apart():
    urls = ON_THIS_MACHINE | PRIVATE | ELSEWHERE
    assert {url for url in urls if is_loopback(url)} == ON_THIS_MACHINE
    assert {url for url in urls if is_private(url)} - {"http://0.0.0.0:8000"} == ON_THIS_MACHINE | PRIVATE
