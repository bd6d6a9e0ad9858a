// Counts of the server begin again in another process. What follows here is only that they grow.
import { createElement, useRef } from "react";

// How often the count has grown since the component was first rendered.
export const useGrowth = (count) => {
  const seen = useRef({ count, growth: 0 });
  if (count > seen.current.count) seen.current.growth += 1;
  seen.current.count = count;
  return seen.current.growth;
};

// Renders its children afresh each time that `version` grows.
export function Fresh({ version, className, children }) {
  return createElement("div", { key: useGrowth(version), className }, children);
}
