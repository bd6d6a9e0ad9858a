// Marks the page while the user wants less motion; assets/tokens.css then turns animations off.
import { useLayoutEffect } from "react";

export function MotionChoice({ reduced }) {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-reduced-motion", Boolean(reduced));
  }, [reduced]);

  return null;
}
