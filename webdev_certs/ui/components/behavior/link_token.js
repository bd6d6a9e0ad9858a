// Hands over the token of a mailed link (`#token=…`) once the page is ready, and takes it out of the address,
// where it would stay in the browser's history.
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
    // Another link that is opened in the same tab changes nothing but this part of the address.
    const follow = () => {
      const token = take();
      if (token) hand.current(token);
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [ready]);

  return null;
}
