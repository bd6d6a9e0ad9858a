// In a tab that was opened before an upgrade, the script of the next page may be gone. React Router then reloads
// the present page. This script then opens the wanted page, once: it removes the key first.
import { useEffect } from "react";
import { useNavigation } from "react-router";

const WANTED = "wanted_page";
const PATIENCE = 10_000;

const shown = () => window.location.pathname + window.location.search + window.location.hash;

if (typeof window !== "undefined") {
  const { path, at } = JSON.parse(sessionStorage.getItem(WANTED) ?? "{}");
  sessionStorage.removeItem(WANTED);
  const reloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
  // Only after a reload during that navigation, not when the user goes elsewhere or returns later.
  if (reloaded && path && path !== shown() && Date.now() - at < PATIENCE) window.location.replace(path);
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
