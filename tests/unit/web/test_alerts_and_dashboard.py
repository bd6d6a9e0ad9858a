"""The shipped alerts and the dashboard ask for metrics that exist, and each alert says what to do."""

import json
import re
import shutil
import subprocess

import pytest
import yaml

from tests.conftest import ROOT

FOLDER = ROOT / "deploy" / "observability"
RULES = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"][0]["rules"]
_OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
_SUFFIX = re.compile(r"_(bucket|count|sum|total)$")


def queries() -> list[str]:
    panels = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]] + [
        rule["expr"] for rule in RULES
    ]


def existing() -> set[str]:
    """Return the names in the code that makes metrics."""
    files = ["shared/metrics.py", "server/api/gauges.py", "ui/states/session/measuring.py"]
    text = "".join((ROOT / "webdev_certs" / file).read_text() for file in files)
    gauges = {f"webdev_certs_{name}" for name in re.findall(r'_gauge\(\s*"(\w+)"', text)}
    return gauges | set(re.findall(r'"(webdev_certs_\w+)"', text))


def test_every_query_is_about_metrics_that_exist_and_every_metric_is_shown():
    asked = {_SUFFIX.sub("", name) for query in queries() for name in re.findall(r"webdev_certs_\w+", query)}
    assert asked <= existing()
    assert existing() - asked == set()


def test_each_alert_says_what_to_do():
    documented = re.findall(r"^\| `([A-Z]\w+[a-z]\w*)` \|", _OPERATIONS, re.MULTILINE)
    names = [rule["alert"] for rule in RULES]
    assert [name for name in documented if name in names] == names


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool, of Debian's prometheus, is not installed")
def test_promtool_accepts_the_alerts():
    checked = subprocess.run(
        ["promtool", "check", "rules", FOLDER / "alerts.yaml"], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
