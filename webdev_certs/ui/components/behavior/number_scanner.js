// A button that reads the QR code of a certificate with the camera. Renders nothing in browsers without
// BarcodeDetector.
import { createElement, useEffect, useRef, useState } from "react";

const PAUSE = 200;
const NUMBER = /\bWDC-?[A-Z]{2}-?[0-9A-Z]{4}-?[0-9A-Z]{4}-?[0-9A-Z]\b/i;

// The code leads to the certificate's page. Its number is opened here, whatever the code's host is.
const numberIn = (text) => NUMBER.exec(text)?.[0];

export function NumberScanner({ words, onFound, className, buttonClassName, videoClassName, hintClassName }) {
  const [able, setAble] = useState(false);
  const [on, setOn] = useState(false);
  const [hint, setHint] = useState("");
  const video = useRef(null);
  const found = useRef(onFound);
  found.current = onFound;

  useEffect(() => {
    if (!("BarcodeDetector" in window) || !navigator.mediaDevices?.getUserMedia) return;
    window.BarcodeDetector.getSupportedFormats().then((formats) => setAble(formats.includes("qr_code")));
  }, []);

  useEffect(() => {
    if (!on) return;
    let stream = null;
    let timer = 0;
    let ended = false;
    const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
    const look = async () => {
      try {
        const codes = await detector.detect(video.current);
        const number = codes.map((code) => numberIn(code.rawValue)).find(Boolean);
        if (ended) return;
        if (number) {
          setOn(false);
          found.current(number);
          return;
        }
        setHint(codes.length ? words.other : words.hint);
      } catch {
        // The video has no picture yet.
      }
      if (!ended) timer = setTimeout(look, PAUSE);
    };
    const start = async () => {
      try {
        // Here the browser asks whether the camera may be used.
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
        if (ended) {
          stream.getTracks().forEach((track) => track.stop());
          return;
        }
        video.current.srcObject = stream;
        // Not awaited: some cameras take their time for the first picture.
        video.current.play().catch(() => {});
        setHint(words.hint);
        look();
      } catch {
        if (ended) return;
        setOn(false);
        setHint(words.refused);
      }
    };
    start();
    return () => {
      ended = true;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, [on, words]);

  if (!able) return null;
  return createElement(
    "div",
    { className },
    createElement(
      "button",
      { type: "button", className: buttonClassName, onClick: () => { setHint(""); setOn(!on); } },
      on ? words.stop : words.start,
    ),
    on && createElement("video", { ref: video, muted: true, playsInline: true, "aria-label": words.video, className: videoClassName }),
    createElement("p", { role: "status", className: hintClassName }, hint),
  );
}
