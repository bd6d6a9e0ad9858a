"""Names that several parts of the product share: of what an item can be, and for holders without a name."""

from typing import Literal

from webdev_certs.shared.translation import N_

Difficulty = Literal["beginner", "intermediate", "advanced"]
ItemFormat = Literal[
    "single_choice", "multiple_choice", "true_false", "output", "fill_in", "order_lines", "match_pairs"
]

NAME_WITHHELD = N_("Holder’s name withheld")
"""Instead of the name of a holder who does not show it."""
FORMER_USER = N_("Former user")
"""Instead of the name of a holder who has deleted their account."""
