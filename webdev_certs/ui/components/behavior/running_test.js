// Shows the first child in a tab in which a test is running, and the second in others. The document itself, which is
// the same for all tabs, shows neither until this script runs.
import { Children, useSyncExternalStore } from "react";

const subscribe = () => () => {};
// `running_attempt` in states/exams/question.py
const choose = () => (sessionStorage.getItem("running_attempt") ? 0 : 1);

export function RunningTest({ children }) {
  const shown = useSyncExternalStore(subscribe, choose, () => null);
  return Children.toArray(children)[shown] ?? null;
}
