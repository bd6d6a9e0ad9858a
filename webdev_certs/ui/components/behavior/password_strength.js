// Shows how strong a password is while the user types it. It is estimated here, so that no unfinished password leaves the
// browser, with dictionaries that are loaded at the first focus.
import { createElement, useEffect, useRef, useState } from "react";

const PAUSE = 400;
let estimator;

// Loads the dictionaries at the first focus. After a failure the next focus tries again.
const load = () => {
  estimator ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")])
    .then(([core, common]) => new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs }))
    .catch(() => {
      estimator = undefined;
    });
  return estimator;
};

// Counts like the server: characters after NFC normalization.
const lengthOf = (password) => [...password.normalize("NFC")].length;

const rate = async (input, shortest) => {
  const password = input.value;
  if (!password) return "none";
  const missing = shortest - lengthOf(password);
  if (missing > 0) return missing === 1 ? "one" : "short";
  const others = [...(input.form?.elements ?? [])].filter((element) => element !== input && element.type !== "password");
  const personal = others.flatMap((element) => (element.value ?? "").split(/[\s@.]+/)).filter((word) => word.length > 2);
  const estimate = (await load())?.check(password, personal);
  return estimate ? ["weak", "weak", "fair", "good", "strong"][estimate.score] : "none";
};

export function PasswordStrength({ control, shortest, words, refusal, className, levelClassNames }) {
  const [level, setLevel] = useState("none");
  const [missing, setMissing] = useState(0);
  const [refused, setRefused] = useState(false);
  const refusedPassword = useRef(null);

  // Hidden after a refusal, whose message says what is wrong, until another password is typed.
  useEffect(() => {
    refusedPassword.current = refusal ? document.getElementById(control)?.value : null;
    setRefused(Boolean(refusal));
  }, [control, refusal]);

  useEffect(() => {
    const input = document.getElementById(control);
    if (!input) return;
    let timer;
    let latest = 0;
    const follow = () => {
      clearTimeout(timer);
      // A screen reader announces one rating after a pause instead of one for each key.
      timer = setTimeout(async () => {
        const mine = ++latest;
        const rated = await rate(input, shortest);
        if (mine !== latest) return;
        setMissing(shortest - lengthOf(input.value));
        setLevel(rated);
        // The rating of the refused password may come after its refusal.
        setRefused(input.value === refusedPassword.current);
      }, PAUSE);
    };
    const stop = new AbortController();
    input.addEventListener("focus", load, { signal: stop.signal });
    input.addEventListener("input", follow, { signal: stop.signal });
    if (document.activeElement === input) load();
    if (input.value) follow();
    return () => {
      clearTimeout(timer);
      latest = -1;
      stop.abort();
    };
  }, [control, shortest]);

  const text = (words[level] ?? "").replace("{missing}", missing);
  return createElement(
    "p",
    { role: "status", className: `${className} ${levelClassNames[level] ?? ""}`, hidden: refused, "data-level": level },
    text,
  );
}
