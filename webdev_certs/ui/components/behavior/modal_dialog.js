// The browser's own modal dialog, which keeps the focus inside and returns it. Only the browser knows whether it is open, so
// it opens without the server, and stays open when another process takes over the page. Safari has neither `closedby` nor,
// until recently, `command`.
import { createElement, Fragment, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useGrowth } from "./growth.js";

export function ModalDialog({ accepted, dismissable, trigger, title, description, closeButton, className, headClassName, textClassName, titleClassName, descriptionClassName, onClosed, children }) {
  const [open, setOpen] = useState(false);
  const dialog = useRef(null);
  const pressed = useRef(null);
  const spoken = useRef(null);
  const growth = useGrowth(accepted);
  const id = useId();

  // Before the next frame, because that would show the dialog without its content.
  useLayoutEffect(() => {
    if (open) dialog.current.showModal();
    else dialog.current.close();
  }, [open]);

  useEffect(() => setOpen(false), [growth]);

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

  const click = ({ target, defaultPrevented }) => {
    // A click that is refused without a connection (offline.js) does not close it.
    if (target.closest("[data-closes]")) setOpen(defaultPrevented);
    // A click on the backdrop has the dialog as its target. A selection of text that ends there must not close it.
    else if (dismissable && target === dialog.current && pressed.current === target) setOpen(false);
  };
  return createElement(
    Fragment,
    null,
    createElement(
      "span",
      { className: "contents", onClick: ({ target }) => target.closest("[data-opens]") && setOpen(true) },
      trigger,
    ),
    createElement(
      "dialog",
      {
        ref: dialog,
        className,
        "aria-labelledby": id,
        "aria-describedby": description ? `${id}description` : undefined,
        // Also after Escape.
        onClose: () => {
          setOpen(false);
          onClosed?.();
        },
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
