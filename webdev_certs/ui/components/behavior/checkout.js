// Loads Stripe's script, then goes to Stripe's payment page when its URL is known.
import { useEffect, useRef } from "react";

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

export function Checkout({ tryId, scriptUrl, publishableKey, url, onReady, onFail, onReturn }) {
  const say = useRef({});
  say.current = { onReady, onFail, onReturn };

  useEffect(() => {
    if (!tryId || sessionStorage.getItem(DEPARTED) === tryId) return;
    let wanted = true;
    prepare(scriptUrl, publishableKey).then(
      () => wanted && say.current.onReady(tryId),
      (code) => wanted && say.current.onFail(tryId, code),
    );
    return () => {
      wanted = false;
    };
  }, [tryId, scriptUrl, publishableKey]);

  // Only once for each try: after going back, the page must not leave again. A new try may have the same URL.
  useEffect(() => {
    if (!url || sessionStorage.getItem(DEPARTED) === tryId) return;
    sessionStorage.setItem(DEPARTED, tryId);
    window.location.assign(url);
  }, [url, tryId]);

  // When the user goes back, the browser may restore this page as it was: with its button busy.
  useEffect(() => {
    const restored = (event) => event.persisted && say.current.onReturn();
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);

  return null;
}
