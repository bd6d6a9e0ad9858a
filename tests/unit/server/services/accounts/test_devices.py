"""Describing browsers."""

import pytest

from webdev_certs.server.services.accounts.login_sessions import describe_device

_MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
_WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0"
_PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)"
_IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
        (f"{_WINDOWS} Safari/537.36", "Chrome on Windows"),
        (f"{_WINDOWS} Safari/537.36 Edg/142.0.0.0", "Edge on Windows"),
        (f"{_WINDOWS} Safari/537.36 OPR/124.0.0.0", "Opera on Windows"),
        (f"{_MAC} Version/18.6 Safari/605.1.15", "Safari on macOS"),
        (f"{_IPHONE} Version/18.6 Mobile/15E148 Safari/604.1", "Safari on iPhone"),
        (f"{_IPHONE} CriOS/142.0 Mobile/15E148 Safari/604.1", "Chrome on iPhone"),
        (f"{_PHONE} Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
        (
            f"{_PHONE} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android",
        ),
        ("curl/8.11.0", "curl"),
        ("Something (Windows NT 11.0)", "Windows"),
        ("Something else", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_device_in_words(user_agent: str, words: str):
    assert describe_device(user_agent) == words
