// A button that puts the text of a chosen file into the text area with the id `target`. Nothing is sent.
import { createElement, useEffect, useRef, useState } from "react";

async function readText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Spreadsheets save "Unicode text" as UTF-16.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

export function TextFile({ target, maxCharacters, words, className, children }) {
  const [problem, setProblem] = useState("");
  const block = useRef(null);

  const read = async (input) => {
    const file = input.files?.[0];
    // So that the same file can be chosen again.
    input.value = "";
    if (!file) return;
    if (file.size > 4 * maxCharacters) {
      setProblem(words.large);
      return;
    }
    const text = await readText(file);
    // Spreadsheets and PDFs are no text.
    if (text.includes("\0") || text.length > maxCharacters) {
      setProblem(text.includes("\0") ? words.other : words.large);
      return;
    }
    setProblem("");
    const area = document.getElementById(target);
    area.value = text;
    area.focus();
  };

  // A file that was chosen before the scripts of the page had loaded.
  useEffect(() => {
    read(block.current.querySelector("input"));
  }, []);

  return createElement(
    "div",
    { ref: block, className, onChange: (event) => read(event.target) },
    children,
    createElement("p", { role: "alert", className: "text-sm text-danger empty:hidden" }, problem),
  );
}
