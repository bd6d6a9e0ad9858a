"""Illustrations are decorations that follow the theme."""

from typing import get_args

import pytest

from webdev_certs.ui.components.illustrations import Scene, illustration


@pytest.mark.parametrize("scene", get_args(Scene))
def test_an_illustration_is_hidden_from_screen_readers_and_has_no_fixed_colors(scene: Scene):
    drawn = str(illustration(scene))
    assert '"aria-hidden":true' in drawn.replace(" ", "") or 'aria-hidden":"true"' in drawn.replace(" ", "")
    assert "#" not in drawn
    assert "fill-surface" in drawn
