// A button that opens the device's dialog for sharing, in browsers that have one.
import { createElement, useEffect, useState } from "react";

export function DeviceShare({ text, url, className, children }) {
  const [able, setAble] = useState(false);
  // Not while rendering: the page is built where there is no browser.
  useEffect(() => setAble(Boolean(navigator.share)), []);
  if (!able) return null;
  // Closing the dialog is an error too, and needs no message.
  const share = () => navigator.share({ text, url }).catch(() => {});
  return createElement("button", { type: "button", className, onClick: share }, children);
}
