// Keys for the question on the page: a letter chooses an option, Enter presses the main button, and M the bookmark. Below
// the question a legend says so. Whoever hides it switches the keys off too, because others may type with their voice.
import { createElement, useEffect, useLayoutEffect, useState } from "react";

const LETTERS = "ABCDEFGHIJ";
const KEY = "answer_keys";
const TYPED_INTO = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
// Enter has a meaning of its own there.
const PRESSED = "a, button, summary, input";

const stored = () => {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
};

const store = (on) => {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
};

const press = (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target.matches(TYPED_INTO) || document.querySelector("dialog[open], [popover]:popover-open")) return;
  let found;
  if (key === "Enter" && !target.closest(PRESSED)) found = document.querySelector("main [data-enter]");
  else if (key.toUpperCase() === "M") found = document.querySelector("main [data-bookmark]");
  else if (key.length === 1 && LETTERS.includes(key.toUpperCase())) {
    found = document.querySelectorAll("main input[name=choice]")[LETTERS.indexOf(key.toUpperCase())];
    found?.focus();
  }
  if (!found) return;
  event.preventDefault();
  found.click();
};

export function AnswerKeys({ legend, hide, show, className, buttonClassName }) {
  const [on, setOn] = useState(stored);

  // By the attribute, the letters beside the options are shown.
  useLayoutEffect(() => {
    document.documentElement.dataset.answerKeys = on ? "on" : "off";
    return () => delete document.documentElement.dataset.answerKeys;
  }, [on]);

  useEffect(() => {
    if (!on) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on]);

  const toggle = () => {
    store(!on);
    setOn(!on);
  };
  return createElement(
    "div",
    { className },
    on && createElement("p", null, legend),
    createElement("button", { type: "button", className: buttonClassName, onClick: toggle }, on ? hide : show),
  );
}
