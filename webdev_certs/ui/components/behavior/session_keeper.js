// Applies a sign-out to every tab of this browser (specification §4).
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

const KEYS = ["access_token", "refresh_token", "user"];
const SOCIAL = /^sb-.*-auth-token(-code-verifier)?$/;

export function SessionKeeper({ token, authenticated, guarded }) {
  const navigate = useNavigate();
  const wasSignedIn = useRef(false);

  // Signing out empties the keys. Remove those that are still empty; another tab may have filled one again.
  useEffect(() => {
    const keys = Object.keys(localStorage).filter((key) => SOCIAL.test(key));
    if (!token) keys.push(...KEYS);
    for (const key of keys) {
      if (localStorage.getItem(key) === "") localStorage.removeItem(key);
    }
  }, [token]);

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
