"""Ask the configured language model for what drafting needs."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from webdev_certs.authoring.drafting.asking import Ask, NoAnswer, Question
from webdev_certs.server.gateways.language_model import (
    AnswerFormat,
    LanguageModelError,
    Message,
    Patience,
    read_json,
)
from webdev_certs.server.gateways.openai_model import OpenAIModel
from webdev_certs.settings import get_settings

_SECONDS = 600
"""A draft may take longer than an answer that somebody waits for."""


@contextmanager
def language_model() -> Iterator[Ask]:
    """Open the configured language model.

    Raises:
        click.ClickException: None is configured.
    """
    settings = get_settings()
    if not settings.llm_base_url:
        raise click.ClickException(
            "There is no language model: set LLM_BASE_URL and LLM_MODEL (docs/operations.md)."
        )
    patience = Patience(
        first_token=settings.llm_first_token_seconds, total=max(settings.llm_total_seconds, _SECONDS)
    )
    with asyncio.Runner() as runner:
        model = OpenAIModel(settings, patience)

        def ask(question: Question) -> Mapping[str, Any]:
            messages = [Message("system", question.instructions), Message("user", question.material)]
            form = AnswerFormat(question.name, question.form)
            try:
                answer, _ = runner.run(read_json(model, messages, form, max_tokens=question.most_tokens))
            except LanguageModelError as error:
                raise NoAnswer(f"{error.code}: {error}") from None
            return answer

        try:
            yield ask
        finally:
            runner.run(model.close())
