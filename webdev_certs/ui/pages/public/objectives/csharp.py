"""What each topic of the C# test asks for: the objectives of the blueprint, in its order."""

CSHARP = (
    (
        "Predict the result of numeric, logical and string expressions.",
        "Pass arguments by value and by reference, with names, defaults and `params`.",
        "Choose loops, switch statements and string literals that fit the task.",
    ),
    (
        "Tell value types from reference types and predict what copying and boxing do.",
        "Convert between numeric types, enums and strings without losing data.",
        "Express missing values with nullable types and act on the compiler's null warnings.",
    ),
    (
        "Design classes with constructors, properties and suitable access modifiers.",
        "Predict which member runs with inheritance, overriding, hiding and interfaces.",
        "Implement equality and initialization correctly.",
    ),
    (
        "Throw, catch, filter and wrap exceptions without losing information.",
        "Predict the order in which catch blocks, finally blocks and disposal run.",
        "Release resources with `using`, `IDisposable` and `IAsyncDisposable`.",
    ),
    (
        "Model data with records and predict their equality, copying and printing.",
        "Branch on types, properties, lists and ranges with patterns.",
        "Deconstruct records and tuples.",
    ),
    (
        "Write generic types and methods with fitting constraints.",
        "Predict what lambdas capture and what delegates with several targets do.",
        "Declare, raise and unsubscribe from events, and write extension methods.",
    ),
    (
        "Choose a collection by its order, uniqueness and cost of operations.",
        "Read and change lists, dictionaries, sets and arrays without errors at run time.",
        "Write collection expressions, ranges and iterators.",
    ),
    (
        "Filter, project, sort, group and join data with LINQ.",
        "Predict when a query runs, how often and with which values.",
        "Recognize queries whose cost or result differs from what was intended.",
    ),
    (
        "Write asynchronous methods that run work concurrently and do not block threads.",
        "Handle errors and cancellation in asynchronous code.",
        "Protect shared state and consume asynchronous streams.",
    ),
    (
        "Map endpoints, bind and validate input and return fitting HTTP results.",
        "Order middleware and predict how a request passes through it.",
        "Protect endpoints with authentication, authorization and CORS.",
    ),
    (
        "Register services with suitable lifetimes and resolve them safely.",
        "Read configuration from several sources and bind it to options.",
        "Write logs, background services and outgoing HTTP calls that work in production.",
    ),
)
