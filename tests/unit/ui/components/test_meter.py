"""What a screen reader hears of a measure."""

from webdev_certs.ui.components.meter import score_bar


def test_a_score_is_heard_with_the_whole_scale():
    (spoken,) = [
        prop
        for prop in score_bar(588, 478, 698, 500, label="React").render()["props"]
        if "aria-label" in prop
    ]
    assert "React: 588, interval 478 to 698, 500 needed to pass, scale 200 to 800" in spoken
