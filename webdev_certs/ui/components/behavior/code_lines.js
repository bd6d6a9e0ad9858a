// Code whose long lines wrap or scroll sideways. CSS alone can neither remember the choice for all code nor tell whether a
// line is cut off, which gives the box its fade and, in Safari, its place in the tab order.
import { createElement, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";

const KEY = "code_wrap";
const listeners = new Set();

const tell = () => listeners.forEach((listener) => listener());
const subscribe = (listener) => {
  const narrow = window.matchMedia("(width < 40rem)");
  listeners.add(listener);
  window.addEventListener("storage", listener);
  narrow.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
    narrow.removeEventListener("change", listener);
  };
};

// Until the user chooses, lines wrap on phones only. The style sheet does the same until this script runs.
const wraps = () => {
  const chosen = localStorage.getItem(KEY);
  return chosen ? chosen === "on" : window.matchMedia("(width < 40rem)").matches;
};

export function CodeLines({ html, label, heading, wrapLabel, wrapName, className }) {
  const wrap = useSyncExternalStore(subscribe, wraps, () => false);
  const block = useRef(null);
  const scroller = useRef(null);

  useLayoutEffect(() => {
    block.current.dataset.wrap = wrap ? "on" : "off";
  }, [wrap]);

  // Only code that is wider than its box fades out at the edge and has a place in the tab order.
  useEffect(() => {
    // Kept here, because the last measurement may come when React has removed the elements.
    const frame = block.current;
    const pre = scroller.current;
    const measure = () => {
      const wide = pre.scrollWidth > pre.clientWidth + 1;
      frame.toggleAttribute("data-wide", wide);
      frame.toggleAttribute("data-end", pre.scrollLeft + pre.clientWidth >= pre.scrollWidth - 2);
      if (wide) pre.tabIndex = 0;
      else pre.removeAttribute("tabindex");
    };
    const observer = new ResizeObserver(measure);
    observer.observe(pre);
    pre.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      pre.removeEventListener("scroll", measure);
    };
  }, [html, wrap]);

  const choose = () => {
    localStorage.setItem(KEY, wrap ? "off" : "on");
    tell();
  };
  return createElement(
    "div",
    { ref: block, className: `code ${className ?? ""}` },
    createElement(
      "div",
      { className: "code-head" },
      createElement("span", { "aria-hidden": true }, heading),
      createElement(
        "button",
        { type: "button", "aria-label": wrapName, "aria-pressed": wrap, onClick: choose },
        wrapLabel,
      ),
    ),
    createElement(
      "div",
      { className: "code-body" },
      createElement(
        "pre",
        { ref: scroller, role: "group", "aria-label": label },
        createElement("code", { dangerouslySetInnerHTML: { __html: html } }),
      ),
    ),
  );
}
