// A running attempt: whether its answer is saved, whether the page was left, and whether this tab continues it. The
// browser knows of changes, absences and a lost connection before the server does, or instead of it.
import { Children, createElement, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useOffline } from "./offline.js";

// Milliseconds after which "retrying" is shown instead of "saving".
const PATIENCE = 3000;
// Seconds. Shorter absences are not reported, because browser dialogs take the focus for a moment.
const SHORTEST = 1;
const LONGEST = 86400;

// A lost connection comes first, because it explains the rest. "Saving" starts with the first change to the form and ends
// when the server has handled it.
export function SaveState({ state, handledChange, reconnecting, words, className }) {
  const line = useRef(null);
  const [changed, setChanged] = useState(0);
  const [slow, setSlow] = useState(false);
  const offline = useOffline();

  useEffect(() => {
    const form = line.current.closest("form");
    const stop = new AbortController();
    // Wait, because the form numbers its changes (AnswerForm) after this listener.
    const note = () => setTimeout(() => setChanged(Number(form.dataset.change ?? 0)));
    for (const kind of ["input", "submit"]) form.addEventListener(kind, note, { signal: stop.signal });
    return () => stop.abort();
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
  if (offline) shown = saving || failing || state === "failed" ? "offline_unsaved" : "offline";
  else if (reconnecting) shown = "reconnecting";
  else if (failing) shown = "retrying";
  else if (saving) shown = "saving";
  // Every key starts a save, so screen readers announce only its outcome.
  const text = createElement("span", { "aria-hidden": shown === "saving" || undefined }, words[shown] ?? "");
  return createElement("p", { ref: line, role: "status", className, "data-state": shown }, text);
}

// Reports seconds away from the page, and that text was pasted, but never its content.
export function Attention({ active, onReport }) {
  const report = useEffectEvent((kind, seconds) => onReport?.(kind, seconds));

  useEffect(() => {
    if (!active) return;
    let since = null;
    const check = () => {
      if (document.hidden || !document.hasFocus()) since ??= performance.now();
      else if (since !== null) {
        const seconds = Math.round((performance.now() - since) / 1000);
        since = null;
        if (seconds >= SHORTEST) report("left", Math.min(seconds, LONGEST));
      }
    };
    check();
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("visibilitychange", check, { signal });
    window.addEventListener("blur", check, { signal });
    window.addEventListener("focus", check, { signal });
    document.addEventListener("paste", () => report("paste", 0), { signal });
    return () => stop.abort();
  }, [active]);

  return null;
}

const subscribe = () => () => {};
const isRunning = () =>
  // `running_attempt` in states/exams/exam.py, `resume_path` in states/session/navigation.py
  sessionStorage.getItem("running_attempt") || new URLSearchParams(location.search).has("resume");

// Shows the first child in a tab that continues a running attempt, and the second in others. The document, which is the
// same for all tabs, shows neither until this script runs.
export function RunningAttempt({ children }) {
  const shown = useSyncExternalStore(subscribe, () => (isRunning() ? 0 : 1), () => null);
  return Children.toArray(children)[shown] ?? null;
}
