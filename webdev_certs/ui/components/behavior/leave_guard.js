// Asks before a link or the back button leaves a running attempt; unload_guard.js asks before its tab is closed.
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
    }
    else if (dialog.current.open) dialog.current.close();
  }, [blocked, active, blocker]);

  const goBack = () => blocker.reset?.();
  return createElement(
    "dialog",
    { ref: dialog, className, "data-leave-guard": active ? "active" : "", "aria-labelledby": "leave-heading", onCancel: goBack, onClose: goBack },
    createElement("h2", { id: "leave-heading", className: headingClassName }, heading),
    createElement("p", null, text),
    createElement(
      "div",
      { className: actionsClassName },
      createElement("button", { type: "button", className: leaveClassName, onClick: () => blocker.proceed?.() }, leave),
      createElement("button", { type: "button", className: stayClassName, ref: staying, onClick: goBack }, stay),
    ),
  );
}
