// The browser's own modal dialog, which keeps the focus inside and returns it. HTML can open and close it, but the server
// decides when: `open`. Safari has neither `closedby` nor, until recently, `command`.
import { createElement, Fragment, useEffect, useId, useLayoutEffect, useRef } from "react";

export function ModalDialog({ open, dismissable, trigger, title, description, closeButton, className, headClassName, textClassName, titleClassName, descriptionClassName, onOpenChange, children }) {
  const dialog = useRef(null);
  const pressed = useRef(null);
  const spoken = useRef(null);
  const id = useId();

  // Before the next frame, because that would show the dialog without its content.
  useLayoutEffect(() => {
    if (open && !dialog.current.open) dialog.current.showModal();
    else if (!open && dialog.current.open) dialog.current.close();
  }, [open]);

  // Screen readers ignore the page behind a modal dialog, so the dialog repeats what live regions there say.
  useEffect(() => {
    if (!open) return undefined;
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
        const region = element?.closest("[role=status], [role=alert]");
        if (region && !dialog.current.contains(region)) spoken.current.textContent = region.textContent;
      }
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [open]);

  const refuse = (event) => {
    // Escape must not close the dialog directly: `open` does.
    event.preventDefault();
    onOpenChange(false);
  };
  const click = ({ target }) => {
    if (target.closest("[data-closes]")) onOpenChange(false);
    // A click on the backdrop has the dialog as its target. A selection of text that ends there must not close it.
    else if (dismissable && target === dialog.current && pressed.current === target) onOpenChange(false);
  };
  return createElement(
    Fragment,
    null,
    trigger && createElement("span", { className: "contents", onClick: () => onOpenChange(true) }, trigger),
    createElement(
      "dialog",
      {
        ref: dialog,
        className,
        "aria-labelledby": id,
        "aria-describedby": description ? `${id}description` : undefined,
        onCancel: refuse,
        // Browsers close it themselves when Escape is pressed again before `open` has changed.
        onClose: () => open && onOpenChange(false),
        onClick: click,
        onPointerDown: ({ target }) => (pressed.current = target),
      },
      open && createElement(
        Fragment,
        null,
        createElement(
          "div",
          { className: headClassName },
          createElement(
            "div",
            { className: textClassName },
            createElement("h2", { id, className: titleClassName }, title),
            description && createElement("p", { id: `${id}description`, className: descriptionClassName }, description),
          ),
          closeButton,
        ),
        children,
        createElement("p", { ref: spoken, role: "status", className: "sr-only" }),
      ),
    ),
  );
}
