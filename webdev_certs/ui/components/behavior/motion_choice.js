// Marks the page while its visitor wishes for less motion; assets/tokens.css does the rest.
import { useLayoutEffect } from "react";

export function MotionChoice({ reduced }) {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-reduced-motion", Boolean(reduced));
  }, [reduced]);

  return null;
}
