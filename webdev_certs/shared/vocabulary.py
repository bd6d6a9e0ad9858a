"""The names of what an item can be, which the question bank, the API and the screens have in common."""

from typing import Literal

Difficulty = Literal["beginner", "intermediate", "advanced"]
ItemFormat = Literal[
    "single_choice", "multiple_choice", "true_false", "output", "fill_in", "order_lines", "match_pairs"
]
