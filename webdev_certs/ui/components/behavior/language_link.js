// A link to the page that is being shown, in another language. It leaves the router, whose pages have one language.
import { createElement, useEffect, useState } from "react";
import { useLocation } from "react-router";

export function LanguageLink({ prefix, children, ...rest }) {
  const { pathname, search, hash } = useLocation();
  // Not while the document is built, when a dynamic part of the path has no value yet.
  const [path, setPath] = useState("/");
  useEffect(() => setPath(pathname + search + hash), [pathname, search, hash]);

  return createElement("a", { ...rest, href: prefix + path }, children);
}
