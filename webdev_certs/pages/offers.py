"""What the five certifications cover, in words. Topics and counts are those of the blueprints."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A question of the kind the tests ask; `options` are (text, whether it is right, why)."""

    question: str
    code: str
    language: str
    options: tuple[tuple[str, bool, str], ...]


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
    "just "
    "how to copy a component.",
    audience="For developers who build interfaces with function components and hooks. You should have "
    "written "
    "and debugged a React application of your own; a few months of regular work are a good basis.",
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
    sample=Sample(
        question="What does the button show after it has been clicked once?",
        code="""function Counter() {
  const [count, setCount] = useState(0);

  function handleClick() {
    setCount(count + 1);
    setCount(count + 1);
  }

  return <button onClick={handleClick}>{count}</button>;
}""",
        language="JSX",
        options=(
            (
                "0",
                False,
                "Setting state does schedule a new render, so the click does not stay without effect.",
            ),
            ("1", True, "Within one render `count` is a constant: both calls ask for 0 + 1."),
            (
                "2",
                False,
                "That takes an updater function, setCount(c => c + 1), which receives the pending value.",
            ),
        ),
    ),
)

ANGULAR = Offer(
    id="angular",
    name="Angular",
    sign="Ng",
    title="Certified Angular Developer",
    summary="Standalone components, templates, signals, dependency injection, routing, reactive forms and "
    "HTTP.",
    lead="Show that you are at home in modern Angular: standalone components, signals, the new control flow, "
    "and "
    "the dependency injection that holds an application together.",
    audience="For developers who work with current Angular and TypeScript. You should have built an "
    "application "
    "with routes, forms and calls to a server.",
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
    sample=Sample(
        question="What is printed?",
        code="""let runs = 0;
const price = signal(10);
const total = computed(() => {
  runs++;
  return price() * 2;
});

price.set(15);
price.set(20);
total();
total();
console.log(runs);""",
        language="TypeScript",
        options=(
            (
                "1",
                True,
                "A computed signal runs when it is first read, and keeps its value until a source changes.",
            ),
            ("2", False, "The second read finds a valid value and does not compute again."),
            (
                "4",
                False,
                "Setting a source only marks the computed signal as outdated; it runs when it is read.",
            ),
        ),
    ),
)

VUE = Offer(
    id="vue",
    name="Vue",
    sign="Vu",
    title="Certified Vue Developer",
    summary="Reactivity, templates, components, composables, Vue Router and Pinia with Vue 3.",
    lead="Show that you understand reactivity well enough to trust it, and can build components and "
    "composables "
    "that others like to use.",
    audience="For developers who use Vue 3 with the Composition API. You should have built an application "
    "with "
    "several views and shared state.",
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
    sample=Sample(
        question="What is printed?",
        code="""const state = reactive({ count: 0 });
let { count } = state;

state.count++;
console.log(count);""",
        language="JavaScript",
        options=(
            (
                "0",
                True,
                "Destructuring copied the number; the copy has no connection to the reactive object.",
            ),
            ("1", False, "That would take a ref made with toRefs(state) or toRef(state, 'count')."),
            ("undefined", False, "The property exists when it is destructured, so its value, 0, is copied."),
        ),
    ),
)

CSHARP = Offer(
    id="csharp",
    name="C#",
    sign="C#",
    title="Certified C# Developer",
    summary="Modern C# on .NET: types, LINQ, async code, records, generics and ASP.NET Core basics.",
    lead="Show that you write C# the way it is written today: null-safe, asynchronous where it pays, and "
    "clear "
    "about what runs when.",
    audience="For developers who build services or applications on .NET 8 or later. You should be used to "
    "reading "
    "and writing LINQ and async code.",
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
    sample=Sample(
        question="What is printed?",
        code="""var numbers = new List<int> { 1, 2, 3 };
var even = numbers.Where(n => n % 2 == 0);

numbers.Add(4);
Console.WriteLine(even.Count());""",
        language="C#",
        options=(
            ("1", False, "That would be so after ToList(), which runs the query at once."),
            (
                "2",
                True,
                "Where() is deferred: the query runs when it is counted, and then the list holds 2 and 4.",
            ),
            (
                "An exception",
                False,
                "A list may change before the query runs, only not while it is enumerated.",
            ),
        ),
    ),
)

JAVA = Offer(
    id="java",
    name="Java",
    sign="Ja",
    title="Certified Java Developer",
    summary="Java 17 in daily work: collections, generics, streams, records, exceptions and concurrency.",
    lead="Show that you know the language you use every day: what equality means, what a stream does, and "
    "what "
    "two threads may do to the same object.",
    audience="For developers who work with Java 17 or later, whichever framework they use. You should have "
    "written "
    "and tested Java code that others depend on.",
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
    sample=Sample(
        question="What is printed?",
        code="""String a = "java";
String b = new String("java");

System.out.println(a == b);
System.out.println(a.equals(b));""",
        language="Java",
        options=(
            ("true, true", False, "new always creates another object, so the references differ."),
            ("false, true", True, "== compares references, equals() compares the characters."),
            ("false, false", False, "String overrides equals(), so equal characters make it true."),
        ),
    ),
)

OFFERS = (REACT, ANGULAR, VUE, CSHARP, JAVA)
