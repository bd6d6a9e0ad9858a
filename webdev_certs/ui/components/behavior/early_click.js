// A button that is pressed before the scripts run does its work then. The document notes the press
// (web/prerendering.py).
import { useEffect } from "react";

export function EarlyClick() {
  useEffect(() => {
    const button = window.earlyClick;
    window.earlyClick = null;
    // After the effects of the page itself.
    if (button) setTimeout(() => button.click());
  }, []);
  return null;
}
