"""What each topic of the C# test asks for: the objectives of the blueprint, in its order."""

from webdev_certs.shared.translation import _

CSHARP = (
    (
        _("Predict the result of numeric, logical and string expressions."),
        _("Pass arguments by value and by reference, with names, defaults and `params`."),
        _("Choose loops, switch statements and string literals that fit the task."),
    ),
    (
        _("Tell value types from reference types and predict what copying and boxing do."),
        _("Convert between numeric types, enums and strings without losing data."),
        _("Express missing values with nullable types and act on the compiler’s null warnings."),
    ),
    (
        _("Design classes with constructors, properties and suitable access modifiers."),
        _("Predict which member runs with inheritance, overriding, hiding and interfaces."),
        _("Implement equality and initialization correctly."),
    ),
    (
        _("Throw, catch, filter and wrap exceptions without losing information."),
        _("Predict the order in which catch blocks, finally blocks and disposal run."),
        _("Release resources with `using`, `IDisposable` and `IAsyncDisposable`."),
    ),
    (
        _("Model data with records and predict their equality, copying and printing."),
        _("Branch on types, properties, lists and ranges with patterns."),
        _("Deconstruct records and tuples."),
    ),
    (
        _("Write generic types and methods with fitting constraints."),
        _("Predict what lambdas capture and what delegates with several targets do."),
        _("Declare, raise and unsubscribe from events, and write extension methods."),
    ),
    (
        _("Choose a collection by its order, uniqueness and cost of operations."),
        _("Read and change lists, dictionaries, sets and arrays without errors at run time."),
        _("Write collection expressions, ranges and iterators."),
    ),
    (
        _("Filter, project, sort, group and join data with LINQ."),
        _("Predict when a query runs, how often and with which values."),
        _("Recognize queries whose cost or result differs from what was intended."),
    ),
    (
        _("Write asynchronous methods that run work concurrently and do not block threads."),
        _("Handle errors and cancellation in asynchronous code."),
        _("Protect shared state and consume asynchronous streams."),
    ),
    (
        _("Map endpoints, bind and validate input and return fitting HTTP results."),
        _("Order middleware and predict how a request passes through it."),
        _("Protect endpoints with authentication, authorization and CORS."),
    ),
    (
        _("Register services with suitable lifetimes and resolve them safely."),
        _("Read configuration from several sources and bind it to options."),
        _("Write logs, background services and outgoing HTTP calls that work in production."),
    ),
)
