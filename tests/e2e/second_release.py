"""A second release of the pages, without a second build."""

import re
import shutil
from pathlib import Path

from webdev_certs.web.releases import Releases

# From the beginning of each name, because trying from each of its letters takes minutes in minified code.
_SCRIPT = re.compile(r"(?<![\w.~-])[\w.~-]+\.js")


def copy_renamed(releases: Releases, folder: Path) -> None:
    """Copy the latest release with other names of all scripts, as a build of changed pages makes in minutes.

    Args:
        releases: The releases.
        folder: The copy, which does not exist yet.
    """
    served = releases.current()
    assert served
    left_out = shutil.ignore_patterns("*.gz", "*.br", "release.json")
    shutil.copytree(served, folder, ignore=left_out)
    scripts = list(folder.rglob("assets/*.js"))
    names = {script.name: f"{script.stem}-again.js" for script in scripts}
    for file in (*scripts, *folder.rglob("*.html")):
        file.write_text(_SCRIPT.sub(lambda found: names.get(found[0], found[0]), file.read_text()))
    for script in scripts:
        script.rename(script.with_name(names[script.name]))
