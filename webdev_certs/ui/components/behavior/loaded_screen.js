// Shows the first child if it is the content of the URL, and the second until that has been loaded: what an earlier
// screen has loaded is still there when the next one begins.
import { Children } from "react";
import { useLocation } from "react-router";

const withoutSlash = (path) => path.replace(/\/$/, "");

export function LoadedScreen({ path, children }) {
  const { pathname, search } = useLocation();
  return Children.toArray(children)[withoutSlash(pathname) + search === path ? 0 : 1];
}
