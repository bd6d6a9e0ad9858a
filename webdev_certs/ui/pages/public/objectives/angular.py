"""What each topic of the Angular test asks for: the objectives of the blueprint, in its order."""

ANGULAR = (
    (
        "Declare standalone components with signal inputs, model inputs and outputs, and connect them in "
        "templates.",
        "Bind to the host element and predict which binding wins.",
        "Scope a component's styles and choose a suitable selector.",
    ),
    (
        "Bind properties, attributes, classes, styles and events and predict what is rendered.",
        "Show and repeat content with `@if`, `@for` and `@switch`, and choose a sound `track` expression.",
        "Use template variables and know what a template expression may contain.",
    ),
    (
        "Write attribute and structural directives and compose them through `hostDirectives`.",
        "Apply built-in pipes and predict their results.",
        "Write custom pipes and judge when a pure pipe runs again.",
    ),
    (
        "Place work in the right lifecycle hook or render callback and clean it up.",
        "Find children with view and content queries and know when results are available.",
        "Project content into named slots and render template fragments and dynamic components.",
    ),
    (
        "Hold state in writable signals and derive state with `computed` and `linkedSignal`.",
        "Predict when derivations and effects run and which reads they track.",
        "Load asynchronous data with resources and connect signals with observables.",
    ),
    (
        "Explain what makes a zoneless application refresh a view and diagnose views that stay stale.",
        "Delay code with `@defer` and choose its triggers and placeholders.",
        "Optimize images, prepare components for server-side rendering and handle untrusted content safely.",
    ),
    (
        "Register services, values and factories and inject them through tokens.",
        "Predict which instance a component receives from the hierarchy of injectors.",
        "Tell where `inject` may be called and how to create an injection context.",
    ),
    (
        "Define nested, redirecting and lazily loaded routes and predict which route matches.",
        "Navigate by link and by code and read parameters and resolved data.",
        "Protect routes with guards and choose the right kind of guard.",
    ),
    (
        "Build typed reactive forms with groups, arrays and validators and read their values and status.",
        "Write synchronous, asynchronous and cross-field validators.",
        "Build template-driven forms and Signal Forms and tell them from reactive forms.",
    ),
    (
        "Send requests with parameters, headers and typed results and handle failures.",
        "Write functional interceptors and predict their order.",
        "Combine, flatten and share observables with RxJS operators.",
    ),
    (
        "Test components, services, pipes and directives with `TestBed`.",
        "Test HTTP requests, routes and deferred blocks without a server or a browser window.",
        "Replace dependencies at the right injector.",
    ),
)
