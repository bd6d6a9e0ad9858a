// Leaves the product for another address, once: coming back must not lead away again.
import { useEffect } from "react";

const KEY = "departed";

export function Departure({ to }) {
  useEffect(() => {
    if (!to || sessionStorage.getItem(KEY) === to) return;
    sessionStorage.setItem(KEY, to);
    // Not the router's way: the address is not one of its pages, even where the sandbox has the same host.
    window.location.assign(to);
  }, [to]);

  return null;
}
