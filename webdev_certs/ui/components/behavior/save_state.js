// Shows whether the answer is saved. A lost connection comes first, because it explains the rest. "Saving" starts
// with the first change to the form, before the server knows about it, and ends when the server has handled it.
import { createElement, useContext, useEffect, useRef, useState } from "react";
import { EventLoopContext } from "$/utils/context-registry";

// Milliseconds after which "retrying" is shown instead of "saving".
const PATIENCE = 3000;

export function SaveState({ state, handledChange, reconnecting, words, className }) {
  const line = useRef(null);
  const [changed, setChanged] = useState(0);
  const [slow, setSlow] = useState(false);
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
    // Wait, because the form numbers its changes (AnswerForm) after this listener.
    const note = () => setTimeout(() => setChanged(Number(form.dataset.change ?? 0)));
    form.addEventListener("input", note);
    form.addEventListener("submit", note);
    return () => {
      form.removeEventListener("input", note);
      form.removeEventListener("submit", note);
    };
  }, []);

  const saving = changed > handledChange || state === "saving";
  useEffect(() => {
    setSlow(false);
    if (!saving) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [saving]);

  const failing = state === "retrying" || slow;
  let shown = state;
  if (offline || connectErrors.length > 0) shown = saving || failing || state === "failed" ? "offline_unsaved" : "offline";
  else if (reconnecting) shown = "reconnecting";
  else if (failing) shown = "retrying";
  else if (saving) shown = "saving";
  // Every key starts a save, so screen readers announce only its outcome.
  const silent = shown === "saving" || undefined;
  return createElement(
    "p",
    { ref: line, role: "status", className, "data-state": shown },
    createElement("span", { "aria-hidden": silent }, words[shown] ?? ""),
  );
}
