// Parse snippets. Reads [{id, language, text, framework}] as JSON from stdin and prints {id: error} of those that
// parse in none of the wrappings.
import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';

// A snippet may be a module, statements with `return`, the members of a class or object, an expression, or children.
const wrappings = [
  (text) => text,
  (text) => `async function* snippet() {\n${text}\n}`,
  (text) => `class Snippet {\n${text}\n}`,
  (text) => `(\n${text.trim().replace(/[;,]$/, '')}\n);`,
  (text) => `({\n${text}\n});`,
];
const children = (text) => `<>\n${text}\n</>;`;
const scripts = { js: 'jsx', jsx: 'jsx', ts: 'ts', tsx: 'tsx' };

// A line such as `// cart.js` begins another file.
const files = /^(?=\/\/ [\w./-]+\.[jt]sx?\b)/m;

async function parseScript(text, loader) {
  const parts = text.split(files).filter((part) => part.trim());
  if (parts.length > 1) {
    for (const part of parts) await parseScript(part, loader);
    return;
  }
  const ways = loader.endsWith('x') && /^\s*[<{]/.test(text) ? [...wrappings, children] : wrappings;
  let first;
  for (const wrap of ways) {
    try {
      await transform(wrap(text), { loader, logLevel: 'silent' });
      return;
    } catch (error) {
      first ??= error;
    }
  }
  const { text: message, location } = first.errors[0];
  throw new Error(`${message} (line ${location?.line})`);
}

async function parseTemplate(text, framework) {
  if (framework === 'angular') {
    const { parseTemplate: parse } = await import('@angular/compiler');
    const { errors } = parse(text, 'item.html');
    if (errors?.length) throw new Error(errors[0].msg);
  } else if (framework === 'vue') {
    const { parse } = await import('@vue/compiler-dom');
    parse(text, { onError: (error) => { throw error; } });
  }
}

// Checks only the syntax: an item may be about what the compiler reports for a component.
async function parseComponent(text) {
  if (!/<\/?script\b/.test(text)) return parseTemplate(text, 'vue');
  // The opening tag may be what the item asks for.
  if (!/<script\b/.test(text)) return parseComponent(`<script setup lang="ts">${text}`);
  // Several components in one snippet, as a parent and its child.
  if (text.match(/^<script\b/gm).length > 2 || text.match(/^<template\b/gm)?.length > 1) return parseTemplate(text, 'vue');
  const { parse } = await import('vue/compiler-sfc');
  const { descriptor, errors } = parse(text);
  if (errors.length) throw errors[0];
  for (const script of [descriptor.script, descriptor.scriptSetup]) {
    if (script) await parseScript(script.content, scripts[script.lang ?? 'js']);
  }
}

async function parseSnippet({ language, text, framework }) {
  if (language in scripts) return parseScript(text, scripts[language]);
  if (language === 'vue') return parseComponent(text);
  if (language === 'html') return parseTemplate(text, framework);
}

const errors = {};
for (const snippet of JSON.parse(readFileSync(0, 'utf8'))) {
  await parseSnippet(snippet).catch((error) => (errors[snippet.id] = error.message));
}
console.log(JSON.stringify(errors));
