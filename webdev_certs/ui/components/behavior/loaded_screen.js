// Shows the first child if it was loaded for the present URL, and the second one until then: the content of an
// earlier screen is still there when the next screen begins.
import { Children } from "react";
import { useLocation } from "react-router";

const withoutSlash = (path) => path.replace(/\/$/, "");

export function LoadedScreen({ path, children }) {
  const { pathname, search } = useLocation();
  return Children.toArray(children)[withoutSlash(pathname) + search === path ? 0 : 1];
}
