// Moving between pages within the tab: a bar while the next page or the answer to a click takes long, the focus on the
// new heading, and the title. Browsers do this for documents; React Router, which replaces their content, does not.
import { Children, createElement, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigation } from "react-router";
import { StateStoreContext } from "$/utils/context-registry";

// Milliseconds before the bar is shown. It would only flicker during quicker changes.
const PATIENCE = 400;
// Milliseconds after which to stop waiting: by then a notice reports a lost connection, or nothing has changed.
const LONGEST_ANSWER = 20_000;
// How long to wait for the heading, and how long the announcement stays, in milliseconds.
const LONGEST_LOAD = 10_000;
const STAY = 3000;

// The button that was clicked looks busy too.
export function NavigationProgress({ label, waitingLabel, className, barClassName }) {
  const loading = useNavigation().state === "loading";
  const location = useLocation();
  const store = useContext(StateStoreContext);
  const [clicked, setClicked] = useState(null);
  const [slow, setSlow] = useState(false);
  const waiting = loading || clicked !== null;

  useEffect(() => {
    let settle = () => {};
    // offline.js sends this event.
    const wait = ({ detail }) => {
      settle();
      const stops = Object.keys(store.dispatchers).map((name) => store.subscribe(name, () => settle()));
      const timer = setTimeout(() => settle(), LONGEST_ANSWER);
      settle = () => {
        stops.forEach((stop) => stop());
        clearTimeout(timer);
        setClicked(null);
      };
      setClicked(detail);
    };
    document.addEventListener("clicked", wait);
    return () => {
      document.removeEventListener("clicked", wait);
      settle();
    };
    // `location`, because a new page is an answer too.
  }, [store, location]);

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);

  useEffect(() => {
    if (!slow || !clicked) return;
    clicked.dataset.waiting = "";
    return () => delete clicked.dataset.waiting;
  }, [slow, clicked]);

  const bar = createElement("div", { className: barClassName });
  return slow && createElement("div", { role: "progressbar", "aria-label": loading ? label : waitingLabel, className }, bar);
}

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
    const late = setTimeout(() => observer.disconnect(), LONGEST_LOAD);
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

// Changes the document's title while this component is rendered. A <title> of React would be a second one.
export function PageTitle({ text }) {
  useEffect(() => {
    if (!text) return;
    const before = document.title;
    document.title = text;
    return () => {
      if (document.title === text) document.title = before;
    };
  }, [text]);

  return null;
}

// Shows the first child if it was loaded for the current URL, and the second one until then: the content of an earlier
// screen is still there when the next screen begins.
export function LoadedScreen({ path, children }) {
  const { pathname, search } = useLocation();
  return Children.toArray(children)[pathname.replace(/\/$/, "") + search === path ? 0 : 1];
}

// Says once that a page does not exist: the server, and the router, lead from there to the home page with this hash.
// Before this script runs, `:target` shows the children.
export function MissedPage({ hash: own, className, children }) {
  const { hash } = useLocation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const missed = hash === `#${own}`;
    setShown(missed);
    // Not with the router, for which the URL would be another page. A reload does not say it again.
    if (missed) window.history.replaceState(window.history.state, "", location.pathname + location.search);
  }, [hash, own]);

  return createElement("div", { id: own, role: "status", className, "data-shown": shown ? "" : undefined }, children);
}

const never = () => () => {};

// The document, which is the same for all URLs, shows nothing until this script runs.
export function ReasonInUrl({ texts, otherwise }) {
  const { search } = useLocation();
  const known = useSyncExternalStore(never, () => true, () => false);
  if (!known) return null;
  const query = new URLSearchParams(search);
  const target = query.get("returnUrl") ?? "";
  return texts.find(([reason, start]) => query.get("reason") === reason && target.startsWith(start))?.[2] ?? otherwise;
}
