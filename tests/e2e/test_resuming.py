"""A running test goes on where it was, whatever happens to the page, the network or the server."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, expect_answered, given, shown
from tests.e2e.console import Console
from tests.e2e.journeys import expect_question, next_question, start_test
from tests.e2e.product import Product

_CHOICES = ("single_choice", "multiple_choice", "output")


def _second_question_answered(page: Page, key: AnswerKey) -> None:
    start_test(page, "react")
    key.answer(page)
    next_question(page)
    expect_question(page, 2)
    key.answer(page)
    expect_answered(page)


@pytest.mark.each_database
def test_a_reload_keeps_item_order_and_answer(member: Page, key: AnswerKey) -> None:
    _second_question_answered(member, key)
    item, answer = shown(member), given(member)
    member.reload()
    expect_question(member, 2)
    assert shown(member) == item
    assert given(member) == answer
    expect_answered(member)


@pytest.mark.each_database
@pytest.mark.parametrize("reload", [False, True])
def test_a_killed_server_changes_nothing(
    reload: bool, member: Page, key: AnswerKey, product: Product, console: Console
) -> None:
    _second_question_answered(member, key)
    item, answer = shown(member), given(member)
    console.connection_may_be_lost()
    product.kill()
    product.start()
    if reload:
        member.reload()
    expect_question(member, 2)
    expect_answered(member)
    assert shown(member) == item
    assert given(member) == answer
    next_question(member)
    expect_question(member, 3)


@pytest.mark.each_database
def test_an_answer_given_while_the_server_is_down_is_saved(
    member: Page, key: AnswerKey, product: Product, console: Console
) -> None:
    start_test(member, "react")
    number = key.go_to(member, *_CHOICES)
    console.connection_may_be_lost()
    product.kill()
    expect(member.get_by_text("Offline. Your answer is kept here")).to_be_visible()
    key.answer(member)
    item, answer = shown(member), given(member)
    product.start()
    expect_answered(member)
    expect_question(member, number)
    assert shown(member) == item
    assert given(member) == answer
    member.reload()
    expect_question(member, number)
    assert given(member) == answer


def test_a_text_typed_while_the_server_is_down_is_saved(
    member: Page, key: AnswerKey, product: Product, console: Console
) -> None:
    start_test(member, "java")
    number = key.go_to(member, "fill_in")
    console.connection_may_be_lost()
    product.kill()
    expect(member.get_by_text("Offline. Your answer is kept here")).to_be_visible()
    member.get_by_label("Your answer").press_sequentially("typed without a server", delay=20)
    product.start()
    expect_answered(member)
    expect(member.get_by_label("Your answer")).to_have_value("typed without a server")
    member.reload()
    expect_question(member, number)
    expect(member.get_by_label("Your answer")).to_have_value("typed without a server")


def test_going_on_while_the_server_is_down_goes_on_when_it_is_back(
    member: Page, key: AnswerKey, product: Product, console: Console
) -> None:
    start_test(member, "react")
    number = key.go_to(member, *_CHOICES)
    console.connection_may_be_lost()
    product.kill()
    expect(member.get_by_text("Offline. Your answer is kept here")).to_be_visible()
    key.answer(member)
    next_question(member)
    product.start()
    expect_question(member, number + 1)
    expect(member.get_by_role("button", name="Next question")).to_be_enabled()


def test_without_a_network_the_answer_is_kept_and_saved_afterwards(
    member: Page, key: AnswerKey, console: Console
) -> None:
    start_test(member, "react")
    number = key.go_to(member, *_CHOICES)
    console.connection_may_be_lost()
    member.context.set_offline(True)
    expect(member.get_by_text("Offline. Your answer is kept here")).to_be_visible()
    key.answer(member)
    answer = given(member)
    member.context.set_offline(False)
    expect_answered(member)
    member.reload()
    expect_question(member, number)
    assert given(member) == answer


def test_a_new_question_is_not_called_saved_before_it_is_answered(member: Page, key: AnswerKey) -> None:
    start_test(member, "react")
    for number in range(2, 8):
        key.answer(member)
        next_question(member)
        expect_question(member, number)
        if not given(member) or key.item(member).format in ("fill_in", "match_pairs"):
            member.wait_for_timeout(600)
            expect(member.locator("p[data-state]")).to_have_attribute("data-state", "")
