"""The tools that the files in `deploy` are written for accept them, and they name only what exists."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyOptions

from tests.conftest import ROOT
from tests.contract.programs import Unavailable, skip_unless_required
from tests.contract.proxies.proxy import CADDY, CADDYFILE
from webdev_certs.server.services.shared.background_tasks import STOP_SECONDS
from webdev_certs.settings import Settings
from webdev_certs.shared.metrics import REGISTRY
from webdev_certs.ui.states.shared.unawaited import FINISH_SECONDS
from webdev_certs.web.draining import DRAIN_SECONDS

DEPLOY = ROOT / "deploy"
COMPOSE = DEPLOY / "compose.yaml"
MANIFESTS = [DEPLOY / "kubernetes" / f"{name}.yaml" for name in ("settings", "migrate", "product")]
UNIT = "webdev-certs@.service"
_PROGRAMS = Path(sys.executable).parent
_MOST_EXPOSED = "15"
"""The most that `systemd-analyze security` may find, of 100: below 20 is "OK"."""
_BACKGROUND_TASKS = 4
"""Those that a process ends one after another: jobs, mails, the question bank, and the clock."""
_NO_SETTINGS = {"PATH", "HOME", "ENV_FILE", "PYTHONDONTWRITEBYTECODE"}


def accepted(*command: str | Path) -> str:
    """Run a tool that must accept what it is given, and return its output."""
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_hadolint_accepts_the_dockerfile():
    accepted(_PROGRAMS / "hadolint", "--failure-threshold", "style", DEPLOY / "Dockerfile")


def test_the_image_test_takes_the_steps_of_the_dockerfile():
    steps, tested = (
        re.findall(r"^(?:RUN|chroot) .*(make .*)$", (DEPLOY / name).read_text(), re.MULTILINE)
        for name in ("Dockerfile", "image-test.sh")
    )
    assert steps == tested
    assert len(steps) == 2


def test_the_compose_file_keeps_to_the_specification():
    PyOptions(apply_merge=True).from_yaml(COMPOSE.read_text()).validate()


@pytest.mark.parametrize("file", MANIFESTS, ids=lambda file: file.stem)
def test_kubernetes_accepts_the_manifests(file: Path):
    accepted(_PROGRAMS / "kubernetes-validate", "--strict", file)


def test_caddy_accepts_its_file(tmp_path: Path):
    accepted(CADDY, "validate", "--config", CADDYFILE, "--adapter", "caddyfile")
    accepted(CADDY, "fmt", "--diff", CADDYFILE)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """Return the unit of one process, with the program of this folder."""
    if not shutil.which("systemd-analyze"):
        skip_unless_required("systemd-analyze", Unavailable("it is not installed"))
    text = (DEPLOY / "systemd" / UNIT).read_text()
    (tmp_path / UNIT).write_text(text.replace("/opt/webdev-certs/.venv", sys.prefix))
    instance = tmp_path / UNIT.replace("@", "@8000")
    instance.symlink_to(UNIT)
    return instance


def test_systemd_accepts_the_unit(unit: Path):
    accepted("systemd-analyze", "verify", "--man=no", unit)


def test_the_unit_keeps_the_process_from_most_of_the_machine(unit: Path):
    accepted("systemd-analyze", "security", "--offline=true", f"--threshold={_MOST_EXPOSED}", unit)


def test_every_way_to_stop_a_process_leaves_it_time_to_end_by_itself():
    unit = re.findall(r"^TimeoutStopSec=(\d+)$", (DEPLOY / "systemd" / UNIT).read_text(), re.MULTILINE)
    compose = yaml.safe_load(COMPOSE.read_text())["x-product"]["stop_grace_period"]
    deployment = next(yaml.safe_load_all(MANIFESTS[2].read_text()))
    pod = deployment["spec"]["template"]["spec"]
    before = pod["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]
    left = [int(unit[0]), int(compose.removesuffix("s")), pod["terminationGracePeriodSeconds"] - before]
    assert min(left) > DRAIN_SECONDS + FINISH_SECONDS + _BACKGROUND_TASKS * STOP_SECONDS


def test_kubernetes_allows_connections_for_all_processes_of_an_upgrade():
    settings = yaml.safe_load(MANIFESTS[0].read_text())["data"]
    documents = {
        document["kind"]: document["spec"] for document in yaml.safe_load_all(MANIFESTS[2].read_text())
    }
    deployment, scaler = documents["Deployment"], documents["HorizontalPodAutoscaler"]
    # One is told to stop when a new one has been ready for so long.
    stopping = deployment["template"]["spec"]["terminationGracePeriodSeconds"] / deployment["minReadySeconds"]
    surge = deployment["strategy"]["rollingUpdate"]["maxSurge"]
    assert int(settings["DATABASE_PROCESSES"]) >= scaler["maxReplicas"] + surge + stopping


def test_commands_have_the_secrets_and_the_folder_of_the_processes_of_systemd():
    unit = (DEPLOY / "systemd" / UNIT).read_text()
    copied = dict(re.findall(r"^LoadCredential=(.+):(.+)$", unit, re.MULTILINE))
    words = re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)
    of_process = dict(word.split("=") for line in words for word in line.split())
    guide = (ROOT / "docs" / "operations.md").read_text()
    (block,) = re.findall(r"^cat >> \$ENV_FILE <<EOF\n(.*?)^EOF$", guide, re.MULTILINE | re.DOTALL)
    of_commands = dict(line.split("=") for line in block.splitlines())
    secrets = {
        name: copied[value.removeprefix("%d/")]
        for name, value in of_process.items()
        if value.startswith("%d/")
    }
    assert {"SIGNING_KEY_FILE", "CREDENTIAL_KEY_FILE", "DATABASE_URL_FILE"} <= set(secrets)
    assert secrets == {name: path for name, path in of_commands.items() if name.endswith("_FILE")}
    assert of_commands["DATA_DIR"] == of_process["DATA_DIR"]


def test_only_settings_that_exist_are_set():
    known = {name.upper() for name in Settings.model_fields}
    secrets = {
        f"{name.upper()}_FILE"
        for name, field in Settings.model_fields.items()
        if "SecretStr" in str(field.annotation)
    }
    named = {re.sub(r"__.*", "", name) for name in set(variables()) - _NO_SETTINGS}
    assert named - known - secrets == set()
    assert {"TRUSTED_PROXIES", "SHARED_ASSETS_DIR", "DATA_DIR", "PUBLIC_URL"} <= named


def variables() -> list[str]:
    """Return the names of the environment variables that the files set for the product."""
    unit = (DEPLOY / "systemd" / UNIT).read_text()
    of_unit = [
        word for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE) for word in line.split()
    ]
    (image,) = re.findall(r"^ENV (.*(?:\\\n.*)*)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    of_image = image.replace("\\", "").split()
    of_pages = re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "settings.env").read_text(), re.MULTILINE)
    compose: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())
    config: dict[str, Any] = yaml.safe_load(MANIFESTS[0].read_text())
    names = [word.partition("=")[0] for word in (*of_unit, *of_image)]
    return [*names, *of_pages, *compose["x-product"]["environment"], *config["data"]]


def test_the_autoscaler_reads_a_metric_that_exists():
    (rule,) = yaml.safe_load((DEPLOY / "kubernetes" / "prometheus-adapter.yaml").read_text())["rules"]
    (scaler,) = (
        document
        for document in yaml.safe_load_all(MANIFESTS[2].read_text())
        if document["kind"] == "HorizontalPodAutoscaler"
    )
    series = rule["seriesQuery"].partition("{")[0].removesuffix("_sum")
    assert series in {metric.name for metric in REGISTRY.collect()}
    assert scaler["spec"]["metrics"][0]["pods"]["metric"]["name"] == rule["name"]["as"]
