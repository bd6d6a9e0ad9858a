"""The review folder of a private bank: drafts that wait for a person, and why others were refused.

Its files are not YAML, so neither the product nor any check takes them for questions.
"""

import difflib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from webdev_certs.authoring.drafting.gates import Gate
from webdev_certs.authoring.drafting.trial import shown_instances
from webdev_certs.server.content.bank import MODELS, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import Model, model_kind

FOLDER = "review"
INSTANCES = 5
"""How many a person is shown."""
FIRST = 501
"""Where the numbers of families of private banks begin."""
_TOLD = 12
"""How many of the latest reasons later prompts name."""


@dataclass(frozen=True)
class Draft:
    """A family that waits for a person.

    Attributes:
        id: The family's id.
        technology: Its technology.
        family: The family as its author writes it, perhaps edited.
        drafted: The family as the model wrote it.
        gates: What the gates found.
        edited: Whether a person has changed it since the gates judged it.
    """

    id: str
    technology: str
    family: dict[str, Any]
    drafted: dict[str, Any]
    gates: tuple[Gate, ...]
    edited: bool = False

    def model(self) -> Model:
        """Return the family; it was valid when it was written."""
        return model_kind(self.family).model_validate(self.family)

    @property
    def passed(self) -> bool:
        """Whether all gates that have judged it passed it."""
        return all(gate.passed for gate in self.gates)

    def instances(self) -> list[Item]:
        """Return some instances, for a person."""
        return shown_instances(self.model())[:INSTANCES]

    def difference(self) -> list[str]:
        """Return how the family differs from what the model wrote, as the lines of a unified diff."""
        before, after = (as_yaml(each).splitlines() for each in (self.drafted, self.family))
        return list(difflib.unified_diff(before, after, "drafted", "edited", lineterm=""))


class ReviewFolder:
    """The drafts of a private bank."""

    def __init__(self, bank: Path) -> None:
        self._bank = bank
        self._folder = bank / FOLDER

    def write(self, draft: Draft) -> Path:
        """Write a draft, also in place of an older state of it; return its file."""
        file = self._file(draft)
        file.parent.mkdir(parents=True, exist_ok=True)
        _replace(file, json.dumps(asdict(draft), ensure_ascii=False, indent=1))
        return file

    def drafts(self) -> list[Draft]:
        """Return the drafts that wait, in the order of their ids."""
        trees = (json.loads(file.read_text("utf-8")) for file in sorted(self._folder.glob("*/*.json")))
        return [Draft(**{**tree, "gates": _gates(tree["gates"])}) for tree in trees]

    def accept(self, draft: Draft) -> Path:
        """Move a draft into the bank; return the file that has it now.

        The draft is taken first, so of two people who accept it only one writes it into the bank. If that
        fails, it waits again.

        Raises:
            FileNotFoundError: Somebody else has decided about the draft.
            ValueError: The bank's file is not a list of families, or has the draft already.
        """
        waiting = self._file(draft)
        taken = waiting.rename(waiting.with_suffix(".taken"))
        try:
            file = self._add_to_bank(draft)
        except BaseException:
            taken.rename(waiting)
            raise
        taken.unlink()
        return file

    def _add_to_bank(self, draft: Draft) -> Path:
        file = self._bank / draft.technology / MODELS / f"{draft.family['topic']}.yaml"
        before = file.read_text("utf-8").rstrip("\n") + "\n\n" if file.is_file() else ""
        after = before + as_yaml(draft.family)
        try:
            families = yaml.safe_load(after)
        except yaml.YAMLError:
            families = None
        if not isinstance(families, list) or not all(isinstance(each, dict) for each in families):
            raise ValueError(f"{file} is not a list of families at the left margin")
        if sum(each.get("id") == draft.id for each in families) > 1:
            raise ValueError(f"{file} has {draft.id} already")
        file.parent.mkdir(parents=True, exist_ok=True)
        _replace(file, after)
        return file

    def refuse(self, draft: Draft, reason: str) -> None:
        """Remove a draft and keep the reason for later prompts.

        Raises:
            FileNotFoundError: Somebody else has decided about the draft.
        """
        self._file(draft).unlink()
        entry = {"topic": draft.family["topic"], "stem": draft.family["stem"], "reason": reason}
        with self._refused(draft.technology).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")

    def reasons(self, technology: str) -> Sequence[str]:
        """Return why people refused drafts of a technology, the latest last."""
        file = self._refused(technology)
        lines = file.read_text("utf-8").splitlines() if file.is_file() else []
        return [f"{entry['reason']} (topic {entry['topic']})" for entry in map(json.loads, lines)][-_TOLD:]

    def free_id(self, technology: TechnologyBank, topic: str, released: Sequence[str]) -> str:
        """Return an id that neither the bank, a release nor a draft has."""
        name = technology.blueprint.technology
        used = {*technology.families, *released, *(draft.id for draft in self.drafts())}
        number = FIRST
        while (found := f"{name}-{topic}-m{number}") in used:
            number += 1
        return found

    def _file(self, draft: Draft) -> Path:
        return self._folder / draft.technology / f"{draft.id}.json"

    def _refused(self, technology: str) -> Path:
        return self._folder / technology / "refused.jsonl"


def _replace(file: Path, text: str) -> None:
    """Write a file so that others see its old state or all of the new one."""
    partial = file.with_name(f".{file.name}.partial")
    partial.write_text(text, "utf-8")
    partial.replace(file)


def edited(draft: Draft, family: dict[str, Any], gates: Sequence[Gate]) -> Draft:
    """Return a draft with what a person has written, and what the gates say of it."""
    return replace(draft, family=family, gates=tuple(gates), edited=True)


def as_yaml(family: dict[str, Any]) -> str:
    """Return the entry of a family in a file of item models."""
    return yaml.dump([family], Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as they are read, and no anchors, which another family may have too."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _write_text)


def _gates(trees: Sequence[dict[str, Any]]) -> tuple[Gate, ...]:
    return tuple(Gate(**{**tree, "details": tuple(tree["details"])}) for tree in trees)
