// Signs out when the server cannot be reached (specification §4): what the browser stores of the login session is
// removed at once, and the page is hidden, because only the server could show another one. The server is told as soon
// as it answers, and then the home page opens. Until then, only this page remembers the tokens.
import { createElement, useEffect, useRef, useState } from "react";
import { KEYS, OTHERS } from "./session_in_all_tabs.js";

const AGAIN = 3000;

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
  const fresh = await post("/api/auth/refresh", "", { refresh_token });
  if (fresh.ok) await post("/api/auth/logout", (await fresh.json()).access_token);
}

function forget() {
  const kept = {};
  for (const key of Object.keys(localStorage).filter((one) => KEYS.includes(one) || OTHERS.test(one))) {
    kept[key] = localStorage.getItem(key);
    localStorage.removeItem(key);
  }
  // The answer that was not saved yet (answer_draft.js).
  sessionStorage.removeItem("unsaved_answer");
  return kept;
}

export function OfflineSignOut({ text, home, className }) {
  const [tokens, setTokens] = useState(null);
  const notice = useRef(null);

  useEffect(() => {
    const here = () => setTokens(forget());
    const elsewhere = ({ key, oldValue, newValue }) => {
      if (key === "access_token" && oldValue && !newValue && !navigator.onLine) setTokens({});
    };
    // From offline.js.
    document.addEventListener("sign_out", here);
    window.addEventListener("storage", elsewhere);
    return () => {
      document.removeEventListener("sign_out", here);
      window.removeEventListener("storage", elsewhere);
    };
  }, []);

  useEffect(() => {
    if (!tokens) return undefined;
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
