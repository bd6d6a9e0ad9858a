// A link to the present page in another language. It loads a document, because the router's pages have one language.
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
