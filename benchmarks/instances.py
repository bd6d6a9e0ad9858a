"""`python -m benchmarks.instances` makes instances of all families, as exams do, and looks at their form.

It prints a table of docs/measurement.md. A number as argument sets how many instances each family makes.
"""

import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from scipy.stats import chi2

from benchmarks.figures import markdown
from webdev_certs.authoring.checks.options import visible_length
from webdev_certs.server.content.bank import load_bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import Model
from webdev_certs.server.content.item_models.making import IN_EXAM, make_instances

NUMBER, SEED = 160, "instances"
_MARKS = ("{=", "=}", "{%", "%}")
"""What is left in a text if a template was not filled in."""


@dataclass
class Places:
    """How often a right answer stands at each place of items with the same number of places."""

    times: list[int]
    variance: float = 0.0

    def add(self, right: Sequence[int]) -> None:
        """Count the right places of one item."""
        share = len(right) / len(self.times)
        self.variance += share * (1 - share) * len(self.times) / (len(self.times) - 1)
        for place in right:
            self.times[place] += 1

    @property
    def probability(self) -> float:
        """How probable differences as large as these are by chance (chi-square)."""
        mean = statistics.mean(self.times)
        distance = sum((times - mean) ** 2 for times in self.times) / self.variance
        return float(chi2.sf(distance, len(self.times) - 1))


@dataclass
class Looks:
    """What instances of many families look like."""

    families: int = 0
    instances: int = 0
    used_up: int = 0
    """Families that had no new instance left."""
    alike: int = 0
    """Instances that show the same as one of another family, which an exam may also ask."""
    missing: int = 0
    """Instances with an empty text, or with a part of a template."""
    places: dict[int, Places] = field(default_factory=dict)
    """By the number of places."""
    longer: list[float] = field(default_factory=list)
    """For each family the share of pairs of a right and a wrong option of which the right one is longer."""
    longest: list[float] = field(default_factory=list)
    """For each family how often the longest option is the key, as a multiple of chance."""


def look(models: Iterable[Model], number: int) -> Looks:
    """Make instances of each model, each for another attempt, and look at them."""
    looks = Looks()
    shown: Counter[object] = Counter()
    for model in models:
        items = list(_asked(model, number))
        looks.families += 1
        looks.instances += len(items)
        looks.used_up += len(items) < number
        shown.update({_shown(item) for item in items})
        looks.missing += sum(any(map(_lacks, _texts(item))) for item in items)
        for item in items:
            if found := _right(item):
                places, right = found
                looks.places.setdefault(places, Places([0] * places)).add(right)
        choices = [item for item in items if item.format in ("single_choice", "multiple_choice", "output")]
        if choices:
            looks.longer.append(statistics.mean(map(_longer, choices)))
        if choices and choices[0].format != "multiple_choice":
            looks.longest.append(statistics.mean(map(_longest, choices)))
    looks.alike = sum(times - 1 for times in shown.values())
    return looks


def _asked(model: Model, number: int) -> Iterator[Item]:
    """Yield the instances that as many attempts get, as `new_instance` makes them."""
    had: set[str] = set()
    for attempt in range(number):
        made = (each.item for each in islice(make_instances(model, SEED, f"attempt {attempt}"), IN_EXAM))
        item = next((item for item in made if item.id not in had), None)
        if item is None:
            return
        had.add(item.id)
        yield item


def _shown(item: Item) -> object:
    options = frozenset(each.text for each in (*item.options, *item.matches))
    return item.stem, item.code and item.code.text, options


def _texts(item: Item) -> Iterator[str]:
    yield item.stem
    if item.code:
        yield item.code.text
    for option in item.options:
        yield from (option.text, option.explanation)
    yield from (match.text for match in item.matches)
    if not item.options:
        yield item.explanation or ""


def _lacks(text: str) -> bool:
    return not text.strip() or any(mark in text for mark in _MARKS)


def _right(item: Item) -> tuple[int, list[int]] | None:
    """Return how many places there are, and the right ones.

    Of lines it is the place of the first one, and of pairs that of the first prompt's match.
    """
    ids = [each.id for each in (item.matches or item.options)]
    match item.key:
        case None:
            return None
        case tuple() as key:
            right = key[:1] if item.format == "order_lines" else key
        case key:
            right = (key[item.options[0].id],)
    return len(ids), [ids.index(each) for each in right]


def _longer(item: Item) -> float:
    key = set(item.key or ())
    lengths: dict[bool, list[int]] = {True: [], False: []}
    for option in item.options:
        lengths[option.id in key].append(visible_length(option.text))
    return statistics.mean(
        (right > wrong) + (right == wrong) / 2 for right in lengths[True] for wrong in lengths[False]
    )


def _longest(item: Item) -> float:
    """Return the chance of somebody who takes the longest option, as a multiple of that of a blind guess."""
    lengths = {option.id: visible_length(option.text) for option in item.options}
    longest = [option for option, length in lengths.items() if length == max(lengths.values())]
    return len(lengths) * len(set(longest) & set(item.key or ())) / len(longest)


def _interval(values: Sequence[float]) -> str:
    """Return the mean with its 95% interval, families being the sample."""
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):.2f} ± {half:.2f}"


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else NUMBER
    banks = load_bank().technologies.values()
    looks = {bank.blueprint.name: look(bank.models, number) for bank in banks}
    rows: dict[str, list[str]] = defaultdict(list)
    for each in looks.values():
        rows["Families"].append(str(each.families))
        rows["Instances"].append(f"{each.instances:,}")
        rows["Families used up"].append(str(each.used_up))
        rows["Instances like one of another family"].append(str(each.alike))
        rows["Instances with a missing text"].append(str(each.missing))
        for places, counted in sorted(each.places.items()):
            shares = " ".join(f"{100 * times / sum(counted.times):.1f}" for times in counted.times)
            rows[f"Right answers by place, {places} places (%)"].append(shares)
            rows[f"– probability by chance, {places} places"].append(f"{counted.probability:.2f}")
        rows["The right option is longer than a wrong one"].append(_interval(each.longer))
        rows["The longest option is the key, times chance"].append(_interval(each.longest))
    print(markdown(["", *looks], [[name, *values] for name, values in rows.items()]))


if __name__ == "__main__":
    main()
