"""The objectives of the tests, by technology: for each topic of the blueprint, what the learner can do."""

from collections.abc import Mapping

from webdev_certs.ui.pages.public.objectives.angular import ANGULAR
from webdev_certs.ui.pages.public.objectives.csharp import CSHARP
from webdev_certs.ui.pages.public.objectives.java import JAVA
from webdev_certs.ui.pages.public.objectives.react import REACT
from webdev_certs.ui.pages.public.objectives.vue import VUE

OBJECTIVES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "react": REACT,
    "angular": ANGULAR,
    "vue": VUE,
    "csharp": CSHARP,
    "java": JAVA,
}
"""In Markdown with code (`ui.rendering.text`)."""
