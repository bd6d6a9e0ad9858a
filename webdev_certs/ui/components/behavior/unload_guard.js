// Makes the browser ask before it closes the tab of a running attempt (leave_guard.js). It must listen before Reflex
// does: Reflex closes its connection on this event, even if the user then stays.
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
