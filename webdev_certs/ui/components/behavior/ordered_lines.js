// A list whose lines are dragged to another place, with the mouse, a pen or a finger. The buttons on each line do the same
// by keyboard and with single clicks.
import { createElement, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

// How near to the edge of the window, in pixels, a dragged line scrolls the page, and how far at each movement.
const EDGE = 80;
const STEP = 12;
// Milliseconds after which the lines return, if the new order has not come by then.
const PATIENCE = 5000;

const middle = ({ top, height }) => top + height / 2;

export function OrderedLines({ order, onReorder, className, children }) {
  const list = useRef(null);
  const settle = useRef(() => {});
  const reorder = useEffectEvent((line, by) => onReorder?.(line, by));

  // Until the new order is rendered, the lines stay where they were dropped.
  useLayoutEffect(() => settle.current(), [order.join()]);

  useEffect(() => {
    const start = (event) => {
      const grip = event.target.closest("[data-grip]");
      if (!grip || event.button !== 0 || !event.isPrimary) return;
      // Neither select text nor scroll.
      event.preventDefault();
      settle.current();
      const lines = [...list.current.children];
      const boxes = lines.map((line) => line.getBoundingClientRect());
      const line = grip.closest("li");
      const from = lines.indexOf(line);
      const began = event.clientY + window.scrollY;
      const gap = lines.length > 1 ? boxes[1].top - boxes[0].bottom : 0;
      const room = boxes[from].height + gap;
      let to = from;
      const stop = new AbortController();
      const { signal } = stop;
      line.dataset.dragged = "";
      grip.setPointerCapture(event.pointerId);

      const show = (offset) => {
        lines.forEach((other, at) => {
          if (at >= to && at < from) other.style.translate = `0 ${room}px`;
          else if (at > from && at <= to) other.style.translate = `0 ${-room}px`;
          else other.style.translate = "";
        });
        line.style.translate = `0 ${offset}px`;
      };
      const place = (offset) => {
        const center = middle(boxes[from]) + offset;
        to = from;
        boxes.forEach((box, at) => {
          if (at < from && center < middle(box)) to = Math.min(to, at);
          if (at > from && center > middle(box)) to = Math.max(to, at);
        });
        show(offset);
      };
      const clear = () => {
        stop.abort();
        settle.current = () => {};
        delete line.dataset.dragged;
        for (const other of lines) other.style.translate = "";
      };
      settle.current = clear;

      const move = ({ clientY }) => {
        if (clientY < EDGE) window.scrollBy(0, -STEP);
        else if (clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP);
        place(clientY + window.scrollY - began);
      };
      const drop = () => {
        if (to === from) return clear();
        stop.abort();
        delete line.dataset.dragged;
        show(to < from ? boxes[to].top - boxes[from].top : boxes[to].bottom - boxes[from].bottom);
        const late = setTimeout(clear, PATIENCE);
        settle.current = () => {
          clearTimeout(late);
          clear();
        };
        reorder(line.querySelector("input[type=hidden]").value, to - from);
      };
      grip.addEventListener("pointermove", move, { signal });
      grip.addEventListener("pointerup", drop, { signal });
      grip.addEventListener("pointercancel", clear, { signal });
      document.addEventListener("keydown", ({ key }) => key === "Escape" && clear(), { signal });
    };
    const root = list.current;
    root.addEventListener("pointerdown", start);
    return () => {
      root.removeEventListener("pointerdown", start);
      settle.current();
    };
  }, []);

  return createElement("ol", { ref: list, className }, children);
}
