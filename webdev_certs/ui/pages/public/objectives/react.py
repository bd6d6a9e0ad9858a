"""What each topic of the React test asks for: the objectives of the blueprint, in its order."""

from webdev_certs.shared.translation import _

REACT = (
    (
        _(
            "Write components in JSX, pass props and children, and predict what React renders for each kind "
            "of value."
        ),
        _(
            "Render lists with stable keys and explain how keys and component types identify elements "
            "between renders."
        ),
        _("Keep components pure and insert foreign content without opening the page to injected scripts."),
    ),
    (
        _("Choose a minimal state structure and update objects and arrays without mutation."),
        _("Predict when React renders, how it batches updates and which value a handler sees."),
        _("Preserve or reset the state of a component on purpose."),
    ),
    (
        _("Synchronize a component with an outside system and clean up after it."),
        _("Choose the dependencies of an Effect and find the value that restarts it needlessly."),
        _("Decide when an event handler, a calculation or an external store replaces an Effect."),
    ),
    (
        _("Follow the Rules of Hooks and extract logic into custom Hooks."),
        _("Use refs for DOM nodes and for values that do not affect the output."),
        _("Expose a limited set of methods through a ref and clean up ref callbacks."),
    ),
    (
        _("Tell which components render after an update and why."),
        _(
            "Use `memo`, `useMemo`, `useCallback` and `lazy` where they help, and explain what React "
            "Compiler takes over."
        ),
    ),
    (
        _("Handle events and predict how they travel through the component tree."),
        _("Build controlled and uncontrolled fields and read the data of a form."),
        _("Submit a form with an Action and show its pending state, its result and its errors."),
    ),
    (
        _("Place state at the right level and connect components by props and callbacks."),
        _("Provide and read context and avoid needless renders of its readers."),
        _("Move update logic into a pure reducer."),
    ),
    (
        _(
            "Show loading states with Suspense and place boundaries so that content appears in a sensible "
            "order."
        ),
        _("Keep the page responsive with transitions and deferred values."),
        _("Show optimistic results and handle errors of rendering and of Actions."),
    ),
    (
        _("Divide an app into Server Components and Client Components and pass data between them."),
        _("Render React to HTML, hydrate it and avoid mismatches."),
        _("Call functions on the server safely."),
    ),
    (
        _("Use modern syntax, array methods and modules as they occur in React code."),
        _("Predict identity, copies and closures, and handle promises and failed requests."),
    ),
)
