// A place to drop or choose a file, which is sent to the API at `url`; `onAnswer` gets the HTTP status and the body. A form
// would replace the page with the answer, and Reflex's upload needs a library and a door of its own.
import { createElement, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

const LONGEST_ANSWER = 20000;

export function FileDrop({ url, maxBytes, onStart, onAnswer, className, overClassName, children }) {
  const [over, setOver] = useState(false);
  const latest = useRef(0);
  const { pathname } = useLocation();

  // Without this, a file dropped outside the box would replace the page.
  useEffect(() => {
    const ignore = (event) => event.preventDefault();
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);

  // An answer that comes after the page was left is not for the next one.
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [pathname],
  );

  const send = async (file) => {
    if (!file) return;
    const mine = ++latest.current;
    const answer = (status, body) => {
      if (mine === latest.current) onAnswer(status, body);
    };
    onStart(file.name);
    if (file.size > maxBytes) {
      answer(413, "");
      return;
    }
    try {
      const headers = {
        "Content-Type": "application/octet-stream",
        // The page's language and not the browser's, because the page shows the refusal.
        "Accept-Language": document.documentElement.lang,
      };
      const response = await fetch(url, { method: "POST", body: file, headers });
      answer(response.status, (await response.text()).slice(0, LONGEST_ANSWER));
    } catch {
      answer(0, "");
    }
  };

  return createElement(
    "div",
    {
      className: over ? `${className} ${overClassName}` : className,
      onDragOver: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        send(event.dataTransfer.files[0]);
      },
      // Events of the file input inside bubble up to here.
      onChange: (event) => {
        send(event.target.files?.[0]);
        // So that the same file can be chosen again.
        event.target.value = "";
      },
    },
    children,
  );
}
