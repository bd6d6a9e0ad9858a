"""What the five certifications cover, in words. Topics and counts are those of the blueprints."""

from dataclasses import dataclass

from webdev_certs.ui.pages import sample_questions
from webdev_certs.ui.pages.public.sample_questions import Sample


@dataclass(frozen=True, kw_only=True)
class Offer:
    """One certification. `topics` are (topic, questions in a test)."""

    id: str
    name: str
    sign: str
    title: str
    summary: str
    lead: str
    audience: str
    skills: tuple[str, ...]
    topics: tuple[tuple[str, int], ...]
    sample: Sample


REACT = Offer(
    id="react",
    name="React",
    sign="Re",
    title="Certified React Developer",
    summary="Components, state, effects, hooks, forms and modern React, with the JavaScript beneath them.",
    lead="Show that you know when React renders, why an effect runs, and which tool fits the problem: not "
    "just how to copy a component.",
    audience="For developers who build interfaces with function components and hooks. You should have "
    "written and debugged a React application of your own; a few months of regular work are a good basis.",
    skills=(
        "Predict what a component renders after a sequence of updates",
        "Tell an effect that is needed from one that is not, and clean up after it",
        "Choose between state, refs, context and derived values",
        "Use Suspense, transitions and actions for what they are meant for",
    ),
    topics=(
        ("Components and JSX", 3),
        ("State and rendering", 3),
        ("Effects and synchronization", 3),
        ("Hooks, refs and performance", 3),
        ("Forms and events", 2),
        ("Context and data flow", 2),
        ("Suspense, transitions, actions and server components", 2),
        ("JavaScript for React", 2),
    ),
    sample=sample_questions.REACT,
)

ANGULAR = Offer(
    id="angular",
    name="Angular",
    sign="Ng",
    title="Certified Angular Developer",
    summary="Standalone components, templates, signals, dependency injection, routing, reactive forms and "
    "HTTP.",
    lead="Show that you are at home in modern Angular: standalone components, signals, the new control flow, "
    "and the dependency injection that holds an application together.",
    audience="For developers who work with current Angular and TypeScript. You should have built an "
    "application with routes, forms and calls to a server.",
    skills=(
        "Reason about signals, computed values and effects",
        "Place providers where the right part of the application finds them",
        "Build and validate typed reactive forms",
        "Combine HttpClient with RxJS without leaking subscriptions",
    ),
    topics=(
        ("Components, lifecycle and change detection", 3),
        ("Templates and control flow", 3),
        ("Signals", 3),
        ("Dependency injection", 3),
        ("Routing", 2),
        ("Reactive forms", 3),
        ("HttpClient and RxJS", 3),
    ),
    sample=sample_questions.ANGULAR,
)

VUE = Offer(
    id="vue",
    name="Vue",
    sign="Vu",
    title="Certified Vue Developer",
    summary="Reactivity, templates, components, composables, Vue Router and Pinia with Vue 3.",
    lead="Show that you understand reactivity well enough to trust it, and can build components and "
    "composables that others like to use.",
    audience="For developers who use Vue 3 with the Composition API. You should have built an application "
    "with several views and shared state.",
    skills=(
        "Keep values reactive through refs, destructuring and composables",
        "Design components with props, events and slots",
        "Guard and load routes with Vue Router",
        "Structure shared state with Pinia",
    ),
    topics=(
        ("Reactivity", 4),
        ("Template syntax", 3),
        ("Components: props, events and slots", 4),
        ("Composables and lifecycle", 3),
        ("Vue Router", 3),
        ("Pinia", 3),
    ),
    sample=sample_questions.VUE,
)

CSHARP = Offer(
    id="csharp",
    name="C#",
    sign="C#",
    title="Certified C# Developer",
    summary="Modern C# on .NET: types, LINQ, async code, records, generics and ASP.NET Core basics.",
    lead="Show that you write C# the way it is written today: null-safe, asynchronous where it pays, and "
    "clear about what runs when.",
    audience="For developers who build services or applications on .NET 8 or later. You should be used to "
    "reading and writing LINQ and async code.",
    skills=(
        "Know what nullable annotations promise and what they do not",
        "Tell deferred from immediate execution in LINQ",
        "Write async code that neither blocks nor loses exceptions",
        "Model data with records and take it apart with patterns",
    ),
    topics=(
        ("Types and nullability", 3),
        ("LINQ", 3),
        ("Async and await", 3),
        ("Records and pattern matching", 3),
        ("Collections and generics", 3),
        ("Object orientation, exceptions and disposal", 3),
        ("ASP.NET Core basics", 2),
    ),
    sample=sample_questions.CSHARP,
)

JAVA = Offer(
    id="java",
    name="Java",
    sign="Ja",
    title="Certified Java Developer",
    summary="Java 17 in daily work: collections, generics, streams, records, exceptions and concurrency.",
    lead="Show that you know the language you use every day: what equality means, what a stream does, and "
    "what two threads may do to the same object.",
    audience="For developers who work with Java 17 or later, whichever framework they use. You should have "
    "written and tested Java code that others depend on.",
    skills=(
        "Use equals, hashCode and the collections that rely on them",
        "Read and write generic types with bounds and wildcards",
        "Model closed sets of cases with sealed types and switch expressions",
        "Share data between threads without races",
    ),
    topics=(
        ("Language basics, strings and equality", 3),
        ("Collections", 3),
        ("Generics", 2),
        ("Streams and lambdas", 3),
        ("Records, sealed types and switch expressions", 3),
        ("Exceptions and resources", 3),
        ("Concurrency", 3),
    ),
    sample=sample_questions.JAVA,
)

OFFERS = (REACT, ANGULAR, VUE, CSHARP, JAVA)
