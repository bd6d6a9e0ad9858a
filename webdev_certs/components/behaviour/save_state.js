// Says whether the answer on the screen is saved; a lost connection is said first, because it explains the rest.
import { createElement, useContext, useEffect, useState } from "react";
import { EventLoopContext } from "$/utils/context";

export function SaveState({ state, words, className }) {
  const [, connectErrors] = useContext(EventLoopContext);
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    const follow = () => setOffline(!navigator.onLine);
    follow();
    window.addEventListener("online", follow);
    window.addEventListener("offline", follow);
    return () => {
      window.removeEventListener("online", follow);
      window.removeEventListener("offline", follow);
    };
  }, []);

  const shown = offline || connectErrors.length > 0 ? "offline" : state;
  return createElement("p", { role: "status", className, "data-state": shown }, words[shown] ?? "");
}
