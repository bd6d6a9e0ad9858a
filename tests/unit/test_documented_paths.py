"""What documents name exists: the files that they link to or mention, and the functions of the tour."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "tests" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
FOLDERS = ("webdev_certs", "tests", "docs", "benchmarks", "alembic", "assets", "deploy")

_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")
_CODE_BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"`([\w.-]*/?[\w./-]*(?:\w\.py|/[\w.-]+\.(?:js|css|md|toml|yaml|json)|\w/))`")
"""A Python file, another file with a folder, or a folder with a slash at its end."""
_NOT_IN_REPOSITORY = re.compile(r"/|\.venv/|\.pictures/|\.pages/|data/|DATA_DIR/|~/")
_NAME = re.compile(r"`(?:\w+\.)?(\w+)`")


@cache
def _tree() -> str:
    """Return the paths of all files and folders, each between line breaks and below a slash."""
    found = [
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts
    ]
    paths = [f"/{path.relative_to(ROOT).as_posix()}{'/' if path.is_dir() else ''}\n" for path in found]
    return "".join(
        [*paths, *(f"/{path.name}\n" for path in ROOT.iterdir()), *(f"/{name}/\n" for name in FOLDERS)]
    )


def _exists(name: str) -> bool:
    """Return whether there is a file or folder with this path or with this end of its path."""
    return f"/{name}\n" in _tree()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_that_a_document_names_exist(document: Path):
    text = _CODE_BLOCK.sub("", document.read_text("utf-8"))
    broken = [link for link in _LINK.findall(text) if not (document.parent / link).exists()]
    named = {name for name in _FILE.findall(text) if not _NOT_IN_REPOSITORY.match(name)}
    assert broken == []
    assert sorted(name for name in named if not _exists(name)) == []


def test_functions_of_the_tour_are_in_its_files():
    rows = [
        row.split("|")[1:4] for row in (ROOT / "docs/tour.md").read_text("utf-8").splitlines() if "`" in row
    ]
    lacking = []
    for _behavior, files, functions in (row for row in rows if len(row) == 3):
        source = "".join(path.read_text("utf-8") for name in _FILE.findall(files) for path in _find(name))
        lacking += [name for name in _NAME.findall(functions) if not re.search(rf"\b{name}\b", source)]
    assert len(rows) > 10
    assert lacking == []


def _find(name: str) -> list[Path]:
    paths = [path for path in (ROOT / "webdev_certs").rglob(Path(name).name) if path.is_file()]
    return [path for path in paths if path.as_posix().endswith(f"/{name}")]
