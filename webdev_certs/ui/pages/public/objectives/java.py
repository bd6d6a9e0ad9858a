"""What each topic of the Java test asks for: the objectives of the blueprint, in its order."""

from webdev_certs.shared.translation import _

JAVA = (
    (
        _("Predict the value and the type of expressions with primitive, boxed and array operands."),
        _("Choose conversions and operators that avoid overflow, lost precision and null values."),
        _("Follow the evaluation order and the control flow of a method."),
    ),
    (
        _("Build, split, search, compare and format text with the classes of the standard library."),
        _("Write text blocks and regular expressions and say what they match."),
        _("Handle locales, character sets and characters outside the basic plane."),
    ),
    (
        _("Design classes with the right access, initialization order and constructors."),
        _("Predict which method runs when classes inherit, override, overload and hide members."),
        _("Use interfaces with default methods, nested classes and enums with behavior of their own."),
    ),
    (
        _("Model data with records and sealed hierarchies."),
        _("Write switch expressions with type patterns, record patterns and guards."),
        _("Explain which switches the compiler accepts as exhaustive and which labels dominate others."),
    ),
    (
        _("Declare generic classes and methods with suitable bounds and wildcards."),
        _("Say what erasure removes and which code it makes impossible or unsafe."),
        _("Read a generic signature and decide which arguments it accepts."),
    ),
    (
        _("Choose the collection that fits the access, the order and the duplicates of a task."),
        _("Update lists, sets, maps and queues safely, also while iterating."),
        _(
            "Tell views, copies and unmodifiable collections apart and give elements a sound order and "
            "equality."
        ),
    ),
    (
        _("Write lambda expressions and method references for the standard functional interfaces."),
        _("Compose functions and predicates and explain what a lambda captures."),
        _("Use Optional to express and handle an absent result."),
    ),
    (
        _("Transform, filter, group and reduce data with stream pipelines and collectors."),
        _("Predict laziness, encounter order and the result on empty input."),
        _("Recognize stateful or side-effecting steps that break a pipeline."),
    ),
    (
        _("Throw, declare, catch and translate exceptions without losing their cause."),
        _("Predict the flow through try, catch and finally and release resources in every case."),
        _("Read a stack trace and find the cause of a failure."),
    ),
    (
        _("Run tasks on platform and virtual threads through executors and futures."),
        _("Protect shared state with locks, atomic variables and concurrent collections."),
        _("Diagnose races, deadlocks and mishandled interruption."),
    ),
    (
        _("Read and write files and resolve paths safely."),
        _("Calculate with dates, times, zones and exact decimal numbers."),
        _("Call HTTP services with the built-in client and divide a program into modules."),
    ),
)
