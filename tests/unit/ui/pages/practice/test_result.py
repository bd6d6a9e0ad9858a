"""The full review of a practice session."""

import re

from webdev_certs.ui.pages.practice.result import practice_result


def test_the_words_of_a_link_of_the_study_plan_are_one_element_so_that_their_spaces_stay():
    page = str(practice_result())
    assert re.search(r'jsx\("span",\{\},"Read: ",', page)
    assert re.search(r'jsx\("span",\{\},"Practice ",', page)
