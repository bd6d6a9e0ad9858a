// Looks for what may have changed on another device, such as a phone on which the user opened a mailed link: when the user
// comes back to the page, and every few seconds while the page is visible.
import { useEffect, useEffectEvent } from "react";

// Milliseconds.
const PAUSE = 10_000;

export function Watch({ onLook }) {
  const look = useEffectEvent(() => {
    // Without a connection, the looks would be sent all at once later.
    if (!document.hidden && navigator.onLine) onLook();
  });

  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener("focus", () => look(), { signal: stop.signal });
    const timer = setInterval(() => look(), PAUSE);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, []);

  return null;
}
