// Opens the current page in another language. Each language has documents of its own below a prefix, which the router of
// this one does not know, so both load a document.
import { createElement, useEffect, useState } from "react";
import { useLocation, useParams } from "react-router";

export function LanguageLink({ prefix, children, ...rest }) {
  const { pathname, search, hash } = useLocation();
  // While the document is built, the path ends with a slash, and a dynamic part of it has no value yet.
  const isDynamic = Object.keys(useParams()).length > 0;
  const [path, setPath] = useState(isDynamic ? "/" : pathname.replace(/(.)\/$/, "$1"));
  useEffect(() => setPath(pathname + search + hash), [pathname, search, hash]);

  return createElement("a", { ...rest, href: prefix + path }, children);
}

export function LanguageChange({ wanted, choice, prefix, onArrive }) {
  const { pathname, search, hash } = useLocation();

  useEffect(() => {
    if (!wanted) return;
    if (document.documentElement.lang === wanted) onArrive();
    else window.location.assign(prefix + pathname + search + hash);
  }, [wanted, choice]);

  return null;
}
