"""Checks of the bank's content, one module a theme.

Each check takes a technology (or the whole bank) as it was loaded and yields faults, which are errors or
warnings. `run_checks` runs them all.
"""

from collections.abc import Callable, Iterator

from webdev_certs.authoring.checks.code import (
    check_code_size,
    check_java_code,
    check_plain_javascript,
    check_programs,
    check_web_code,
)
from webdev_certs.authoring.checks.coverage import check_coverage
from webdev_certs.authoring.checks.duplicates import check_duplicates, check_enemies
from webdev_certs.authoring.checks.families import check_families, with_all_texts, with_samples
from webdev_certs.authoring.checks.neighbors import check_neighbors
from webdev_certs.authoring.checks.options import (
    check_explanations,
    check_hedging,
    check_length_cue,
    check_match_pairs,
    check_multiple_choice,
    check_positions,
    check_true_false_share,
)
from webdev_certs.authoring.checks.paraphrases import check_paraphrases
from webdev_certs.authoring.checks.releases import Hashes, check_released
from webdev_certs.authoring.checks.wording import check_phrases, check_sentences, check_spelling
from webdev_certs.authoring.execution import MissingRuntime
from webdev_certs.server.content.bank import TECHNOLOGIES, Bank, Fault, TechnologyBank

OF_TEXTS: tuple[Callable[[TechnologyBank], Iterator[Fault]], ...] = (
    check_explanations,
    check_phrases,
    check_sentences,
)
OF_TECHNOLOGY: tuple[Callable[[TechnologyBank], Iterator[Fault]], ...] = (
    check_programs,
    check_enemies,
    check_neighbors,
    check_length_cue,
    check_positions,
    check_hedging,
    check_multiple_choice,
    check_match_pairs,
    check_true_false_share,
    check_code_size,
    check_plain_javascript,
)
OF_BANK: tuple[Callable[[Bank], Iterator[Fault]], ...] = (check_duplicates,)
MEANING = "near-duplicates by meaning"
WITH_TOOLS: dict[str, Callable[[Bank], Iterator[Fault]]] = {
    "spelling": check_spelling,
    MEANING: check_paraphrases,
    "parsing of web code": check_web_code,
    "parsing of Java": check_java_code,
}
"""Checks that need software that may not be installed."""
OF_ALL_TEXTS = ("spelling",)


def run_checks(
    bank: Bank,
    released: Hashes,
    skipped: Callable[[str], object],
    strict: bool = False,
    quick: bool = False,
) -> Iterator[Fault]:
    """Run all checks.

    Args:
        bank: What was loaded.
        released: The hash list of released items.
        skipped: Called with a sentence that says which check was left out and why.
        strict: Treat missing coverage of the built-in technologies as an error.
        quick: Leave out what needs tools: spelling, meaning, parsing.
    """
    yield from check_families(bank)
    texts = with_all_texts(bank)
    for technology in texts.technologies.values():
        for check in OF_TEXTS:
            yield from dict.fromkeys(check(technology))
    # The instances of a model are alike, so one of them is compared with other items.
    bank = with_samples(bank)
    for name, technology in bank.technologies.items():
        yield from check_coverage(technology, strict and name in TECHNOLOGIES)
        yield from check_released(technology, released)
        for check in OF_TECHNOLOGY:
            yield from check(technology)
    for check_all in OF_BANK:
        yield from check_all(bank)
    for name, check_all in () if quick else WITH_TOOLS.items():
        try:
            yield from dict.fromkeys(check_all(texts if name in OF_ALL_TEXTS else bank))
        except MissingRuntime as missing:
            skipped(f"{name}: {missing}")
