// A note on a question. It is saved when the field loses the focus, and by its button. Until the server has it, the tab
// keeps it, so that nothing is lost with the connection, a reload, a new sign-in or a failure.
import { createElement, useEffect, useEffectEvent, useRef, useState } from "react";

const KEY = "unsaved_notes";

const unsaved = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
};

const keep = (place, text) => {
  const { [place]: _before, ...others } = unsaved();
  const all = text === null ? others : { ...others, [place]: text };
  try {
    if (Object.keys(all).length) sessionStorage.setItem(KEY, JSON.stringify(all));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, a note lives as long as the page.
  }
};

export function Note({ place, saved, failed, label, words, maxLength, fieldClassName, buttonClassName, onSave }) {
  const [text, setText] = useState(() => unsaved()[place] ?? saved);
  const [sent, setSent] = useState(null);
  const known = useRef(saved);
  const isSaved = text.trim() === saved;

  const send = useEffectEvent(() => {
    if (text.trim() === saved) return;
    setSent(text);
    onSave(place, text);
  });

  useEffect(() => {
    // Left behind by an earlier visit of the page, or typed without a connection.
    send();
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, []);

  useEffect(() => {
    // Changed elsewhere, while nothing was typed here.
    if (text.trim() === known.current) setText(saved);
    known.current = saved;
  }, [saved]);

  useEffect(() => {
    if (isSaved) keep(place, null);
  }, [isSaved, place]);

  const type = (event) => {
    setText(event.target.value);
    keep(place, event.target.value);
  };

  const isFailed = !isSaved && failed && sent === text;
  const status = isSaved ? (sent === null ? "" : words.saved) : isFailed ? words.failed : sent === text ? words.saving : words.unsaved;
  const id = `note-${place.replace(":", "-")}`;
  return createElement(
    "div",
    null,
    createElement("label", { htmlFor: id, className: "sr-only" }, label),
    createElement("textarea", {
      id,
      value: text,
      maxLength,
      rows: 3,
      "aria-describedby": `${id}-help`,
      className: fieldClassName,
      onChange: type,
      onBlur: send,
    }),
    createElement(
      "div",
      { className: "mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm" },
      createElement("p", { id: `${id}-help`, className: "text-faint" }, words.hint),
      createElement(
        "div",
        { className: "flex items-center" },
        createElement("p", { role: "status", className: `mr-3 empty:mr-0 ${isFailed ? "text-danger" : "text-muted"}` }, status),
        createElement("button", { type: "button", className: buttonClassName, onClick: send }, words.save),
      ),
      isFailed && createElement("p", { className: "w-full text-danger" }, failed),
    ),
  );
}
