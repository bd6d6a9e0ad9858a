// A link to the page that is being shown, in another language. It leaves the router, whose pages have one language.
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
