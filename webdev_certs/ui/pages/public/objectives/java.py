"""What each topic of the Java test asks for: the objectives of the blueprint, in its order."""

JAVA = (
    (
        "Predict the value and the type of expressions with primitive, boxed and array operands.",
        "Choose conversions and operators that avoid overflow, lost precision and null values.",
        "Follow the evaluation order and the control flow of a method.",
    ),
    (
        "Build, split, search, compare and format text with the classes of the standard library.",
        "Write text blocks and regular expressions and say what they match.",
        "Handle locales, character sets and characters outside the basic plane.",
    ),
    (
        "Design classes with the right access, initialization order and constructors.",
        "Predict which method runs when classes inherit, override, overload and hide members.",
        "Use interfaces with default methods, nested classes and enums with behavior of their own.",
    ),
    (
        "Model data with records and sealed hierarchies.",
        "Write switch expressions with type patterns, record patterns and guards.",
        "Explain which switches the compiler accepts as exhaustive and which labels dominate others.",
    ),
    (
        "Declare generic classes and methods with suitable bounds and wildcards.",
        "Say what erasure removes and which code it makes impossible or unsafe.",
        "Read a generic signature and decide which arguments it accepts.",
    ),
    (
        "Choose the collection that fits the access, the order and the duplicates of a task.",
        "Update lists, sets, maps and queues safely, also while iterating.",
        "Tell views, copies and unmodifiable collections apart and give elements a sound order and equality.",
    ),
    (
        "Write lambda expressions and method references for the standard functional interfaces.",
        "Compose functions and predicates and explain what a lambda captures.",
        "Use Optional to express and handle an absent result.",
    ),
    (
        "Transform, filter, group and reduce data with stream pipelines and collectors.",
        "Predict laziness, encounter order and the result on empty input.",
        "Recognize stateful or side-effecting steps that break a pipeline.",
    ),
    (
        "Throw, declare, catch and translate exceptions without losing their cause.",
        "Predict the flow through try, catch and finally and release resources in every case.",
        "Read a stack trace and find the cause of a failure.",
    ),
    (
        "Run tasks on platform and virtual threads through executors and futures.",
        "Protect shared state with locks, atomic variables and concurrent collections.",
        "Diagnose races, deadlocks and mishandled interruption.",
    ),
    (
        "Read and write files and resolve paths safely.",
        "Calculate with dates, times, zones and exact decimal numbers.",
        "Call HTTP services with the built-in client and divide a program into modules.",
    ),
)
