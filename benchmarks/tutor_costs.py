"""`python -m benchmarks.tutor_costs [INPUT_PRICE OUTPUT_PRICE]` counts the tokens of the tutor's prompts.

The prices are those of a million tokens; the last table is what 1,000 learners a day then cost. Tokens are
counted with the vocabulary o200k_base, which `pip install bpe-openai==0.1.4` brings. Other models have other
vocabularies, whose counts differ by some tenths.
"""

import random
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any
from uuid import uuid4

from benchmarks.answers import two_answers
from benchmarks.figures import markdown
from webdev_certs.server.content.bank import Bank, TechnologyBank, load_bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.gateways.language_model import Message, estimate_tokens
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.models.tutor import TutorExchange
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import freeze, presentation, without_key
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.tutor.prompt import MAX_ANSWER_TOKENS, Explained, build_prompt

_SAMPLE = 60
"""Questions of each technology."""
_WORDS = 200
"""The most words of an answer, which the rules of the prompt ask for."""
_LEARNERS = 1000
_QUESTIONS = (1, 3, 10)
"""How often a learner asks on a day."""
_TYPED = "Why is it not the other one? I thought that it is evaluated before the rest of the line."
_EARLIER = 3
"""How many exchanges go along at most."""

Count = Callable[[str], int]


def main(input_price: float, output_price: float) -> None:
    """Print the tables.

    Args:
        input_price: What a million tokens of prompts cost.
        output_price: What a million tokens of answers cost.
    """
    count = _counter()
    bank = load_bank(seed="costs")
    rng = random.Random(1)
    first: list[list[Message]] = []
    later: list[list[Message]] = []
    answers: list[int] = []
    for technology in bank.technologies.values():
        for item in _sample(technology, rng):
            answer = _words_of(item)
            answers.append(count(answer))
            first.append(_prompt(bank, technology, item, rng, []))
            later.append(_prompt(bank, technology, item, rng, [_exchange(answer)] * _EARLIER))
    sizes = {
        "prompt of the first question": [_size(messages, count) for messages in first],
        f"prompt after {_EARLIER} exchanges or more": [_size(messages, count) for messages in later],
        f"answer of {_WORDS} words": answers,
    }
    print(f"{len(first)} questions of {len(bank.technologies)} technologies\n")
    rows = [[name, *_spread(sizes[name])] for name in sizes]
    rows.append(["longest answer that is allowed", *["", "", f"{MAX_ANSWER_TOKENS:,}"]])
    print(markdown(["Tokens", "Mean", "95%", "Most"], rows))
    ratios = [estimate_tokens(messages) / _size(messages, count) for messages in chain(first, later)]
    low, high = min(ratios), max(ratios)
    print(f"\nThe budgets' estimate is {low:.2f} to {high:.2f} times the tokens of a prompt.\n")
    prompt, after, answer = (statistics.mean(values) for values in sizes.values())
    print(markdown(_HEADER, list(_costs(prompt, after, answer, input_price, output_price))))


_HEADER = ["Questions a day by each learner", "Input (millions)", "Output (millions)", "Cost a day"]


def _costs(
    prompt: float, after: float, answer: float, input_price: float, output_price: float
) -> Iterator[list[str]]:
    for questions in _QUESTIONS:
        # Half are first questions, the others follow up to the most that goes along.
        given = _LEARNERS * questions * (prompt + after) / 2 / 1e6
        written = _LEARNERS * questions * answer / 1e6
        cost = given * input_price + written * output_price
        yield [str(questions), f"{given:.2f}", f"{written:.2f}", f"{cost:.2f}"]


def _counter() -> Count:
    try:
        import bpe_openai  # pyright: ignore[reportMissingImports]
    except ImportError:
        sys.exit("pip install bpe-openai==0.1.4")
    encoding: Any = bpe_openai.get_encoding("o200k_base")
    return lambda text: len(encoding.encode(text))


def _sample(technology: TechnologyBank, rng: random.Random) -> Sequence[Item]:
    families = sorted(technology.practice_families)
    return [technology.practice_families[family][0] for family in rng.sample(families, _SAMPLE)]


def _prompt(
    bank: Bank, technology: TechnologyBank, item: Item, rng: random.Random, earlier: list[TutorExchange]
) -> list[Message]:
    row = PracticeItem(
        practice_session_id=uuid4(),
        position=1,
        technology=technology.blueprint.technology,
        **freeze(item, rng),
    )
    names = technology_names(bank, row.technology)
    shown = without_key(item, row, names)
    given = two_answers(shown.model_dump())[0][1]
    response = presentation(item, row).to_bank(given)
    explained = Explained(names.name, shown, feedback(item, row, response, correct=False), given)
    return build_prompt(explained, "question", _TYPED, earlier, language="en", personal=())


def _words_of(item: Item) -> str:
    """Return as many words as an answer has, of what its authors wrote about a question, code included."""
    texts = [
        item.explanation,
        *(each.explanation for each in item.options),
        item.code.text if item.code else "",
    ]
    words = " ".join(texts).split(" ")
    return " ".join((words * _WORDS)[:_WORDS])


def _exchange(answer: str) -> TutorExchange:
    now = datetime.now(UTC)
    about = {"user_id": uuid4(), "item_id": "", "item_version": 1, "citations": [], "outcome": "complete"}
    return TutorExchange(**about, action="question", question=_TYPED, answer=answer, asked_at=now)


def _size(messages: Sequence[Message], count: Count) -> int:
    # Protocols of chats add about four tokens to a message.
    return sum(count(message.content) + 4 for message in messages)


def _spread(values: Sequence[int]) -> list[str]:
    high = statistics.quantiles(values, n=20)[-1]
    return [f"{statistics.mean(values):,.0f}", f"{high:,.0f}", f"{max(values):,}"]


if __name__ == "__main__":
    prices = [float(text) for text in sys.argv[1:]] or [1.0, 1.0]
    if len(prices) != 2:
        sys.exit("usage: python -m benchmarks.tutor_costs [INPUT_PRICE OUTPUT_PRICE]")
    main(*prices)
