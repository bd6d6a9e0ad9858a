// Passes on the token of a mailed link (`#token=…`) when the page is ready, and removes it from the URL and so from the
// browser's history. Browsers send no server what follows the `#`, which keeps the token out of logs.
import { useEffect, useEffectEvent, useRef } from "react";

const take = () => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get("token");
  if (token === null) return "";
  window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  return token;
};

export function LinkToken({ ready, onToken }) {
  const taken = useRef("");
  const hand = useEffectEvent((token) => {
    taken.current = token;
    onToken(token, false);
  });
  // Another process does not know it (reconnect.js).
  const repeat = useEffectEvent(() => onToken(taken.current, true));

  useEffect(() => {
    if (!ready) return;
    hand(take());
    // A second mailed link opened in the same tab changes only the fragment of the URL.
    const follow = () => {
      const token = take();
      if (token) hand(token);
    };
    const stop = new AbortController();
    window.addEventListener("hashchange", follow, { signal: stop.signal });
    document.addEventListener("reconnected", () => repeat(), { signal: stop.signal });
    return () => stop.abort();
  }, [ready]);

  return null;
}
