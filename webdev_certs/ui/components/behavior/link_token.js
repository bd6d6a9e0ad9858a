// Passes on the token of a mailed link (`#token=…`) when the page is ready, and removes it from the URL, so it does
// not stay in the browser's history.
import { useEffect, useRef } from "react";

const take = () => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get("token");
  if (token === null) return "";
  window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
  return token;
};

export function LinkToken({ ready, onToken }) {
  const hand = useRef(onToken);
  hand.current = onToken;

  useEffect(() => {
    if (!ready) return;
    hand.current(take());
    // A second mailed link opened in the same tab changes only the fragment of the URL.
    const follow = () => {
      const token = take();
      if (token) hand.current(token);
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [ready]);

  return null;
}
