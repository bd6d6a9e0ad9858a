// Calls onDue after the given seconds; a new number starts a new wait.
import { useEffect, useRef } from "react";

export function Retry({ number, seconds, onDue }) {
  const due = useRef(onDue);
  due.current = onDue;

  useEffect(() => {
    if (!seconds) return;
    const timer = setTimeout(() => due.current(number), seconds * 1000);
    return () => clearTimeout(timer);
  }, [number, seconds]);

  return null;
}
