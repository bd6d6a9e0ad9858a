// Keeps the values of the form around it. After a lost connection the form is rendered again from the server's data,
// which does not include an answer that is not saved yet.
import { createElement, useEffect, useRef } from "react";

let draft = { question: "", entries: [] };

function fill(form, entries) {
  for (const control of form.elements) {
    if (!control.name || control.type === "hidden") continue;
    const values = entries.filter(([name]) => name === control.name).map(([, value]) => value);
    if (control.type === "checkbox" || control.type === "radio") control.checked = values.includes(control.value);
    else control.value = values[0] ?? "";
  }
}

export function AnswerDraft({ ticket, blank }) {
  const place = useRef(null);

  useEffect(() => {
    const form = place.current.closest("form");
    // The last part of the ticket changes with each rendering.
    const question = ticket.slice(0, ticket.lastIndexOf(":"));
    if (blank && draft.question === question) fill(form, draft.entries);
    const keep = () => {
      draft = { question, entries: [...new FormData(form).entries()] };
    };
    form.addEventListener("input", keep);
    return () => form.removeEventListener("input", keep);
  }, [ticket]);

  return createElement("span", { ref: place, hidden: true });
}
