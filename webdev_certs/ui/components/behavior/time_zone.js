// Tells the server the time zone of the browser, in which it writes times and counts days. No header has it, and a browser
// without storage does not keep the one that the document stores (pages/root.py).
import { useEffect, useEffectEvent } from "react";

export function TimeZone({ known, onZone }) {
  const tell = useEffectEvent((zone) => onZone(zone));

  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone && zone !== known) tell(zone);
  }, [known]);

  return null;
}
