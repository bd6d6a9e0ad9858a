// Gives the document another title when the page says something else than at first, and back when it ends.
import { useEffect } from "react";

export function PageTitle({ text }) {
  useEffect(() => {
    if (!text) return;
    const before = document.title;
    document.title = text;
    return () => {
      if (document.title === text) document.title = before;
    };
  }, [text]);

  return null;
}
