// Compile programs and their components with esbuild. Reads [{id, entry}] as JSON from stdin, writes out/<id>.mjs, and prints {id: error}.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { singleFileComponents } from './components.mjs';

const errors = {};
for (const { id, entry } of JSON.parse(readFileSync(0, 'utf8'))) {
  try {
    await build({
      entryPoints: [entry],
      outfile: `out/${id}.mjs`,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      jsx: 'automatic',
      // Node loads the packages as published: bundled, React's `act` leaves a port open and the process never ends.
      packages: 'external',
      plugins: [singleFileComponents],
      logLevel: 'silent',
    });
  } catch (error) {
    errors[id] = error.errors?.map(describe).join('; ') ?? String(error);
  }
}
console.log(JSON.stringify(errors));

function describe({ text, location }) {
  const own = location && !location.file.startsWith('node_modules') && !location.file.endsWith('.mjs');
  return own ? `${text} (line ${location.line})` : text;
}
