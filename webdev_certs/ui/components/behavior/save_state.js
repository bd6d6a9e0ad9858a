// Shows whether the answer is saved. A lost connection comes first, because it explains the rest. "Saving" starts
// with the first change to the form, before the server knows about it.
import { createElement, useContext, useEffect, useRef, useState } from "react";
import { EventLoopContext } from "$/utils/context";

export function SaveState({ state, settled, words, className }) {
  const line = useRef(null);
  const [changed, setChanged] = useState(false);
  const [, connectErrors] = useContext(EventLoopContext);
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    const follow = () => setOffline(!navigator.onLine);
    follow();
    window.addEventListener("online", follow);
    window.addEventListener("offline", follow);
    return () => {
      window.removeEventListener("online", follow);
      window.removeEventListener("offline", follow);
    };
  }, []);

  useEffect(() => {
    const form = line.current.closest("form");
    const note = () => setChanged(true);
    form.addEventListener("input", note);
    form.addEventListener("submit", note);
    return () => {
      form.removeEventListener("input", note);
      form.removeEventListener("submit", note);
    };
  }, []);
  useEffect(() => setChanged(false), [settled]);

  const shown = offline || connectErrors.length > 0 ? "offline" : changed ? "saving" : state;
  // Saving begins with every key, so it is shown and not spoken; its outcome is.
  const silent = shown === "saving" || undefined;
  return createElement(
    "p",
    { ref: line, role: "status", className, "data-state": shown },
    createElement("span", { "aria-hidden": silent }, words[shown] ?? ""),
  );
}
