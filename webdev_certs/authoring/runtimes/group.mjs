// Run several programs that differ only in values in one process, which loads their packages once.
// Reads [{id, file}] as JSON from stdin; prints {id: {stdout}} or {id: {failure}} as one line of JSON.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const LONGEST = 5000;
const write = process.stdout.write;
const own = { ...console };
const results = {};
let printed = '';
process.stdout.write = (text) => ((printed += text), true);
process.stderr.write = () => true;
let thrown;
process.on('uncaughtException', (error) => (thrown ??= error));
process.on('unhandledRejection', (error) => (thrown ??= error));

const pending = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** Wait until the program's timers have run out, at most until `end`. */
async function settle(before, end) {
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    await setImmediate();
    quiet = pending() > before ? 0 : quiet + 1;
  }
}

for (const { id, file } of JSON.parse(readFileSync(0, 'utf8'))) {
  printed = '';
  thrown = undefined;
  Object.assign(console, own);
  const before = pending();
  try {
    await import(pathToFileURL(resolve(file)));
    await settle(before, performance.now() + LONGEST);
    if (thrown) throw thrown;
    results[id] = { stdout: printed };
  } catch (error) {
    results[id] = { failure: String(error?.stack ?? error) };
  }
  // Angular keeps one platform in a process, with the document of the program that came first.
  if (globalThis.ngDevMode !== undefined || globalThis.ng) (await import('@angular/core')).destroyPlatform();
}
write.call(process.stdout, JSON.stringify(results), () => process.exit(0));
