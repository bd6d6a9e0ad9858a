// While offline, page changes wait, clicks that need the server are refused, and a notice says so. Without it, the browser
// would show its own error page for a page whose script is not loaded yet, and Reflex would keep clicks and change the page
// much later. Other clicks are passed on, and announced (navigation.js).
import { createElement, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useBlocker } from "react-router";
import { EventLoopContext, eventLoop } from "$/utils/context-registry";

const follow = (changed) => {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
};
const isOnline = () => navigator.onLine;
// A prerendered document shows no notice.
const useOnline = () => useSyncExternalStore(follow, isOnline, () => true);

// Whether the browser is offline or the server does not answer.
export const useOffline = () => {
  const [, connectErrors] = useContext(EventLoopContext);
  return !useOnline() || connectErrors.length > 0;
};

const events = (nested) => [nested].flat(Infinity).filter((one) => one?.name);
const press = (args) => [args].flat().find((one) => one?.preventDefault && ["click", "submit"].includes(one.type));
const button = ({ nativeEvent, target }) => nativeEvent?.submitter ?? target.closest?.("button, a") ?? target;

// All components send their events with the function that Reflex puts here.
let send = eventLoop.addEvents;
let refuse = null;
let signOut = "";
Object.defineProperty(eventLoop, "addEvents", {
  configurable: true,
  get: () => (sent, args, actions) => {
    const pressed = press(args);
    // Other events begin with an underscore, and need no server.
    if (!pressed || !events(sent).some((one) => !one.name.startsWith("_"))) return send(sent, args, actions);
    const away = refuse !== null && (!isOnline() || eventLoop.connectErrors.length > 0);
    if (!away) {
      document.dispatchEvent(new CustomEvent("clicked", { detail: button(pressed) }));
      return send(sent, args, actions);
    }
    // Otherwise the browser would submit the form itself and reload the page.
    pressed.preventDefault();
    if (events(sent).some((one) => one.name === signOut)) {
      // It is never refused (signing_out.js).
      document.dispatchEvent(new CustomEvent("sign_out"));
      return;
    }
    // An answer in the form is sent when the connection is back (answer_draft.js).
    pressed.target.dispatchEvent(new CustomEvent("refused"));
    refuse();
  },
  set: (function_) => {
    send = function_;
  },
});

// Where a click leads that loads a document in this tab; empty for other clicks.
const documentOf = (event, link, online) => {
  const { button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return "";
  if (!["", "_self"].includes(link.target) || link.hasAttribute("download")) return "";
  if (!/^https?:$/.test(link.protocol)) return "";
  // Only this server is known to be away.
  if (online && link.origin !== window.location.origin) return "";
  const [page, part] = link.href.split("#");
  return part !== undefined && page === window.location.href.split("#")[0] ? "" : link.href;
};

// Only screens with a question have an answer that the notice can mention.
const withSaved = (text, saved) => (document.querySelector("[data-frame=question-frame]") ? `${text} ${saved}` : text);

// The name of a page. A path of `names` that ends with a slash is the beginning of several paths.
const nameOf = (path, names) =>
  names[path.replace(/(.)\/$/, "$1")] ?? names[Object.keys(names).find((one) => /.\/$/.test(one) && path.startsWith(one))];

const notice = (className, text, stay, stayClassName, onStay) =>
  createElement(
    "p",
    { className },
    createElement("span", null, text),
    createElement("button", { type: "button", className: stayClassName, onClick: onStay }, stay),
  );

// A separate component: the router allows only one blocker, and a running attempt has its own (leave_guard.js).
function Waiting({ offline, text, namedText, names, saved, stay, className, stayClassName, onRefused, onDone }) {
  const wanted = useRef("");
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // `blocker.location` would have the folder of the language.
    wanted.current = nextLocation.pathname;
    return currentLocation.pathname !== nextLocation.pathname;
  });
  const { state } = blocker;

  useEffect(() => {
    if (state === "blocked" && document.querySelector("[data-leave-guard=active]")) {
      // Leaving a running attempt needs a confirmation, which can be asked for later.
      blocker.reset();
      onRefused();
    } else if (!offline && state === "blocked") blocker.proceed();
    else if (!offline && state === "unblocked") onDone();
  }, [offline, state]);

  if (!offline || state !== "blocked") return null;
  const name = nameOf(wanted.current, names);
  const said = withSaved(name ? namedText.replace("{page}", () => name) : text, saved);
  return notice(className, said, stay, stayClassName, () => blocker.reset());
}

export function Offline({ waiting, waitingFor, names, refused, saved, stay, signOut: event, ...looks }) {
  const { className, noticeClassName, stayClassName } = looks;
  const online = useOnline();
  const offline = useOffline();
  const [guarding, setGuarding] = useState(false);
  const [wasRefused, setRefused] = useState(false);
  // The document that waits, and how many have been chosen.
  const [chosen, setChosen] = useState({ href: "", name: "", number: 0 });

  useEffect(() => {
    signOut = event;
    refuse = () => setRefused(true);
    return () => {
      refuse = null;
    };
  }, []);

  useEffect(() => {
    if (offline) setGuarding(true);
    else setRefused(false);
  }, [offline]);

  // Links that the router does not handle, such as those to the page in another language. They wait as page changes do.
  useEffect(() => {
    if (!offline) {
      if (chosen.href) {
        window.location.assign(chosen.href);
        // The browser may show this page again as it is now.
        setChosen({ ...chosen, href: "" });
      }
      return undefined;
    }
    const hold = (click) => {
      const link = click.target.closest?.("a[href]");
      const href = link && documentOf(click, link, online);
      if (href) {
        click.preventDefault();
        if (document.querySelector("[data-leave-guard=active]")) setRefused(true);
        else setChosen({ href, name: link.textContent.trim(), number: chosen.number + 1 });
        // The router has taken the click: the last page that was chosen opens.
      } else if (chosen.href && link && click.defaultPrevented) setChosen({ ...chosen, href: "" });
    };
    // After the listeners of React, which are on the document.
    window.addEventListener("click", hold);
    return () => window.removeEventListener("click", hold);
  }, [offline, online, chosen]);

  return createElement(
    "div",
    { role: "status", className },
    guarding &&
      createElement(Waiting, {
        // A new one, so that the page that waited before is given up.
        key: chosen.number,
        offline,
        text: waiting,
        namedText: waitingFor,
        names,
        saved,
        stay,
        className: noticeClassName,
        stayClassName,
        onRefused: () => setRefused(true),
        onDone: () => setGuarding(false),
      }),
    offline &&
      chosen.href &&
      notice(
        noticeClassName,
        withSaved(waitingFor.replace("{page}", () => chosen.name), saved),
        stay,
        stayClassName,
        () => setChosen({ ...chosen, href: "" }),
      ),
    wasRefused && createElement("p", { className: noticeClassName }, withSaved(refused, saved)),
  );
}
