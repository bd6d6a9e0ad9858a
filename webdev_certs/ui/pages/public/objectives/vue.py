"""What each topic of the Vue test asks for: the objectives of the blueprint, in its order."""

from webdev_certs.shared.translation import _

VUE = (
    (
        _("Choose between `ref()`, `reactive()` and their shallow and read-only forms."),
        _("Predict which reads and writes are tracked, and when refs are unwrapped."),
        _("Keep reactivity when state is destructured, passed on or replaced."),
    ),
    (
        _("Derive state with `computed()` and predict when its getter runs."),
        _("Choose a watcher’s source and settings, and predict when and how often it runs."),
        _("Stop watchers and clean up after outdated asynchronous work."),
    ),
    (
        _("Bind text, attributes, classes and styles and predict what is rendered."),
        _("Render conditions and lists and choose sound keys."),
        _("Find out why a part of a page is updated too often, too late or not at all."),
    ),
    (
        _("Handle events with inline handlers, methods and modifiers."),
        _("Bind text fields, checkboxes, radio buttons and selects with `v-model` and its modifiers."),
    ),
    (
        _("Declare props with types and defaults and predict how values are passed and cast."),
        _("Send changes to the parent with events and `defineModel()`."),
        _("Control where attributes and listeners of the parent end up."),
    ),
    (
        _("Fill and declare default, named and scoped slots."),
        _("Share values with descendants by `provide()` and `inject()` without losing reactivity."),
        _("Switch between components and load components on demand."),
    ),
    (
        _("Write composables that accept reactive input and clean up after themselves."),
        _("Place work in the right lifecycle hook and predict the order of hooks."),
        _("Use template refs, custom directives and plugins."),
    ),
    (
        _("Animate elements and lists with `Transition` and `TransitionGroup`."),
        _("Keep, move and reuse component instances with `KeepAlive` and `Teleport`."),
        _("Reduce the cost of large data and frequent updates."),
    ),
    (
        _("Use `<script setup>`, scoped styles and values of the script in styles."),
        _("Type props, events, refs and injected values."),
        _("Write components that render safely on a server and hydrate without mismatches."),
    ),
    (
        _("Define routes with parameters, nesting, redirects and lazy components."),
        _("Navigate by links and code and handle the result of a navigation."),
        _("Protect routes with guards and react to changes of the current route."),
    ),
    (
        _("Define option and setup stores and use them inside and outside components."),
        _("Change, patch, reset and observe the state of a store."),
        _("Combine stores, extend them with plugins and replace them in tests."),
    ),
)
