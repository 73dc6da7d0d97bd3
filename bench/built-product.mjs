import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '..');

/** Builds modules (project paths) into a script that assigns their exports to `product`. @type {(modules: string[]) => Promise<string>} */
export async function builtProduct(modules) {
  const entry = join(root, 'all-exports-of-modules.js');
  const code = modules.map((module) => `export * from ${JSON.stringify(join(root, module))};`).join('\n');
  const output = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: { '@': join(root, 'src') } },
    plugins: [
      {
        name: 'all-exports',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'product' } },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  if (bundle === undefined || !('output' in bundle)) throw new Error('Nothing was built.');
  return bundle.output[0].code;
}

/** Returns the address of the engine's worker in a build. @param {string} directory the build's folder */
export function engineScript(directory) {
  return workerScript(directory, 'analysis-worker');
}

/** Returns the address of a build's worker, named without extension. @param {string} directory @param {string} worker */
export function workerScript(directory, worker) {
  const script = readdirSync(join(directory, 'assets')).find(
    (name) => name.startsWith(`${worker}-`) && name.endsWith('.js'),
  );
  if (script === undefined) throw new Error(`The build has no ${worker}.`);
  return `/assets/${script}`;
}
