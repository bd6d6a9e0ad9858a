// The rule of the search on the Support page, in the browser because each key searches. It needs no page, so that a unit
// test can run it in Node.

// A word of the text may lack an ending of the one that was typed: "refund" answers "refunds".
const LONGEST_ENDING = 3;
const SHORTEST_STEM = 4;

const HYPHEN = /(?<=\p{L})\p{Pd}(?=\p{L})/gu;
const OMITTED = /[\p{M}\u00ad'’]/gu;

const plain = (text) => text.normalize("NFKD").replace(OMITTED, "").toLowerCase().replaceAll("ß", "ss");
const split = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const isLike = (word, typed) =>
  word.startsWith(typed) ||
  (word.length >= SHORTEST_STEM && typed.startsWith(word) && typed.length - word.length <= LONGEST_ENDING);

// Returns a function that tells whether a text has a word. "signin" and "sign-in" are found in "sign in" too.
const reader = (text) => {
  const words = split(plain(text));
  const pairs = new Set(words.slice(1).map((word, before) => words[before] + word));
  return (typed) => words.some((word) => isLike(word, typed)) || pairs.has(typed);
};

// Returns the indices of the answers that have all words that were typed, best first; null if no word was typed.
// `answers` have a `subject` (the question, and other words for it) and a `text`; null stands for a heading.
export const findAnswers = (typed, answers, stopWords) => {
  const ignored = new Set(split(plain(stopWords)));
  const wanted = split(plain(typed).replace(HYPHEN, "")).filter((word) => !ignored.has(word));
  if (!wanted.length) return null;
  return answers
    .map((answer, place) => {
      const inSubject = wanted.filter(reader(answer?.subject ?? ""));
      const isInText = reader(answer?.text ?? "");
      return { place, score: inSubject.length, found: wanted.every((word) => inSubject.includes(word) || isInText(word)) };
    })
    .filter(({ found }) => found)
    .sort((one, other) => other.score - one.score)
    .map(({ place }) => place);
};
