// Tells the server the time zone of the browser, in which it writes times and counts days.
import { useEffect, useRef } from "react";

export function TimeZone({ known, onZone }) {
  const tell = useRef(onZone);
  tell.current = onZone;

  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone && zone !== known) tell.current(zone);
  }, [known]);

  return null;
}
