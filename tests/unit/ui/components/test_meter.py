"""The text of a score bar for screen readers."""

from webdev_certs.ui.components.meter import score_bar


def test_a_screen_reader_reads_score_interval_cut_score_and_scale():
    (spoken,) = [
        prop
        for prop in score_bar(588, 478, 698, 500, label="React").render()["props"]
        if "aria-label" in prop
    ]
    assert "React: 588, interval 478 to 698, 500 needed to pass, scale 200 to 800" in spoken
