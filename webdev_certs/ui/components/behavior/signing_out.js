// Signing out in every tab of the browser, and without a connection. Reflex shares what it stores among tabs, but neither
// removes the keys nor leaves protected pages, and it can do nothing while the server is away.
import { createElement, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

// What the browser stores of a login session.
const KEYS = ["access_token", "refresh_token", "user"];
const OTHERS = /^(payment_redirect|sb-.*-auth-token(-code-verifier)?)$/;
// Milliseconds between attempts to tell the server.
const AGAIN = 3000;

// The answer and the notes that were not saved yet (answer_draft.js, note.js).
const forgetDrafts = () => {
  try {
    sessionStorage.removeItem("unsaved_answer");
    sessionStorage.removeItem("unsaved_notes");
  } catch {
    // Without storage, nothing was kept.
  }
};

export function SessionInAllTabs({ token, user, paymentRedirect, authenticated, unconfirmed, guarded }) {
  const navigate = useNavigate();
  const wasSignedIn = useRef(false);
  const lastUser = useRef("");

  // Signing out, or using a stored value, leaves an empty key. Remove the keys that are still empty: another tab may
  // have filled one.
  useEffect(() => {
    const keys = Object.keys(localStorage).filter((key) => OTHERS.test(key));
    if (!token) keys.push(...KEYS);
    for (const key of keys) {
      if (localStorage.getItem(key) === "") localStorage.removeItem(key);
    }
  }, [token, paymentRedirect]);

  // Another tab may have signed in another user while this tab was suspended: load the page again for that user.
  useEffect(() => {
    if (!user) return;
    if (lastUser.current && lastUser.current !== user) {
      forgetDrafts();
      window.location.reload();
    }
    lastUser.current = user;
  }, [user]);

  // The mark of the first paint (pages/root.py) holds until the email is confirmed or the user signs out.
  useEffect(() => {
    if (authenticated ? !unconfirmed : wasSignedIn.current) delete document.documentElement.dataset.unconfirmed;
  }, [authenticated, unconfirmed]);

  // After a sign-out in any tab, leave pages that need a signed-in user.
  useEffect(() => {
    if (!authenticated && wasSignedIn.current && guarded) navigate("/");
    wasSignedIn.current = authenticated;
  }, [authenticated, guarded, navigate]);

  return null;
}

const post = (path, token, body) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

async function endLoginSession({ access_token, refresh_token }) {
  const answer = await post("/api/auth/logout", access_token);
  if (answer.status !== 401) return;
  // The access token has expired in the meantime.
  const fresh = await post("/api/auth/refresh", "", { refresh_token, access_token });
  if (fresh.ok) await post("/api/auth/logout", (await fresh.json()).access_token);
}

function forget() {
  const kept = {};
  for (const key of Object.keys(localStorage).filter((one) => KEYS.includes(one) || OTHERS.test(one))) {
    kept[key] = localStorage.getItem(key);
    localStorage.removeItem(key);
  }
  forgetDrafts();
  return kept;
}

// What is stored of the login session is removed at once, and the page is hidden, because only the server could show
// another one. The server is told as soon as it answers, and then the home page opens. Until then, only this page
// remembers the tokens.
export function OfflineSignOut({ text, home, className }) {
  const [tokens, setTokens] = useState(null);
  const notice = useRef(null);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // From offline.js.
    document.addEventListener("sign_out", () => setTokens(forget()), { signal });
    const elsewhere = ({ key, oldValue, newValue }) => {
      if (key === "access_token" && oldValue && !newValue && !navigator.onLine) setTokens({});
    };
    window.addEventListener("storage", elsewhere, { signal });
    return () => stop.abort();
  }, []);

  useEffect(() => {
    if (!tokens) return;
    let timer;
    const leave = async () => {
      clearTimeout(timer);
      if (!navigator.onLine) return;
      try {
        await endLoginSession(tokens);
        window.location.replace(home);
      } catch {
        timer = setTimeout(leave, AGAIN);
      }
    };
    // The notice alone stays visible. Hidden content is neither read nor reached by keyboard.
    document.body.style.visibility = "hidden";
    notice.current.focus();
    window.addEventListener("online", leave);
    leave();
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", leave);
    };
  }, [tokens, home]);

  return tokens && createElement("p", { ref: notice, tabIndex: -1, className }, text);
}
