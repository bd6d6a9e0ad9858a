// Reports when the page of a running attempt is left (with seconds away) and when text is pasted (never its content).
import { useEffect, useRef } from "react";

// Seconds. Shorter absences are not reported, because browser dialogs take the focus for a moment.
const SHORTEST = 1;
const LONGEST = 86400;

const away = () => document.hidden || !document.hasFocus();

export function Attention({ active, onReport }) {
  const report = useRef(onReport);
  report.current = onReport;

  useEffect(() => {
    if (!active) return;
    let since = null;
    const check = () => {
      if (away()) since ??= performance.now();
      else if (since !== null) {
        const seconds = Math.round((performance.now() - since) / 1000);
        since = null;
        if (seconds >= SHORTEST) report.current?.("left", Math.min(seconds, LONGEST));
      }
    };
    const paste = () => report.current?.("paste", 0);
    check();
    document.addEventListener("visibilitychange", check);
    window.addEventListener("blur", check);
    window.addEventListener("focus", check);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("visibilitychange", check);
      window.removeEventListener("blur", check);
      window.removeEventListener("focus", check);
      document.removeEventListener("paste", paste);
    };
  }, [active]);

  return null;
}
