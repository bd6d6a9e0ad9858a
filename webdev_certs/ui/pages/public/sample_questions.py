"""A worked question for each certification, written for the public pages."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A question of the kind the tests ask; `options` are (text, whether it is right, why)."""

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
)

VUE = Sample(
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
)

CSHARP = Sample(
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
)

JAVA = Sample(
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
)
