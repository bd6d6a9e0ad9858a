// A button that is pressed before the scripts run does its work then. The document notes the press
// (web/prerendering.py).
import { useEffect, useLayoutEffect, useRef } from "react";

export function EarlyClick() {
  const pressed = useRef(null);

  // As soon as buttons work, so that no press counts twice.
  useLayoutEffect(() => {
    pressed.current = window.earlyClick;
    window.earlyClick = null;
  }, []);

  useEffect(() => {
    const button = pressed.current;
    // After the effects of the page itself.
    if (button) setTimeout(() => button.click());
  }, []);
  return null;
}
