// A bar at the top of the window while the next page is being loaded and that takes longer than a moment.
import { createElement, useEffect, useState } from "react";
import { useNavigation } from "react-router";

// Quicker changes would only flicker. Milliseconds.
const PATIENCE = 400;

export function NavigationProgress({ label, className, barClassName }) {
  const loading = useNavigation().state === "loading";
  const [slow, setSlow] = useState(false);

  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [loading]);

  if (!slow) return null;
  return createElement(
    "div",
    { role: "progressbar", "aria-label": label, className },
    createElement("div", { className: barClassName }),
  );
}
