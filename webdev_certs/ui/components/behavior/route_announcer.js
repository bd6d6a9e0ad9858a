// After a change of route: moves the focus to the heading of the new page and announces the document's title.
// A browser does both when it loads a document; a router that replaces the content must do it itself.
import { createElement, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

// How long to wait for the heading, and how long the announcement stays, in milliseconds.
const PATIENCE = 10000;
const STAY = 3000;

const heading = () => [...document.querySelectorAll("main h1")].find((found) => !found.closest("[data-loading]"));

export function RouteAnnouncer({ className }) {
  const { pathname, hash } = useLocation();
  const [spoken, setSpoken] = useState("");
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // With a hash, the browser scrolls to that part of the page by itself.
    if (hash) return;
    const start = document.activeElement;
    const arrive = () => {
      const found = heading();
      if (!found) return false;
      observer.disconnect();
      setSpoken(document.title);
      // A page may have put the focus somewhere by itself, for example into its form.
      const active = document.activeElement;
      if (active !== start && active !== document.body && active !== null) return true;
      if (!found.hasAttribute("tabindex")) found.tabIndex = -1;
      found.focus({ preventScroll: true });
      return true;
    };
    const observer = new MutationObserver(arrive);
    // The old page's heading is still there until the next frame.
    const frame = requestAnimationFrame(() => {
      if (!arrive()) observer.observe(document.body, { childList: true, subtree: true });
    });
    const late = setTimeout(() => observer.disconnect(), PATIENCE);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(late);
      observer.disconnect();
    };
  }, [pathname, hash]);

  // Remove the announcement, so that screen readers do not read it as part of the page.
  useEffect(() => {
    if (!spoken) return;
    const timer = setTimeout(() => setSpoken(""), STAY);
    return () => clearTimeout(timer);
  }, [spoken]);

  return createElement("div", { role: "status", className }, spoken);
}
