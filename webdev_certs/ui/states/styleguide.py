"""Sample items for the styleguide, and what its examples do when somebody uses them."""

from dataclasses import replace
from typing import Any

import reflex as rx

from webdev_certs.schemas.items import ItemResponse, ShownCode, ShownItem, ShownOption
from webdev_certs.schemas.practice import Explanation, ItemFeedback, Reference
from webdev_certs.shared.vocabulary import ItemFormat
from webdev_certs.ui.states.items.answering import Entries, moved, read_response
from webdev_certs.ui.states.items.view import FeedbackView, ItemView, feedback_view, item_view, moved_line
from webdev_certs.ui.states.shared.toasts import ToastState

_REFERENCE = Reference(title="useEffect", url="https://react.dev/reference/react/useEffect")
_CODE = ShownCode(
    language="tsx",
    text="""function Clock({ zone }: { zone: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={now.toISOString()}>{now.toLocaleTimeString("en-US", { timeZone: zone })}</time>;
}""",
)
_PRINTS = ShownCode(language="js", text='console.log([1, 2, 3].map(String).join("-"));')


def _options(*texts: str) -> list[ShownOption]:
    return [ShownOption(id=str(number), text=text) for number, text in enumerate(texts, 1)]


def _item(
    item_format: ItemFormat,
    stem: str,
    *texts: str,
    code: ShownCode | None = None,
    matches: tuple[str, ...] = (),
) -> ShownItem:
    return ShownItem(
        format=item_format,
        topic="Effects and synchronization",
        difficulty="intermediate",
        stem=stem,
        code=code,
        options=_options(*texts),
        matches=_options(*matches),
    )


ITEMS = (
    _item(
        "single_choice",
        "What stops the timer when `Clock` leaves the page?",
        "The function that the effect returns",
        "The empty list of dependencies",
        "`setNow`, because the state is gone",
        code=_CODE,
    ),
    _item(
        "true_false", "An effect with the dependencies `[]` runs again when props change.", "True", "False"
    ),
    _item("output", "What does this code print?", "1-2-3", "123", "1,2,3", code=_PRINTS),
    _item(
        "multiple_choice",
        "Which of these run **after** the browser has painted?",
        "`useEffect`",
        "`useLayoutEffect`",
        "A passive cleanup",
    ),
    _item("fill_in", "Which hook keeps a value between renders without causing one?"),
    _item(
        "order_lines",
        "Put these lines in order.",
        "return () => clearInterval(timer);",
        "useEffect(() => {",
        "const timer = setInterval(tick, 1000);",
        "}, []);",
    ),
    _item(
        "match_pairs",
        "Match each hook with what it returns.",
        "`useState`",
        "`useRef`",
        matches=("A value and a function that replaces it", "An object with the property `current`"),
    ),
)

_KEYS: dict[ItemFormat, tuple[ItemResponse, ItemResponse]] = {
    "single_choice": (ItemResponse(choices=["1"]), ItemResponse(choices=["2"])),
    "true_false": (ItemResponse(choices=["2"]), ItemResponse(choices=["1"])),
    "output": (ItemResponse(choices=["1"]), ItemResponse(choices=["3"])),
    "multiple_choice": (ItemResponse(choices=["1", "3"]), ItemResponse(choices=["1", "2"])),
    "fill_in": (ItemResponse(text="useRef"), ItemResponse(text="useMemo")),
    "order_lines": (ItemResponse(order=["2", "3", "1", "4"]), ItemResponse(order=["1", "2", "3", "4"])),
    "match_pairs": (ItemResponse(pairs={"1": "1", "2": "2"}), ItemResponse(pairs={"1": "2", "2": "1"})),
}


def _feedback(item: ShownItem) -> ItemFeedback:
    key, _ = _KEYS[item.format]
    right = key.choices or []
    explanations = [
        Explanation(
            option_id=option.id,
            text=option.text,
            correct=option.id in right,
            explanation="This is the reason, with `code` where it helps.",
        )
        for option in (item.options if right else [])
    ]
    return ItemFeedback(
        correct=True,
        key=key,
        explanation="" if explanations else "A text explains the item as a whole.",
        options=explanations,
        reference=_REFERENCE,
    )


FEEDBACK = {item.format: _feedback(item) for item in ITEMS}
"""Format → what the API says about a right answer."""
WRONG = {item_format: wrong for item_format, (_, wrong) in _KEYS.items()}
"""Format → a wrong answer."""


FORMATS = tuple(item.format for item in ITEMS)


class StyleguideState(rx.State):
    """Sample items with answers, and which of them is shown."""

    # Empty at first, because every page of a development build contains the first value of every state.
    items: rx.Field[list[ItemView]] = rx.field(default_factory=list)
    feedback: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)
    """Feedback on a right and on a wrong answer to each item."""
    review: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)
    """Feedback on one answer to each item, every other one wrong."""
    format: rx.Field[str] = rx.field(FORMATS[0])
    """The format of the item that is shown."""
    answer: rx.Field[str] = rx.field("")
    """What the form of the items has sent, as JSON."""

    @rx.event
    def load(self) -> None:
        """Show the items without answers."""
        self.items = [item_view(item) for item in ITEMS]
        self.feedback = [
            feedback_view(item, response, said.model_copy(update={"correct": response == said.key}), 1)
            for item in ITEMS
            for said in [FEEDBACK[item.format]]
            for response in (said.key, WRONG[item.format])
        ]
        self.review = [replace(self.feedback[2 * at + at % 2], position=at + 1) for at in range(len(ITEMS))]

    @rx.event
    def choose(self, item_format: str) -> None:
        """Show the item of a format."""
        self.format = item_format

    @rx.event
    def toast(self, message: str, tone: str) -> Any:
        """Show a toast."""
        return ToastState.show(message, tone)

    @rx.event
    def read(self, ticket: str, entries: Entries) -> None:
        """Show the answer in the form."""
        response = read_response(entries)
        self.answer = response.model_dump_json(exclude_none=True) if response else ""

    @rx.event
    def move(self, ticket: str, order: list[str], line: str, by: int) -> None:
        """Move a line of the item with lines."""
        at = FORMATS.index("order_lines")
        self.items[at] = moved_line(self.items[at], moved(self.items[at].order, line, by), line)
