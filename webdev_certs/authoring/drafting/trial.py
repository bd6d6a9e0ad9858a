"""Make instances of a drafted family in a process of its own, with limits of time and memory.

`solve` and templates of a family are restricted (`item_models.solving`), but a draft may compute forever.
Instances depend only on seed and purpose, so those that were made here can be made again without limits.
"""

import json
import os
import resource
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import Model, model_kind
from webdev_certs.server.content.item_models.making import BadInstance, make_instances

SEED = "draft"
"""Instances that gates look at are drawn with it."""
DRAWN = (("proof", 100), ("shown", 12))
"""Purpose → how many instances the gates make for it."""
_SECONDS = 120
_CPU_SECONDS = 5
_MEMORY = 2**31
_SURROUNDINGS = {"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[3])}
"""The environment of the process: a draft's code gets none of the product's secrets."""


def make_trial(tree: Any) -> str:
    """Make all instances that gates need; return why that failed, or an empty text.

    Args:
        tree: The family, as an author writes it.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            env=_SURROUNDINGS,
            input=json.dumps(tree),
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"its instances take more than {_SECONDS} s to make"
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or [f"they take more than {_CPU_SECONDS} s"]
        return f"its instances cannot be made: {last[0]}"
    return done.stdout.strip()


def shown_instances(model: Model) -> list[Item]:
    """Return the instances that gates and people look at."""
    return [instance.item for instance in islice(make_instances(model, SEED, "shown"), 12)]


def _main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (used + _CPU_SECONDS, used + _CPU_SECONDS))
    tree = json.load(sys.stdin)
    model = model_kind(tree).model_validate(tree)
    try:
        # The checks of the bank draw with a seed of their own.
        for seed, purpose, number in (*((SEED, *each) for each in DRAWN), ("check", "", 30)):
            for _ in islice(make_instances(model, seed, purpose), number):
                pass
    except BadInstance as fault:
        print(fault)


if __name__ == "__main__":
    _main()
