// Passes on the token of a mailed link (`#token=…`) when the page is ready, and removes it from the URL and so from the
// browser's history. Browsers send no server what follows the `#`, which keeps the token out of logs.
import { useEffect, useEffectEvent } from "react";

const take = () => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get("token");
  if (token === null) return "";
  window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  return token;
};

export function LinkToken({ ready, onToken }) {
  const hand = useEffectEvent((token) => onToken(token));

  useEffect(() => {
    if (!ready) return;
    hand(take());
    // A second mailed link opened in the same tab changes only the fragment of the URL.
    const follow = () => {
      const token = take();
      if (token) hand(token);
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [ready]);

  return null;
}
