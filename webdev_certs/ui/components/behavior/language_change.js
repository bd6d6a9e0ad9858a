// Opens the present page in the chosen language, with a full load, as LanguageLink does.
import { useEffect } from "react";
import { useLocation } from "react-router";

export function LanguageChange({ wanted, choice, prefix, onArrive }) {
  const { pathname, search, hash } = useLocation();

  useEffect(() => {
    if (!wanted) return;
    if (document.documentElement.lang === wanted) onArrive();
    else window.location.assign(prefix + pathname + search + hash);
  }, [wanted, choice]);

  return null;
}
