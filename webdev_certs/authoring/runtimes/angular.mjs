// Compile programs with Angular's own compiler (ahead of time, templates checked).
// Reads [{id, entry}] as JSON from stdin, writes out/<id>.mjs, and prints {id: error}.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createCompilerHost, createProgram } from '@angular/compiler-cli';
import ts from 'typescript';

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  // Otherwise all programs with neither import nor export would share one global scope.
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  strictTemplates: true,
  noImplicitAny: false,
  skipLibCheck: true,
  compilationMode: 'full',
  rootDir: process.cwd(),
  outDir: resolve('compiled'),
};
const entries = JSON.parse(readFileSync(0, 'utf8')).map(({ id, entry }) => ({ id, path: resolve(entry) }));
const errors = {};

/** Compile the entries; note the errors of each and return the program. */
function check(left, former) {
  const host = createCompilerHost({ options });
  const program = createProgram({ rootNames: left.map(({ path }) => path), options, host, oldProgram: former });
  const found = [
    ...program.getTsOptionDiagnostics(),
    ...program.getNgOptionDiagnostics(),
    ...program.getTsSyntacticDiagnostics(),
    ...program.getTsSemanticDiagnostics(),
    ...program.getNgStructuralDiagnostics(),
    ...program.getNgSemanticDiagnostics(),
  ];
  for (const { file, start, messageText, category } of found) {
    if (category !== ts.DiagnosticCategory.Error) continue;
    const at = left.filter(({ path }) => !file || resolve(file.fileName).startsWith(resolve(path, '..') + '/'));
    const line = file ? ` (line ${ts.getLineAndCharacterOfPosition(file, start).line + 1})` : '';
    for (const { id } of at) errors[id] ??= ts.flattenDiagnosticMessageText(messageText, '\n') + line;
  }
  return program;
}

let program = check(entries);
const good = entries.filter(({ id }) => !(id in errors));
// The compiler writes nothing if one of the files has an error, so compile the others again without it.
if (good.length && good.length < entries.length) program = check(good, program);
if (good.length) program.emit();
mkdirSync('out', { recursive: true });
for (const { id } of good) {
  // Angular's packages are partially compiled; the compiler finishes them as they are loaded.
  writeFileSync(`out/${id}.mjs`, `import '@angular/compiler';\nawait import('../compiled/${id}/main.js');\n`);
}
console.log(JSON.stringify(errors));
