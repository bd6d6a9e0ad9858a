// Repeats the press of a button that was pressed before the scripts ran. The document notes the press
// (web/prerendering.py).
import { useEffect, useLayoutEffect, useRef } from "react";

export function EarlyClick() {
  const pressed = useRef(null);

  // Stop noting presses as soon as buttons work, so that no press counts twice.
  useLayoutEffect(() => {
    pressed.current = window.earlyClick;
    window.earlyClick = null;
  }, []);

  useEffect(() => {
    const button = pressed.current;
    // Wait until the effects of the page itself have run.
    if (button) setTimeout(() => button.click());
  }, []);
  return null;
}
