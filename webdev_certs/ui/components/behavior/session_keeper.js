// Follows the session of this browser in every tab (specification §4).
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

const KEYS = ["access_token", "refresh_token", "user"];
const SOCIAL = /^sb-.*-auth-token(-code-verifier)?$/;

export function SessionKeeper({ token, authenticated, guarded }) {
  const navigate = useNavigate();
  const wasIn = useRef(false);

  // Signing out leaves the keys empty; an emptied key is removed, one that another tab has filled is not.
  useEffect(() => {
    const ours = Object.keys(localStorage).filter((key) => SOCIAL.test(key));
    if (!token) ours.push(...KEYS);
    for (const key of ours) {
      if (localStorage.getItem(key) === "") localStorage.removeItem(key);
    }
  }, [token]);

  // A sign-out, in whichever tab, leaves nobody on a page that needs signing in.
  useEffect(() => {
    if (authenticated) {
      wasIn.current = true;
    } else if (wasIn.current) {
      wasIn.current = false;
      if (guarded) navigate("/");
    }
  }, [authenticated, guarded, navigate]);

  return null;
}
