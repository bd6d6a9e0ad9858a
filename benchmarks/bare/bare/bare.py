"""The smallest useful Reflex page: a heading, a text and a state. Its cost is that of Reflex itself."""

import reflex as rx


class GreetingState(rx.State):
    """What the page shows."""

    name: rx.Field[str] = rx.field("world")


def index() -> rx.Component:
    """Render the page."""
    return rx.el.main(
        rx.el.h1(f"Hello, {GreetingState.name}", class_name="text-4xl font-semibold"),
        rx.el.p("A page with nothing else.", class_name="mt-4"),
        class_name="mx-auto max-w-2xl p-8",
    )


app = rx.App(html_lang="en")
app.add_page(index, title="Bare", description="A bare page.")
