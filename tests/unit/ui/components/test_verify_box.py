"""The form for the number of a certificate."""

from webdev_certs.ui.components import verify_box


def test_the_example_is_in_the_hint_and_does_not_look_like_a_number_that_is_typed():
    rendered = str(verify_box())
    assert "placeholder" not in rendered
    hint = rendered.partition('id:"number-help"')[2]
    assert "for example" in hint
    assert "WDC-RE-SAMP-1E00-A" in hint
