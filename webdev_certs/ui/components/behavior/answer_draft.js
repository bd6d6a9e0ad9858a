// Keeps what the form around it holds beyond the form itself: after a lost connection it is drawn afresh from what
// the server has, and the server has no answers that are only begun.
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
    // The ticket's last part is another one at each drawing.
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
