// What goes wrong while scripts load: a button is pressed before they run, or an upgrade has removed the script of the
// next page. A document without a server-side form can answer neither.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";

// Repeats the press of a button that was pressed too early. The document notes the press (web/build_plugins.py).
export function EarlyClick() {
  const pressed = useRef(null);

  // Stop noting presses as soon as buttons work, so that no press counts twice.
  useLayoutEffect(() => {
    pressed.current = window.earlyClick;
    window.earlyClick = null;
  }, []);

  useEffect(() => {
    const button = pressed.current;
    // Wait until the effects of the page itself have run.
    if (button) setTimeout(() => button.click());
  }, []);
  return null;
}

const WANTED = "wanted_page";
const PATIENCE = 10_000;

// In a tab that was opened before an upgrade, React Router reloads the current page if the script of the next one is
// gone. Then the next page is opened with a full load, once: the key is removed first.
if (typeof window !== "undefined") {
  const { path, at } = JSON.parse(sessionStorage.getItem(WANTED) ?? "{}");
  sessionStorage.removeItem(WANTED);
  const { pathname, search, hash } = window.location;
  const reloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
  // Only after a reload during that navigation, not when the user goes elsewhere or returns later.
  if (reloaded && path && path !== pathname + search + hash && Date.now() - at < PATIENCE) window.location.replace(path);
}

export function MissedScript() {
  const { location } = useNavigation();
  const path = location ? location.pathname + location.search + location.hash : "";

  // The navigation has a location while its script is loading.
  useEffect(() => {
    if (path) sessionStorage.setItem(WANTED, JSON.stringify({ path, at: Date.now() }));
    else sessionStorage.removeItem(WANTED);
  }, [path]);

  return null;
}
