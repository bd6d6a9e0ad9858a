"""A second build of the pages, without the minutes that one takes."""

import re
import shutil
from pathlib import Path

from webdev_certs.web.releases import Releases

# Every name of a script follows a slash. Without `\.js` at the end, for which the search in one long line of
# a script would take minutes.
_FILE_NAME = re.compile(r"(?<=/)[\w.~-]+")


def copy_renamed(releases: Releases, folder: Path) -> None:
    """Copy the current release, and give all its scripts other names, as a build of changed pages does.

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
        file.write_text(_FILE_NAME.sub(lambda found: names.get(found[0], found[0]), file.read_text()))
    for script in scripts:
        script.rename(script.with_name(names[script.name]))
