// Changes the document's title while this component is rendered, and then restores the title.
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
