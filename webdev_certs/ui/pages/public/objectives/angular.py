"""What each topic of the Angular test asks for: the objectives of the blueprint, in its order."""

from webdev_certs.shared.translation import _

ANGULAR = (
    (
        _(
            "Declare standalone components with signal inputs, model inputs and outputs, and connect them in "
            "templates."
        ),
        _("Bind to the host element and predict which binding wins."),
        _("Scope a component’s styles and choose a suitable selector."),
    ),
    (
        _("Bind properties, attributes, classes, styles and events and predict what is rendered."),
        _("Show and repeat content with `@if`, `@for` and `@switch`, and choose a sound `track` expression."),
        _("Use template variables and know what a template expression may contain."),
    ),
    (
        _("Write attribute and structural directives and compose them through `hostDirectives`."),
        _("Apply built-in pipes and predict their results."),
        _("Write custom pipes and judge when a pure pipe runs again."),
    ),
    (
        _("Place work in the right lifecycle hook or render callback and clean it up."),
        _("Find children with view and content queries and know when results are available."),
        _("Project content into named slots and render template fragments and dynamic components."),
    ),
    (
        _("Hold state in writable signals and derive state with `computed` and `linkedSignal`."),
        _("Predict when derivations and effects run and which reads they track."),
        _("Load asynchronous data with resources and connect signals with observables."),
    ),
    (
        _("Explain what makes a zoneless application refresh a view and diagnose views that stay stale."),
        _("Delay code with `@defer` and choose its triggers and placeholders."),
        _(
            "Optimize images, prepare components for server-side rendering and handle untrusted content "
            "safely."
        ),
    ),
    (
        _("Register services, values and factories and inject them through tokens."),
        _("Predict which instance a component receives from the hierarchy of injectors."),
        _("Tell where `inject` may be called and how to create an injection context."),
    ),
    (
        _("Define nested, redirecting and lazily loaded routes and predict which route matches."),
        _("Navigate by link and by code and read parameters and resolved data."),
        _("Protect routes with guards and choose the right kind of guard."),
    ),
    (
        _("Build typed reactive forms with groups, arrays and validators and read their values and status."),
        _("Write synchronous, asynchronous and cross-field validators."),
        _("Build template-driven forms and Signal Forms and tell them from reactive forms."),
    ),
    (
        _("Send requests with parameters, headers and typed results and handle failures."),
        _("Write functional interceptors and predict their order."),
        _("Combine, flatten and share observables with RxJS operators."),
    ),
    (
        _("Test components, services, pipes and directives with `TestBed`."),
        _("Test HTTP requests, routes and deferred blocks without a server or a browser window."),
        _("Replace dependencies at the right injector."),
    ),
)
