// Says after a while that it is time to try again; a new number begins a new wait.
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
