// Shows the answers that contain what is typed into the field, the best ones first, and says how many there are. The
// browser's own search in a page neither knows other words for a subject nor opens closed answers everywhere.
import { Children, createElement, Fragment, useEffect, useMemo, useRef, useState } from "react";
import { findAnswers } from "./find_answers.js";

// A screen reader announces one number after a pause instead of one for each key.
const PAUSE = 150;

export function AnswerSearch({ answers, stopWords, one, many, children }) {
  const frame = useRef(null);
  const timer = useRef(null);
  const [typed, setTyped] = useState("");
  const found = useMemo(() => findAnswers(typed, answers, stopWords), [typed, answers, stopWords]);

  const read = () => setTyped(frame.current?.querySelector("input").value ?? "");
  const follow = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(read, PAUSE);
  };
  useEffect(() => {
    // What was typed before the scripts ran.
    read();
    return () => clearTimeout(timer.current);
  }, []);

  const [field, subjects, nothing, heading, ...parts] = Children.toArray(children);
  const words = found?.length === 1 ? one : many.replace("{n}", found?.length);
  const said = found?.length ? createElement("p", { className: "pt-4 font-medium" }, words) : nothing;
  return createElement(
    Fragment,
    null,
    createElement(
      "div",
      { role: "search", ref: frame, className: found?.length ? "mb-6" : "mb-3", onInput: follow },
      field,
      createElement("div", { role: "status" }, found && said),
    ),
    found ? [found.length ? heading : null, ...found.map((place) => parts[place])] : [subjects, ...parts],
  );
}
