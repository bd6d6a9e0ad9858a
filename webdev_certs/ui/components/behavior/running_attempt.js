// Shows the first child in a tab that continues a running attempt, and the second in others. The document itself, which
// is the same for all tabs, shows neither until this script runs.
import { Children, useSyncExternalStore } from "react";

const subscribe = () => () => {};
const isRunning = () =>
  // `running_attempt` in states/exams/exam.py, `resume_path` in states/session/navigation.py
  sessionStorage.getItem("running_attempt") || new URLSearchParams(location.search).has("resume");
const choose = () => (isRunning() ? 0 : 1);

export function RunningAttempt({ children }) {
  const shown = useSyncExternalStore(subscribe, choose, () => null);
  return Children.toArray(children)[shown] ?? null;
}
