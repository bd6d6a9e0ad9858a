"""A sample question with explanations for each certification, not from the question bank."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A sample question, in the Markdown of `ui.rendering.text`.

    `options` are (text, whether it is correct, explanation).
    """

    question: str
    code: str
    language: str
    options: tuple[tuple[str, bool, str], ...]


REACT = Sample(
    question="What does the button show after it has been clicked once?",
    code="""function Counter() {
  const [count, setCount] = useState(0);

  function handleClick() {
    setCount(count + 1);
    setCount(count + 1);
  }

  return <button onClick={handleClick}>{count}</button>;
}""",
    language="jsx",
    options=(
        (
            "`0`",
            False,
            "Setting state schedules a new render, so the click has an effect.",
        ),
        ("`1`", True, "Within one render, `count` does not change. Both calls set the state to 0 + 1."),
        (
            "`2`",
            False,
            "You would need an updater function, `setCount(c => c + 1)`, which receives the pending value.",
        ),
    ),
)

ANGULAR = Sample(
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
    language="ts",
    options=(
        (
            "`1`",
            True,
            "A computed signal runs when it is first read. It keeps its value until a source changes.",
        ),
        ("`2`", False, "The second read uses the stored value and does not compute it again."),
        (
            "`4`",
            False,
            "Setting a source only marks the computed signal as outdated. It runs when it is read.",
        ),
    ),
)

VUE = Sample(
    question="What is printed?",
    code="""const state = reactive({ count: 0 });
let { count } = state;

state.count++;
console.log(count);""",
    language="js",
    options=(
        (
            "`0`",
            True,
            "Destructuring copied the number. The copy has no connection to the reactive object.",
        ),
        ("`1`", False, "You would need a ref from `toRefs(state)` or `toRef(state, 'count')`."),
        ("`undefined`", False, "The property exists when it is destructured, so its value, 0, is copied."),
    ),
)

CSHARP = Sample(
    question="What is printed?",
    code="""var numbers = new List<int> { 1, 2, 3 };
var even = numbers.Where(n => n % 2 == 0);

numbers.Add(4);
Console.WriteLine(even.Count());""",
    language="csharp",
    options=(
        ("`1`", False, "That would be the result with `ToList()`, which runs the query immediately."),
        (
            "`2`",
            True,
            "`Where()` is deferred. The query runs in `Count()`, when the list contains 2 and 4.",
        ),
        (
            "An exception",
            False,
            "A list may change before the query runs, but not while it is enumerated.",
        ),
    ),
)

JAVA = Sample(
    question="What is printed?",
    code="""String a = "java";
String b = new String("java");

System.out.println(a == b);
System.out.println(a.equals(b));""",
    language="java",
    options=(
        ("`true, true`", False, "`new` always creates another object, so the references are different."),
        ("`false, true`", True, "`==` compares references. `equals()` compares the characters."),
        ("`false, false`", False, "`String` overrides `equals()`, so it is true for equal characters."),
    ),
)
