// Leaving for another site (Stripe, Google, GitHub) once, so that going back does not leave again; and asking again for a
// payment after the return. `rx.redirect` would let the router handle a URL of the sandbox, which has the same host.
import { useEffect, useEffectEvent } from "react";

// Opens `url` unless `mark` says that it was opened already.
const leave = (key, mark, url) => {
  if (sessionStorage.getItem(key) === mark) return;
  sessionStorage.setItem(key, mark);
  window.location.assign(url);
};

export function ExternalRedirect({ to }) {
  useEffect(() => {
    if (to) leave("departed", to, to);
  }, [to]);

  return null;
}

const PATIENCE = 20_000;
const DEPARTED = "checkout_departed";
let loading = null;

function load(src) {
  if (window.Stripe) return Promise.resolve();
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = (code) => {
      script.remove();
      loading = null;
      reject(code);
    };
    const timer = setTimeout(fail, PATIENCE, "script_blocked");
    script.onload = () => {
      clearTimeout(timer);
      if (window.Stripe) resolve();
      else fail("script_empty");
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail("script_blocked");
    };
    script.src = src;
    document.head.append(script);
  });
  return loading;
}

async function prepare(src, publishableKey) {
  await load(src);
  try {
    if (window.Stripe(publishableKey)) return;
  } catch (error) {
    console.warn(error);
  }
  throw "refused";
}

// Loads Stripe's script, then goes to Stripe's payment page when its URL is known.
export function Checkout({ tryId, scriptUrl, publishableKey, url, onReady, onFail, onReturn }) {
  const ready = useEffectEvent(() => onReady(tryId));
  const fail = useEffectEvent((code) => onFail(tryId, code));
  const restore = useEffectEvent((event) => event.persisted && onReturn());

  useEffect(() => {
    if (!tryId || sessionStorage.getItem(DEPARTED) === tryId) return;
    let wanted = true;
    prepare(scriptUrl, publishableKey).then(
      () => wanted && ready(),
      (code) => wanted && fail(code),
    );
    return () => {
      wanted = false;
      // The page was left: the next visit does not go on with this try.
      sessionStorage.setItem(DEPARTED, tryId);
    };
  }, [tryId, scriptUrl, publishableKey]);

  // Once for each try, because a new try may have the same URL.
  useEffect(() => {
    if (url) leave(DEPARTED, tryId, url);
  }, [url, tryId]);

  // When the user goes back, the browser may restore this page as it was: with its button busy.
  useEffect(() => {
    const restored = (event) => restore(event);
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);

  return null;
}

// Calls onDue after the given seconds; a new number starts a new wait.
export function Retry({ number, seconds, onDue }) {
  const due = useEffectEvent(() => onDue(number));

  useEffect(() => {
    if (!seconds) return;
    const timer = setTimeout(() => due(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [number, seconds]);

  return null;
}
