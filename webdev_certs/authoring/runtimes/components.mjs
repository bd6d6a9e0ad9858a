// An esbuild plugin that compiles Vue's single-file components as the official tools do.
import { readFile } from 'node:fs/promises';

export const singleFileComponents = {
  name: 'single-file-components',
  setup(build) {
    build.onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      try {
        return { contents: await compile(await readFile(path, 'utf8')), loader: 'ts' };
      } catch (error) {
        const line = error.loc ? ` (line ${(error.loc.start ?? error.loc).line})` : '';
        return { errors: [{ text: `Item.vue: ${error.message}${line}` }] };
      }
    });
  },
};

/** Compile a component's source to a TypeScript module; throws the first error of its parts. */
export async function compile(source) {
  const { parse, compileScript, compileTemplate } = await import('vue/compiler-sfc');
  const { descriptor, errors } = parse(source, { filename: 'Item.vue' });
  if (errors.length) throw errors[0];
  const id = 'data-v-item';
  const scoped = descriptor.styles.some((style) => style.scoped);
  const setup = Boolean(descriptor.scriptSetup);
  const script =
    descriptor.script || setup
      ? compileScript(descriptor, { id, inlineTemplate: setup, genDefaultAs: '__component' }).content
      : 'const __component = {};';
  const parts = [script];
  if (descriptor.template && !setup) {
    const template = compileTemplate({ id, scoped, filename: 'Item.vue', source: descriptor.template.content });
    if (template.errors.length) throw template.errors[0];
    parts.push(template.code, '__component.render = render;');
  }
  if (scoped) parts.push(`__component.__scopeId = '${id}';`);
  parts.push("__component.__name ??= 'Item';", 'export default __component;');
  return parts.join('\n');
}
