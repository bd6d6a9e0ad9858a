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

export function Checkout({ attempt, scriptUrl, publishableKey, url, onReady, onFail, onReturn }) {
  const say = useRef({});
  say.current = { onReady, onFail, onReturn };

  useEffect(() => {
    if (!attempt || sessionStorage.getItem(DEPARTED) === attempt) return;
    let wanted = true;
    prepare(scriptUrl, publishableKey).then(
      () => wanted && say.current.onReady(attempt),
      (code) => wanted && say.current.onFail(attempt, code),
    );
    return () => {
      wanted = false;
    };
  }, [attempt, scriptUrl, publishableKey]);

  // Once for each attempt: going back must not leave again, and a new attempt may have the same URL.
  useEffect(() => {
    if (!url || sessionStorage.getItem(DEPARTED) === attempt) return;
    sessionStorage.setItem(DEPARTED, attempt);
    window.location.assign(url);
  }, [url, attempt]);

  // When the user goes back, the browser may restore this page as it was: with its button busy.
  useEffect(() => {
    const restored = (event) => event.persisted && say.current.onReturn();
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, []);

  return null;
}
