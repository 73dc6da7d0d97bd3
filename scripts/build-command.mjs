import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { chunkReport } from './chunk-report.mjs';
import { engineModuleFile } from './engine-module.mjs';
import { cacheDirectory, projectDirectory } from './project-paths.mjs';
import { UserError } from './user-error.mjs';

/** The name of the command's file, in the build and in the project's cache. */
export const COMMAND_FILE = 'colonnade.mjs';

/** Marks the end of the file for command/engine/engine-module.ts, which refuses a cut-off file. It is no base64 character. */
const END_OF_FILE = '.';

const NOTHING = '\0nothing';
const ENTRY = path.join(projectDirectory, 'command/colonnade.ts');
const BUILTINS = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);

/**
 * Builds the command, as one file for plain Node, from the modules of the console. The folder is not emptied first.
 * @param {object} options
 * @param {string} options.directory
 * @param {import('../src/ui/config/build-identity').BuildIdentity} options.identity
 * @param {import('./chunk-report.mjs').ChunkReport} [options.report] filled with the modules of the file
 */
export async function buildCommand({ directory, identity, report = {} }) {
  // These modules are imported here, because their packages may not be installed before `installMissing` has run.
  const [{ build }, { messageCatalogues }] = await Promise.all([
    import('vite'),
    import('./message-catalogues.mjs'),
  ]);
  mkdirSync(cacheDirectory, { recursive: true });
  // The build gets a separate folder, since other builds may be writing at the same time.
  const unfinished = mkdtempSync(path.join(cacheDirectory, 'command-'));
  try {
    await build({
      configFile: false,
      root: projectDirectory,
      logLevel: 'warn',
      plugins: [screensLeftOut(), messageCatalogues({ isCompiled: true }), chunkReport(report)],
      resolve: {
        tsconfigPaths: true,
        // `readable-stream` is a copy of Node's streams, for browsers and for old versions of Node.
        alias: { 'readable-stream': 'node:stream' },
      },
      define: {
        'import.meta.env.BUILD_IDENTITY': JSON.stringify(identity),
        'process.env.NODE_ENV': JSON.stringify('production'),
        // The engine's package uses `__dirname` to look for files beside it, but none of them is needed.
        __dirname: JSON.stringify(''),
      },
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: ENTRY,
        target: 'node20',
        outDir: unfinished,
        copyPublicDir: false,
        // The code is not minified, so that users can read what they run.
        minify: false,
        rolldownOptions: {
          // The modules that `screensLeftOut` empties lack the imported names, which the command never uses.
          shimMissingExports: true,
          checks: { pluginTimings: false },
          onLog: (level, log, handle) => {
            // The engine's package uses `eval` to look for optional parts, which are not in the build.
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
 * Vite plugin that replaces screens, and the packages that render them, with empty modules. A single file would otherwise also contain
 * every view that the console loads through `import()`. Hooks are kept, because they share a file with the functions they call.
 * @returns {import('vite').Plugin}
 */
function screensLeftOut() {
  return {
    name: 'screens-left-out',
    enforce: 'pre',
    // In the project's own code, only hooks import React. The package that formats messages needs it.
    resolveId: (id, importer) =>
      /^react(-dom)?(\/|$)/.test(id) && importer?.includes('node_modules') !== true ? NOTHING : null,
    load: (id) =>
      id === NOTHING ||
      // `page-version.ts` watches the page's own script, which the command does not have.
      /[\\/]page-version[\\/]page-version\.ts$/.test(id) ||
      (/\.(tsx|css)$/.test(id.replace(/\?.*$/, '')) && !id.includes('node_modules'))
        ? 'export {};'
        : null,
  };
}

/** Returns the engine's module as a comment for the last line. A string longer than all of the code would be parsed at every start. */
async function engineLine() {
  // Brotli's output would be a sixth smaller, but would take half a minute in every build.
  const compressed = await promisify(zlib.gzip)(readFileSync(engineModuleFile()));
  // If the download of the file is cut off, `END_OF_FILE` is missing.
  return `\n//${compressed.toString('base64')}${END_OF_FILE}`;
}

/** @param {string} code a module, minified or not @returns {string[]} what it imports */
function importsOf(code) {
  return [...code.matchAll(/(?:^|[;}\n])import(?:[\w*${},\s]*from)?\s*["']([^"']+)["']/g)].map(
    ([, name = '']) => name,
  );
}
