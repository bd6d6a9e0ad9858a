"""The texts of the five certifications. Topics and counts are those of the blueprints."""

from dataclasses import dataclass

from webdev_certs.shared.translation import _


@dataclass(frozen=True, kw_only=True)
class Offer:
    """The texts of one certification.

    Attributes:
        version: The version that the questions are about.
        topics: (topic, how many of 20 questions).
        sample_number: The number of the sample certificate.
    """

    id: str
    name: str
    sign: str
    version: str
    title: str
    summary: str
    lead: str
    audience: str
    skills: tuple[str, ...]
    topics: tuple[tuple[str, int], ...]
    sample_number: str

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/certifications/{self.id}"


REACT = Offer(
    id="react",
    name="React",
    sign="Re",
    version="React 19",
    title="Certified React Developer",
    summary=_("Components, state, effects, hooks, forms and modern React, with the JavaScript they use."),
    lead=_("Show that you know when React renders, why an effect runs, and which tool fits the problem."),
    audience=_(
        "For developers who build interfaces with function components and hooks. You should have written and "
        "debugged a React application. A few months of regular work are a good basis."
    ),
    skills=(
        _("Predict what a component renders after a sequence of updates"),
        _("Know when you need an effect, and clean up after it"),
        _("Choose between state, refs, context and derived values"),
        _("Use Suspense, transitions and actions where they fit"),
    ),
    topics=(
        ("Components and JSX", 2),
        ("State and rendering", 3),
        ("Effects and synchronization", 2),
        ("Hooks and refs", 2),
        ("Performance", 2),
        ("Forms, events and Actions", 2),
        ("Context and data flow", 2),
        ("Suspense, transitions and optimistic updates", 2),
        ("Server Components and server rendering", 2),
        ("JavaScript for React", 1),
    ),
    sample_number="WDC-RE-SAMP-1E00-A",
)

ANGULAR = Offer(
    id="angular",
    name="Angular",
    sign="Ng",
    version=_("current Angular"),
    title="Certified Angular Developer",
    summary=_(
        "Standalone components, templates, signals, dependency injection, routing, reactive forms and HTTP."
    ),
    lead=_(
        "Show that you know modern Angular: standalone components, signals, the new control flow and "
        "dependency injection."
    ),
    audience=_(
        "For developers who work with current Angular and TypeScript. You should have built an application "
        "with routes, forms and calls to a server."
    ),
    skills=(
        _("Predict when signals, computed values and effects run"),
        _("Provide services at the right level of the application"),
        _("Build and validate typed reactive forms"),
        _("Combine HttpClient with RxJS without leaking subscriptions"),
    ),
    topics=(
        ("Components, inputs and outputs", 2),
        ("Templates and control flow", 2),
        ("Directives and pipes", 2),
        ("Lifecycle, queries and content projection", 1),
        ("Signals and reactive state", 3),
        ("Change detection and rendering", 1),
        ("Dependency injection", 2),
        ("Routing", 2),
        ("Forms", 2),
        ("HttpClient and RxJS", 2),
        ("Testing", 1),
    ),
    sample_number="WDC-AN-SAMP-1E00-8",
)

VUE = Offer(
    id="vue",
    name="Vue",
    sign="Vu",
    version="Vue 3",
    title="Certified Vue Developer",
    summary=_("Reactivity, templates, components, composables, Vue Router and Pinia with Vue 3."),
    lead=_(
        "Show that you understand reactivity and can build components and composables that others can reuse."
    ),
    audience=_(
        "For developers who use Vue 3 with the Composition API. You should have built an application with "
        "several views and shared state."
    ),
    skills=(
        _("Keep values reactive through refs, destructuring and composables"),
        _("Design components with props, events and slots"),
        _("Guard and load routes with Vue Router"),
        _("Structure shared state with Pinia"),
    ),
    topics=(
        ("Reactive state", 2),
        ("Computed values and watchers", 2),
        ("Template syntax and rendering", 2),
        ("Events and form bindings", 2),
        ("Components: props, events and v-model", 3),
        ("Slots, injection and dynamic components", 1),
        ("Composables, lifecycle and directives", 2),
        ("Built-in components and performance", 1),
        ("Single-file components, TypeScript and server-side rendering", 1),
        ("Vue Router", 2),
        ("Pinia", 2),
    ),
    sample_number="WDC-VU-SAMP-1E00-6",
)

CSHARP = Offer(
    id="csharp",
    name="C#",
    sign="C#",
    version=_("C# on .NET 9 or later"),
    title="Certified C# Developer",
    summary=_("Modern C# on .NET: types, LINQ, async code, records, generics and ASP.NET Core basics."),
    lead=_("Show that you write modern C#: null-safe, asynchronous where it helps, and easy to follow."),
    audience=_(
        "For developers who build services or applications on .NET 9 or later. You should have experience "
        "with LINQ and async code."
    ),
    skills=(
        _("Know what nullable annotations guarantee and what they do not"),
        _("Distinguish deferred and immediate execution in LINQ"),
        _("Write async code that does not block or lose exceptions"),
        _("Model data with records and use pattern matching"),
    ),
    topics=(
        ("Language basics", 2),
        ("Types and nullability", 2),
        ("Object orientation", 2),
        ("Exceptions and resources", 2),
        ("Records and pattern matching", 2),
        ("Generics, delegates and events", 2),
        ("Collections", 1),
        ("LINQ", 2),
        ("Async and await", 2),
        ("Web APIs with ASP.NET Core", 2),
        ("Services, configuration and hosting", 1),
    ),
    sample_number="WDC-CS-SAMP-1E00-P",
)

JAVA = Offer(
    id="java",
    name="Java",
    sign="Ja",
    version=_("Java 21 or later"),
    title="Certified Java Developer",
    summary=_("Java 21 in daily work: collections, generics, streams, records, exceptions and concurrency."),
    lead=_(
        "Show that you know the language you use every day: what equality means, what a stream does, and "
        "what can happen when two threads use the same object."
    ),
    audience=_(
        "For developers who work with Java 21 or later, with any framework. You should have written and "
        "tested Java code that others depend on."
    ),
    skills=(
        _("Use equals, hashCode and the collections that rely on them"),
        _("Read and write generic types with bounds and wildcards"),
        _("Model closed sets of cases with sealed types and switch expressions"),
        _("Share data between threads without race conditions"),
    ),
    topics=(
        ("Types, operators and control flow", 2),
        ("Strings and text", 2),
        ("Classes, interfaces and enums", 3),
        ("Records, sealed types and pattern matching", 2),
        ("Generics", 1),
        ("Collections", 3),
        ("Lambdas, functional interfaces and Optional", 1),
        ("Streams", 2),
        ("Exceptions and resources", 1),
        ("Concurrency", 2),
        ("Platform APIs: files, time, numbers and HTTP", 1),
    ),
    sample_number="WDC-JA-SAMP-1E00-1",
)

OFFERS = (REACT, ANGULAR, VUE, CSHARP, JAVA)
