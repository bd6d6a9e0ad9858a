// After a reconnect the server sends all states as they are in a new tab, because it may be another process, and then what the
// page loads. All of it is shown together at the end: otherwise the page would be empty for a moment, and lose its focus, its
// place, what is open and what was typed.
import { useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { StateStoreContext, app, eventLoop } from "$/utils/context-registry";

const LOADED = "is_hydrated";
const VAR = "_rx_state_";

export function Reconnect() {
  const store = useContext(StateStoreContext);
  const location = useLocation();
  // The changes since the reconnect, as functions; null while changes are shown at once.
  const held = useRef(null);
  const show = () => {
    const changes = held.current ?? [];
    held.current = null;
    for (const change of changes) change();
  };

  useEffect(() => {
    const { dispatchers } = store;
    const { initialEvents } = app;
    let told;
    // Called before each try to connect.
    app.initialEvents = (first) => {
      held.current = store.getSnapshot(app.state_name)[LOADED + VAR] ? [] : null;
      told = false;
      return initialEvents(first);
    };
    for (const [state, apply] of Object.entries(dispatchers)) {
      dispatchers[state] = (delta) => {
        if (!held.current) return apply(delta);
        held.current.push(() => apply(delta));
        if (state !== app.state_name || !delta[LOADED + VAR]) return;
        // Not at once: the same message may change more states.
        if (told) return queueMicrotask(show);
        // What the server learns or loads later than the page: link_token.js, question_help.py. After these events, it says
        // once more that all is loaded.
        told = true;
        document.dispatchEvent(new Event("reconnected"));
        for (const opened of document.querySelectorAll("details[open]")) opened.dispatchEvent(new Event("toggle"));
        eventLoop.addEvents([{ name: `${state}.set_${LOADED}`, payload: { value: true } }]);
      };
    }
  }, [store]);

  // Another page begins empty.
  useEffect(show, [location]);

  return null;
}
