// Applies a sign-out to every tab of this browser (specification §4).
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

// What the browser stores of a login session.
export const KEYS = ["access_token", "refresh_token", "user"];
export const OTHERS = /^(payment_redirect|sb-.*-auth-token(-code-verifier)?)$/;

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
      try {
        // The answer that the previous user had not saved yet (answer_draft.js).
        sessionStorage.removeItem("unsaved_answer");
      } catch {
        // Without storage, nothing was kept.
      }
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
    if (authenticated) {
      wasSignedIn.current = true;
    } else if (wasSignedIn.current) {
      wasSignedIn.current = false;
      if (guarded) navigate("/");
    }
  }, [authenticated, guarded, navigate]);

  return null;
}
