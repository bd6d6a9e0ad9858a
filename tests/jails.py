"""Tests that run drafted programs need the jail: not only bubblewrap, but a kernel that allows it."""

import pytest

from webdev_certs.authoring.execution.jail import Jail
from webdev_certs.authoring.execution.programs import MissingRuntime


def _missing() -> str:
    """Return why this machine cannot make a jail, or an empty text."""
    try:
        Jail()
    except MissingRuntime as fault:
        return str(fault)
    return ""


_MISSING = _missing()
needs_jail = pytest.mark.skipif(bool(_MISSING), reason=_MISSING or "the jail works here")
