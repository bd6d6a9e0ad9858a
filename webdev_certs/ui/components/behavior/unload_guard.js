// Has the browser ask before the tab of a running test is closed (leave_guard.js). It listens from the moment the
// product loads, before Reflex does, which would otherwise give up the connection of whoever then stays.
if (typeof window !== "undefined") {
  window.addEventListener("beforeunload", (event) => {
    if (!document.querySelector("[data-leave-guard=active]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}

export function UnloadGuard() {
  return null;
}
