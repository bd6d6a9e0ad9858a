// Counts down from the server's value, announces the time left at half time, five minutes, one minute and on press, and
// at zero asks the server until it ends the attempt. One event a second from the server would be late and costly.
import { createElement, useEffect, useEffectEvent, useRef, useState } from "react";

// Seconds between requests to the server, because an answer may be slow or get lost.
const PAUSES = [1, 2, 4, 8, 15];
// Milliseconds that the two clocks may differ before the computer is assumed to have slept.
const TOLERANCE = 2000;

// How long an announcement stays, in milliseconds.
const STAY = 5000;

// Fills in the values for the names in a text's braces.
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_braces, name) => values[name]);

// A number with its noun in the singular or plural, e.g. "1 minute" or "2 minutes".
const counted = (n, forms) => fill(forms[new Intl.PluralRules(document.documentElement.lang).select(n)], { n });

// With seconds, because half of the time need not be a whole number of minutes.
const inWords = (seconds, words) => {
  const minutes = seconds >= 60 && counted(Math.floor(seconds / 60), words.minutes);
  const rest = seconds % 60 > 0 && counted(seconds % 60, words.seconds);
  const time = minutes && rest ? fill(words.both, { minutes, seconds: rest }) : minutes || rest;
  return time ? fill(words.left, { time }) : words.up;
};

const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export function Countdown({ secondsLeft, secondsTotal, running, words, onExpire, className, urgentClassName, spokenClassName }) {
  const [left, setLeft] = useState(secondsLeft);
  const [spoken, setSpoken] = useState("");
  const before = useRef(secondsLeft);
  const over = left === 0;
  const expire = useEffectEvent(() => onExpire?.());

  useEffect(() => {
    if (!running) return;
    // The computer's clock may be wrong, so measure only the time since the server's value arrived.
    const start = performance.now();
    // While a computer sleeps, its clock keeps running and performance.now() may stop.
    const offset = Date.now() - start;
    let slept = false;
    let asked = 0;
    let next = 0;
    before.current = secondsLeft;
    const tick = () => {
      const elapsed = performance.now() - start;
      const now = Math.max(0, secondsLeft - Math.floor(elapsed / 1000));
      setLeft(now);
      const passed = [Math.floor(secondsTotal / 2), 300, 60].find((mark) => before.current > mark && now <= mark);
      if (passed !== undefined) setSpoken(inWords(now, words));
      before.current = now;
      slept ||= Math.abs(Date.now() - performance.now() - offset) > TOLERANCE;
      if ((now === 0 || slept) && elapsed >= next) {
        next = elapsed + PAUSES[Math.min(asked, PAUSES.length - 1)] * 1000;
        asked += 1;
        expire();
      }
    };
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [secondsLeft, secondsTotal, running]);

  useEffect(() => {
    if (running && over) setSpoken(words.over);
  }, [running, over]);

  // Remove the announcement, so that screen readers do not read an old time later.
  useEffect(() => {
    if (!spoken) return;
    const timer = setTimeout(() => setSpoken(""), STAY);
    return () => clearTimeout(timer);
  }, [spoken]);

  return createElement(
    "div",
    { role: "timer", "aria-live": "off" },
    createElement(
      "button",
      {
        type: "button",
        className: left <= 300 ? urgentClassName : className,
        "aria-label": fill(words.label, { time: clock(left) }),
        title: words.title,
        onClick: () => setSpoken(`${inWords(left, words)}${spoken.endsWith(" ") ? "" : " "}`),
      },
      clock(left),
    ),
    createElement("span", { role: "status", className: spokenClassName }, spoken),
  );
}
