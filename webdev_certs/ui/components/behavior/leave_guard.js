// Asks before a link, the back button or closing the tab leaves a running attempt. The browser's own question covers
// only the tab; the router's pages need a dialog.
import { createElement, useEffect, useRef } from "react";
import { useBlocker } from "react-router";

export function LeaveGuard({ active, heading, text, stay, leave, className, actionsClassName, stayClassName, leaveClassName, headingClassName }) {
  const dialog = useRef(null);
  const staying = useRef(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );
  const blocked = blocker.state === "blocked";

  useEffect(() => {
    if (blocked && !active) blocker.proceed();
    else if (blocked) {
      dialog.current.showModal();
      // React's autoFocus runs before the dialog is open, and by default the dialog focuses its first button.
      staying.current.focus();
    } else if (dialog.current.open) dialog.current.close();
  }, [blocked, active, blocker]);

  const goBack = () => blocker.reset?.();
  const button = (words, name, props) => createElement("button", { type: "button", className: name, ...props }, words);
  return createElement(
    "dialog",
    { ref: dialog, className, "data-leave-guard": active ? "active" : "", "aria-labelledby": "leave-heading", onCancel: goBack, onClose: goBack },
    createElement("h2", { id: "leave-heading", className: headingClassName }, heading),
    createElement("p", null, text),
    createElement(
      "div",
      { className: actionsClassName },
      button(stay, stayClassName, { ref: staying, onClick: goBack }),
      button(leave, leaveClassName, { onClick: () => blocker.proceed?.() }),
    ),
  );
}

// It must listen before Reflex does: Reflex closes its connection on this event, even if the user then stays. So this
// file is loaded with every page.
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
