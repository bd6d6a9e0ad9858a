// A bar at the top of the window while something takes longer than a moment: the next page, or the server's answer to a
// click. The button that was clicked looks busy too.
import { createElement, useContext, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { StateStoreContext } from "$/utils/context-registry";

// Milliseconds before the bar is shown. It would only flicker during quicker changes.
const PATIENCE = 400;
// Milliseconds after which to stop waiting: by then a notice reports a lost connection, or nothing has changed.
const LONGEST = 20_000;

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
      const timer = setTimeout(() => settle(), LONGEST);
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
    return () => {
      delete clicked.dataset.waiting;
    };
  }, [slow, clicked]);

  if (!slow) return null;
  return createElement(
    "div",
    { role: "progressbar", "aria-label": loading ? label : waitingLabel, className },
    createElement("div", { className: barClassName }),
  );
}
