"""Which return URLs are allowed after sign-in and on the payment pages: paths of this site, and nothing else.

Stripe gets whole URLs: `server/services/payments/checkouts.py` checks their origin, and the rest here.
"""

import re
from typing import Annotated
from urllib.parse import unquote, urlsplit

from pydantic import AfterValidator, StringConstraints

MAX_PATH_LENGTH = 500

_URL = re.compile(r"/(?![/\\])[^\\\s\x00-\x1f\x7f]*")
# No empty segments: a browser resolves `/.//host` to `//host`, which is another site.
_PATH = re.compile(r"(?:/(?!/)[^/\\\s\x00-\x1f\x7f]*)+")


def is_own_path(url: str) -> bool:
    r"""Return whether a URL is a path of this site, in every way that a browser may read it.

    Refuses anything that a browser could read as another site, even after percent-decoding it once: `//host`,
    `/\host`, `/%2fhost`, `/.//host`, a scheme, control characters and white space.

    Args:
        url: a path with an optional query and fragment.
    """
    return bool(_URL.fullmatch(url) and _PATH.fullmatch(unquote(urlsplit(url).path)))


def _check(url: str) -> str:
    if not is_own_path(url):
        raise ValueError("must be a path of this site")
    return url


ReturnUrl = Annotated[str, StringConstraints(max_length=MAX_PATH_LENGTH), AfterValidator(_check)]
