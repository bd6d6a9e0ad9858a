"""Spelling, by codespell: common typing errors, and British spellings where American ones are wanted."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from webdev_certs.authoring.checks.places import fault_of, prose, texts
from webdev_certs.authoring.execution.runtimes import MissingRuntime
from webdev_certs.server.content.bank import Bank, Fault
from webdev_certs.server.content.format import Item

DICTIONARIES = "clear,rare,en-GB_to_en-US"
# Correct terms that codespell reports as errors.
KNOWN = ("fo", "te", "nd", "ot", "thead", "statics", "invokable", "readd", "deques", "crate")
_FINDING = re.compile(r"^(?:.*/)?(?P<item>[^/:]+):(?P<line>\d+): (?P<wrong>.+) ==> (?P<right>.+)$")


def check_spelling(bank: Bank) -> Iterator[Fault]:
    """Find misspelled words outside code.

    Raises:
        MissingRuntime: Codespell is not installed.
    """
    if find_spec("codespell_lib") is None:
        raise MissingRuntime("the Python package codespell is not installed (a development dependency)")
    items = {
        item.id: (technology, item) for technology in bank.technologies.values() for item in technology.items
    }
    with tempfile.TemporaryDirectory() as folder:
        for item_id, (_, item) in items.items():
            Path(folder, item_id).write_text("\n".join(_lines(item)), "utf-8")
        options = ["--builtin", DICTIONARIES, "--ignore-words-list", ",".join(KNOWN), "--quiet-level", "39"]
        command = [sys.executable, "-m", "codespell_lib", *options, folder]
        printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout
    for found in filter(None, map(_FINDING.match, printed.splitlines())):
        technology, item = items[found["item"]]
        place, _ = list(texts(item))[int(found["line"]) - 1]
        yield fault_of(technology, item, f"{place}: {found['wrong']!r} is spelled {found['right']!r}")


def _lines(item: Item) -> Iterator[str]:
    """Yield one line for each text, so that the line number of a finding tells the text."""
    shows_code = item.format == "output"
    for place, text in texts(item):
        # The options of an output item are what a program prints.
        yield "" if shows_code and place.endswith(".text") else " ".join(prose(text).split())
