// A button that reads the QR code of a certificate with the camera, which only a script can do. Renders nothing where there
// can be no camera.
import { createElement, useEffect, useEffectEvent, useRef, useState } from "react";

const PAUSE = 200;
// The longer side of the decoder's picture, in pixels: enough for a code that fills a third of it.
const LONGER_SIDE = 800;
const NUMBER = /\bWDC-?[A-Z]{2}-?[0-9A-Z]{4}-?[0-9A-Z]{4}-?[0-9A-Z]\b/i;

// A code contains the URL of a certificate's page. Only the number in it counts, not the host.
const numberIn = (text) => NUMBER.exec(text)?.[0];

// Returns a function that takes a video and returns the texts of the codes in its picture. Browsers that cannot read
// codes themselves load a decoder, once the camera is wanted.
const createReader = async () => {
  if ("BarcodeDetector" in window && (await window.BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
    const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video)).map((code) => code.rawValue);
  }
  const { default: decode } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, LONGER_SIDE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    try {
      return [decode(picture)];
    } catch {
      // There is no code in the picture.
      return [];
    }
  };
};

export function NumberScanner({ words, onFound, className, buttonClassName, videoClassName, hintClassName, children }) {
  // Assume a camera at first: nearly all browsers can use one, so nothing moves when the scripts run.
  const [able, setAble] = useState(true);
  const [ready, setReady] = useState(false);
  const [on, setOn] = useState(false);
  const [hint, setHint] = useState("");
  const video = useRef(null);
  const find = useEffectEvent((number) => onFound(number));

  useEffect(() => {
    setAble(Boolean(navigator.mediaDevices?.getUserMedia));
    setReady(true);
  }, []);

  useEffect(() => {
    if (!on) return;
    let stream = null;
    let timer = 0;
    let ended = false;
    let read = null;
    const look = async () => {
      try {
        const texts = await read(video.current);
        const number = texts.map(numberIn).find(Boolean);
        if (ended) return;
        if (number) {
          setOn(false);
          find(number);
          return;
        }
        setHint(texts.length ? words.other : words.hint);
      } catch {
        // The video has no picture yet.
      }
      if (!ended) timer = setTimeout(look, PAUSE);
    };
    const start = async () => {
      let failure = words.refused;
      try {
        // Here the browser asks whether the camera may be used.
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
        if (ended) {
          stream.getTracks().forEach((track) => track.stop());
          return;
        }
        video.current.srcObject = stream;
        // Not awaited, because some cameras take long to deliver the first picture.
        video.current.play().catch(() => {});
        setHint(words.hint);
        failure = words.unloaded;
        read = await createReader();
        look();
      } catch {
        if (ended) return;
        setOn(false);
        setHint(failure);
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
    children,
    createElement(
      "button",
      { type: "button", disabled: !ready, className: buttonClassName, "aria-describedby": "scan-about", onClick: () => { setHint(""); setOn(!on); } },
      on ? words.stop : words.start,
    ),
    on && createElement("video", { ref: video, muted: true, playsInline: true, "aria-label": words.video, className: videoClassName }),
    createElement("p", { id: "scan-about", className: hintClassName, hidden: Boolean(hint) }, words.about),
    // Always in the document, so that screen readers notice what comes in.
    createElement("p", { role: "status", className: `${hintClassName} empty:-mt-3` }, hint),
  );
}
