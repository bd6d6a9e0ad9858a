"""What each topic of the Vue test asks for: the objectives of the blueprint, in its order."""

VUE = (
    (
        "Choose between `ref()`, `reactive()` and their shallow and read-only forms.",
        "Predict which reads and writes are tracked, and when refs are unwrapped.",
        "Keep reactivity when state is destructured, passed on or replaced.",
    ),
    (
        "Derive state with `computed()` and predict when its getter runs.",
        "Choose a watcher's source and settings, and predict when and how often it runs.",
        "Stop watchers and clean up after outdated asynchronous work.",
    ),
    (
        "Bind text, attributes, classes and styles and predict what is rendered.",
        "Render conditions and lists and choose sound keys.",
        "Find out why a part of a page is updated too often, too late or not at all.",
    ),
    (
        "Handle events with inline handlers, methods and modifiers.",
        "Bind text fields, checkboxes, radio buttons and selects with `v-model` and its modifiers.",
    ),
    (
        "Declare props with types and defaults and predict how values are passed and cast.",
        "Send changes to the parent with events and `defineModel()`.",
        "Control where attributes and listeners of the parent end up.",
    ),
    (
        "Fill and declare default, named and scoped slots.",
        "Share values with descendants by `provide()` and `inject()` without losing reactivity.",
        "Switch between components and load components on demand.",
    ),
    (
        "Write composables that accept reactive input and clean up after themselves.",
        "Place work in the right lifecycle hook and predict the order of hooks.",
        "Use template refs, custom directives and plugins.",
    ),
    (
        "Animate elements and lists with `Transition` and `TransitionGroup`.",
        "Keep, move and reuse component instances with `KeepAlive` and `Teleport`.",
        "Reduce the cost of large data and frequent updates.",
    ),
    (
        "Use `<script setup>`, scoped styles and values of the script in styles.",
        "Type props, events, refs and injected values.",
        "Write components that render safely on a server and hydrate without mismatches.",
    ),
    (
        "Define routes with parameters, nesting, redirects and lazy components.",
        "Navigate by links and code and handle the result of a navigation.",
        "Protect routes with guards and react to changes of the current route.",
    ),
    (
        "Define option and setup stores and use them inside and outside components.",
        "Change, patch, reset and observe the state of a store.",
        "Combine stores, extend them with plugins and replace them in tests.",
    ),
)
