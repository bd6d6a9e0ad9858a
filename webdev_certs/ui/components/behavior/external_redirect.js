// Opens a URL outside the product once: going back must not leave again.
import { useEffect } from "react";

const KEY = "departed";

export function ExternalRedirect({ to }) {
  useEffect(() => {
    if (!to || sessionStorage.getItem(KEY) === to) return;
    sessionStorage.setItem(KEY, to);
    // The router must not handle this URL: it is never one of its pages, even if the sandbox has the same host.
    window.location.assign(to);
  }, [to]);

  return null;
}
