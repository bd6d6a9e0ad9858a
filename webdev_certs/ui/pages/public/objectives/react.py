"""What each topic of the React test asks for: the objectives of the blueprint, in its order."""

REACT = (
    (
        "Write components in JSX, pass props and children, and predict what React renders for each kind "
        "of value.",
        "Render lists with stable keys and explain how keys and component types identify elements between "
        "renders.",
        "Keep components pure and insert foreign content without opening the page to injected scripts.",
    ),
    (
        "Choose a minimal state structure and update objects and arrays without mutation.",
        "Predict when React renders, how it batches updates and which value a handler sees.",
        "Preserve or reset the state of a component on purpose.",
    ),
    (
        "Synchronize a component with an outside system and clean up after it.",
        "Choose the dependencies of an Effect and find the value that restarts it needlessly.",
        "Decide when an event handler, a calculation or an external store replaces an Effect.",
    ),
    (
        "Follow the Rules of Hooks and extract logic into custom Hooks.",
        "Use refs for DOM nodes and for values that do not affect the output.",
        "Expose a limited set of methods through a ref and clean up ref callbacks.",
    ),
    (
        "Tell which components render after an update and why.",
        "Use `memo`, `useMemo`, `useCallback` and `lazy` where they help, and explain what React Compiler "
        "takes over.",
    ),
    (
        "Handle events and predict how they travel through the component tree.",
        "Build controlled and uncontrolled fields and read the data of a form.",
        "Submit a form with an Action and show its pending state, its result and its errors.",
    ),
    (
        "Place state at the right level and connect components by props and callbacks.",
        "Provide and read context and avoid needless renders of its readers.",
        "Move update logic into a pure reducer.",
    ),
    (
        "Show loading states with Suspense and place boundaries so that content appears in a sensible order.",
        "Keep the page responsive with transitions and deferred values.",
        "Show optimistic results and handle errors of rendering and of Actions.",
    ),
    (
        "Divide an app into Server Components and Client Components and pass data between them.",
        "Render React to HTML, hydrate it and avoid mismatches.",
        "Call functions on the server safely.",
    ),
    (
        "Use modern syntax, array methods and modules as they occur in React code.",
        "Predict identity, copies and closures, and handle promises and failed requests.",
    ),
)
