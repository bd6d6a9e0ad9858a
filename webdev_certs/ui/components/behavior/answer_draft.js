// Keeps the answer in the form around it until it is saved, and sends it again after a lost connection, a reload, a new
// sign-in or a failure. The server cannot know what it has not received, and a form that is rendered again is empty.
import { createElement, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

// Outlasts visits to other pages, such as those of a social sign-in. The browser removes it when the tab is closed.
const KEY = "unsaved_answer";
const NONE = { question: "", entries: [], change: 0, saved: true };
let draft = NONE;
// Where the focus was when the form was removed: the place of the control, and of the caret in it.
let focus = { question: "", at: -1 };

const restored = (question) => {
  if (draft.question === question) return draft;
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY));
    if (stored?.question === question) return { ...NONE, ...stored, saved: false };
  } catch {
    // Without storage, a draft lives as long as the page.
  }
  return { ...NONE, question };
};

const store = (stored) => {
  try {
    if (stored) sessionStorage.setItem(KEY, JSON.stringify(stored));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, the draft stays in memory only.
  }
};

const contents = (form) => [...new FormData(form).entries()];

const fill = (form, entries) => {
  for (const control of form.elements) {
    if (!control.name || control.type === "hidden") continue;
    const values = entries.filter(([name]) => name === control.name).map(([, value]) => value);
    if (control.type === "checkbox" || control.type === "radio") control.checked = values.includes(control.value);
    else control.value = values[0] ?? "";
  }
};

export function AnswerDraft({ ticket, handledChange, saving, retries, retryIn, onSend }) {
  const place = useRef(null);
  const send = useEffectEvent((entries) => onSend?.(entries));
  const lasting = onSend !== undefined;

  const keep = (form) => {
    draft = { ...draft, entries: contents(form), change: Number(form.dataset.change ?? 0), saved: false };
    if (lasting) store({ question: draft.question, entries: draft.entries });
  };

  const resend = (form, entries) => {
    const change = String(Math.ceil(performance.timeOrigin + performance.now()));
    form.dataset.change = change;
    form.dispatchEvent(new Event("input"));
    send([...entries, ["change", change]]);
  };

  useLayoutEffect(() => {
    const form = place.current.closest("form");
    return () => {
      const control = document.activeElement;
      focus = { question: draft.question, at: [...form.elements].indexOf(control), caret: control?.selectionStart };
    };
  }, []);

  useEffect(() => {
    const form = place.current.closest("form");
    // The last part of the ticket changes with each rendering.
    draft = restored(ticket.slice(0, ticket.lastIndexOf(":")));
    if (!draft.saved) {
      const { entries } = draft;
      fill(form, entries);
      // Wait until all parts of the form have added their listeners.
      setTimeout(() => form.isConnected && resend(form, entries));
    }
    if (focus.question === draft.question) {
      const control = form.elements[focus.at];
      control?.focus({ preventScroll: true });
      if (Number.isInteger(focus.caret)) control?.setSelectionRange(focus.caret, focus.caret);
    }
    // Wait, because the form numbers its changes (AnswerForm) after this listener.
    const note = () => setTimeout(() => form.isConnected && keep(form));
    const stop = new AbortController();
    const { signal } = stop;
    form.addEventListener("input", note, { signal });
    form.addEventListener("submit", note, { signal });
    // A refused submit (offline.js) never reaches the server, so the answer has to be sent again.
    form.addEventListener("refused", () => resend(form, contents(form)), { signal });
    return () => stop.abort();
  }, [ticket]);

  useEffect(() => {
    if (saving === "saved") {
      if (handledChange < draft.change) return;
      draft = { ...draft, saved: true };
      if (lasting) store(null);
    } else if (["saving", "retrying", "failed"].includes(saving)) {
      // Moving a line causes no input event, so the new order is kept here.
      keep(place.current.closest("form"));
    }
  }, [saving, handledChange]);

  useEffect(() => {
    if (!retryIn) return;
    const form = place.current.closest("form");
    const timer = setTimeout(() => resend(form, contents(form)), retryIn * 1000);
    return () => clearTimeout(timer);
  }, [retries, retryIn]);

  return createElement("span", { ref: place, hidden: true });
}
