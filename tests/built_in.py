"""The built-in question bank, which takes seconds to read."""

from functools import cache

from webdev_certs.server.content.bank import Bank, load_bank


@cache
def built_in_bank() -> Bank:
    """Return the built-in bank, read once in each process of the tests."""
    return load_bank()
