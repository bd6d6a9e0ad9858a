// A menu in the browser's top layer. The browser opens and closes it, and tells screen readers of the state
// (HTML, the popover attribute).
import { createElement, Fragment, useLayoutEffect, useRef } from "react";

export function PopoverMenu({ trigger, className, children }) {
  const button = useRef(null);
  const popover = useRef(null);

  useLayoutEffect(() => {
    button.current.firstElementChild.popoverTargetElement = popover.current;
  });

  // A link or an action closes the menu. A choice leaves it open, so that users see its effect.
  const close = ({ target }) => {
    if (target.closest("a, button:not([aria-pressed])")) popover.current.hidePopover();
  };
  return createElement(
    Fragment,
    null,
    createElement("span", { ref: button, className: "contents" }, trigger),
    createElement("div", { ref: popover, popover: "auto", className, onClick: close }, children),
  );
}
