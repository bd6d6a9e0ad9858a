"""`python -m benchmarks.bots` lets programs that know the whole repository take exams.

Each of them has read all questions, has made instances of every certification family with a secret of its
own, and knows their keys. It takes exams whose instances follow from the deployment's secret. A number as
argument sets how many exams each takes.

- *guesses* knows nothing.
- *list* knows questions with their keys. It answers those in its list and guesses at others.
- *lookup* also compares parts: an option, a line or a pair that was right under the same words of a question
  is right again. So it recognizes the statements of selection models.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from statistics import fmean, stdev
from typing import Any

import numpy as np

from benchmarks.figures import markdown
from webdev_certs.server.content.bank import TechnologyBank, load_bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import Model
from webdev_certs.server.content.item_models.making import make_instances
from webdev_certs.server.domain.adaptive import AdaptiveAttempt, Exposure, Pool
from webdev_certs.server.domain.grading import grade
from webdev_certs.server.services.exams.item_pool import exam_pool, exam_rules

EXAMS, KNOWN = 100, 20
"""Exams of each program, and instances of each family that it has made."""
_THEIRS, _OURS = "a secret of the program", "the deployment's secret"

Response = Mapping[str, Any]
Answers = Callable[[Item, random.Random], Response]


class Knowledge:
    """What a program has learned from questions with their keys."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._questions: dict[object, set[object]] = {}
        self._parts: dict[str, dict[str, bool]] = defaultdict(dict)
        self._pairs: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for item in items:
            self._questions[_question(item)] = _key_texts(item)
            right = set(item.key or ())
            if item.format == "match_pairs" or item.format == "order_lines":
                self._pairs[item.stem] |= _pairs(item, _right(item))
            else:
                self._parts[item.stem] |= {each.text: each.id in right for each in item.options}

    def from_list(self, item: Item, rng: random.Random) -> Response:
        """Answer a question that is known as a whole; guess at others."""
        known = self._questions.get(_question(item))
        return guess(item, rng) if known is None else _with_key(item, known, rng)

    def from_parts(self, item: Item, rng: random.Random) -> Response:
        """Answer by the parts that are known."""
        if item.format in ("match_pairs", "order_lines"):
            known = self._pairs[item.stem]
            # The best of many guesses: how much of each is known.
            return max(
                (guess(item, rng) for _ in range(300)), key=lambda tried: len(_pairs(item, tried) & known)
            )
        parts = self._parts[item.stem]
        right = [each.id for each in item.options if parts.get(each.text)]
        if item.format == "multiple_choice":
            unknown = [each.id for each in item.options if each.text not in parts]
            right += [each for each in unknown if rng.random() < 0.5]
            return {"choices": right} if right else guess(item, rng)
        if right:
            return {"choices": [rng.choice(right)]}
        open_ones = [each.id for each in item.options if each.text not in parts]
        return {"choices": [rng.choice(open_ones)]} if open_ones else guess(item, rng)


def guess(item: Item, rng: random.Random) -> Response:
    """Answer at random."""
    ids = [each.id for each in item.options]
    match item.format:
        case "fill_in":
            return {"text": "0"}
        case "match_pairs":
            return {
                "pairs": dict(zip(ids, rng.sample([each.id for each in item.matches], len(ids)), strict=True))
            }
        case "order_lines":
            return {"order": rng.sample(ids, len(ids))}
        case "multiple_choice":
            return {"choices": rng.sample(ids, rng.randint(1, len(ids) - 1))}
        case _:
            return {"choices": [rng.choice(ids)]}


def take_exams(part: TechnologyBank, answers: Answers, exams: int) -> list[float]:
    """Return the scores of exams, by the rules of real ones, without rounding."""
    families = {family.id: family for family in part.models if family.pool == "certification"}
    pool, rules = exam_pool(families.values()), exam_rules(part)
    exposure = Exposure.none(len(pool))
    scores = []
    for number in range(exams):
        attempt, rng = AdaptiveAttempt(pool, rules), np.random.default_rng([1, number])
        over = exposure.over(rules.exposure_limit)
        while attempt.stop() is None:
            index = attempt.choose(rng, over)
            if index is None:
                break
            item = _asked(families[pool.ids[index]], pool, index, number)
            attempt.put(index)
            attempt.answer(index, grade(item, answers(item, random.Random(f"{number} {item.id}"))))
        exposure.counts[attempt.used] += 1
        exposure.attempts += 1
        scores.append(500 + 100 * attempt.ability.theta)
    return scores


def knowledge(part: TechnologyBank, known: int = KNOWN) -> Knowledge:
    """Return what a program knows that has read the questions of a technology and made its instances."""
    made = (each.item for model in part.models for each in islice(make_instances(model, _THEIRS), known))
    return Knowledge([*part.items, *made])


def _asked(model: Model, pool: Pool, index: int, number: int) -> Item:
    return next(make_instances(model, _OURS, f"{number} {pool.ids[index]}")).item


def _question(item: Item) -> object:
    shown = frozenset(each.text for each in (*item.options, *item.matches))
    return item.stem, item.code and item.code.text, shown


def _key_texts(item: Item) -> set[object]:
    if item.format in ("match_pairs", "order_lines"):
        return {*_pairs(item, _right(item))}
    texts = {each.id: each.text for each in item.options}
    return {*item.accept, item.number, *(texts[each] for each in item.key or ())}


def _right(item: Item) -> Response:
    if isinstance(item.key, Mapping):
        return {"pairs": item.key}
    return {"order": list(item.key or ())}


def _with_key(item: Item, known: set[object], rng: random.Random) -> Response:
    if item.format == "fill_in":
        return {"text": str(next(each for each in known if each is not None))}
    if item.format in ("match_pairs", "order_lines"):
        return max(
            (guess(item, rng) for _ in range(2000)), key=lambda tried: len(_pairs(item, tried) & known)
        )
    return {"choices": [each.id for each in item.options if each.text in known]}


def _pairs(item: Item, response: Response) -> set[tuple[str, str]]:
    """Return the pairs of an answer as texts; of lines, which one comes before which."""
    texts = {each.id: each.text for each in (*item.options, *item.matches)}
    if item.format == "match_pairs":
        return {(texts[prompt], texts[match]) for prompt, match in response["pairs"].items()}
    order: Sequence[str] = response["order"]
    return {(texts[first], texts[later]) for at, first in enumerate(order) for later in order[at + 1 :]}


def main() -> None:
    """Print the table."""
    exams = int(sys.argv[1]) if len(sys.argv) > 1 else EXAMS
    rows = []
    for part in load_bank().technologies.values():
        known = knowledge(part)
        cut, cells = part.blueprint.cut_score, []
        for answers in (guess, known.from_list, known.from_parts):
            scores = take_exams(part, answers, exams)
            half = 1.96 * stdev(scores) / exams**0.5
            passed = fmean(score >= cut for score in scores)
            cells.append(f"{fmean(scores):.0f} ± {half:.0f} · {100 * passed:.0f}%")
        share = fmean(model.kind == "selection" for model in part.models)
        rows.append([part.blueprint.name, *cells, f"{100 * share:.0f}%"])
    print(markdown(["", "Guesses", "List", "Lookup", "Selection models"], rows))


if __name__ == "__main__":
    main()
