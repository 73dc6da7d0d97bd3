import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { chunkReport } from './chunk-report.mjs';
import { engineModuleFile } from './engine-module.mjs';
import { cacheDirectory, projectDirectory } from './project-paths.mjs';
import { UserError } from './user-error.mjs';

/** The command, in the build and in our own cache. */
export const COMMAND_FILE = 'colonnade.mjs';

/** No sign of base64. Known to command/engine/engine-module.ts. */
const END_OF_FILE = '.';

const NOTHING = '\0nothing';
const ENTRY = path.join(projectDirectory, 'command/colonnade.ts');
const BUILTINS = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);

/**
 * Builds the command into a folder: one file for plain Node, of the modules that the console is made of.
 * @param {object} options
 * @param {string} options.directory not emptied
 * @param {import('../src/ui/config/build-identity').BuildIdentity} options.identity
 * @param {import('./chunk-report.mjs').ChunkReport} [options.report] filled with what the file is made of
 */
export async function buildCommand({ directory, identity, report = {} }) {
  // Packages are there once `installMissing` has seen to it.
  const [{ build }, { messageCatalogues }] = await Promise.all([
    import('vite'),
    import('./message-catalogues.mjs'),
  ]);
  mkdirSync(cacheDirectory, { recursive: true });
  // Beside what other builds are writing at the same time.
  const unfinished = mkdtempSync(path.join(cacheDirectory, 'command-'));
  try {
    await build({
      configFile: false,
      root: projectDirectory,
      logLevel: 'warn',
      plugins: [screensLeftOut(), messageCatalogues({ isCompiled: true }), chunkReport(report)],
      resolve: {
        tsconfigPaths: true,
        // Of which it is a copy, for browsers and for Node of ten years ago.
        alias: { 'readable-stream': 'node:stream' },
      },
      define: {
        'import.meta.env.BUILD_IDENTITY': JSON.stringify(identity),
        'process.env.NODE_ENV': JSON.stringify('production'),
        // The engine's package would look for files beside it, of which none is needed.
        __dirname: JSON.stringify(''),
      },
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: ENTRY,
        target: 'node20',
        outDir: unfinished,
        copyPublicDir: false,
        // Whoever runs it can read it.
        minify: false,
        rolldownOptions: {
          // What screens are asked for is not there, nor called.
          shimMissingExports: true,
          checks: { pluginTimings: false },
          onLog: (level, log, handle) => {
            // Of the engine's package, where it looks for parts that it is not built with.
            const isOfEngine = log.code === 'EVAL' && log.message.includes('@duckdb');
            if (log.code !== 'SHIMMED_EXPORT' && !isOfEngine) handle(level, log);
          },
          output: {
            entryFileNames: COMMAND_FILE,
            codeSplitting: false,
            banner: '#!/usr/bin/env node',
          },
        },
      },
    });
    const file = path.join(unfinished, COMMAND_FILE);
    const code = readFileSync(file, 'utf8');
    const foreign = importsOf(code).filter((name) => !BUILTINS.has(name));
    if (foreign.length > 0)
      throw new UserError(`The command is to be one file, and imports ${foreign.join(', ')}.`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, `${code}${await engineLine()}`, { mode: 0o755 });
    renameSync(file, path.join(directory, COMMAND_FILE));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `The command was not built: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    if (existsSync(unfinished)) rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Replaces screens, and what renders them, by nothing. Views name their screens with `import()`, and one file would have
 * them all; a hook lies beside the function that it calls.
 * @returns {import('vite').Plugin}
 */
function screensLeftOut() {
  return {
    name: 'screens-left-out',
    enforce: 'pre',
    // What formats messages has a use for it, and only hooks of ours name it.
    resolveId: (id, importer) =>
      /^react(-dom)?(\/|$)/.test(id) && importer?.includes('node_modules') !== true ? NOTHING : null,
    load: (id) =>
      id === NOTHING ||
      // It watches the page's own script.
      /[\\/]page-version[\\/]page-version\.ts$/.test(id) ||
      (/\.(tsx|css)$/.test(id.replace(/\?.*$/, '')) && !id.includes('node_modules'))
        ? 'export {};'
        : null,
  };
}

/**
 * The engine's module as the last line of the file, where Node passes it over: as text in the code, it would be read at every start,
 * which takes longer than all of the code.
 */
async function engineLine() {
  // Brotli would be a sixth smaller, and take half a minute of every build.
  const compressed = await promisify(zlib.gzip)(readFileSync(engineModuleFile()));
  // A file that was cut while it was fetched does not end so.
  return `\n//${compressed.toString('base64')}${END_OF_FILE}`;
}

/** @param {string} code of a module that has been minified @returns {string[]} what it imports */
function importsOf(code) {
  return [...code.matchAll(/(?:^|[;}\n])import(?:[\w*${},\s]*from)?\s*["']([^"']+)["']/g)].map(
    ([, name = '']) => name,
  );
}
