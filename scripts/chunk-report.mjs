import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';

/**
 * The modules of each file in the build, with their numbers of characters before minification. Paths are relative to the project's folder.
 * @typedef {Record<string, Record<string, number>>} ChunkReport
 */

/** Records the modules of each chunk. Vite's `worker.plugins` needs it, too. @type {(report: ChunkReport) => import('vite').Plugin} */
export function chunkReport(report) {
  /** @param {string} file @param {{ name: string, renderedLength: number }[]} modules */
  const note = (file, modules) => {
    const noted = (report[file] ??= {});
    // Parts of the same module (a route and its lazy half) differ only in their query, so their lengths are added up.
    for (const { name, renderedLength } of modules) noted[name] = (noted[name] ?? 0) + renderedLength;
  };
  return {
    name: 'chunk-report',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') {
          // The browser guard is not a module, so the build contains its script unchanged.
          for (const name of file.originalFileNames.filter((original) => original.endsWith('.mjs')))
            note(file.fileName, [{ name, renderedLength: file.source.length }]);
          continue;
        }
        const modules = Object.entries(file.modules).map(([id, { renderedLength }]) => ({
          name: path.relative(projectDirectory, id.replace(/\?.*$/, '')).replaceAll('\\', '/'),
          renderedLength,
        }));
        note(
          file.fileName,
          modules.filter(({ renderedLength }) => renderedLength > 0),
        );
        // A style sheet leaves no code in the chunk that imports it, so its modules are noted under its own file.
        for (const styles of file.viteMetadata?.importedCss ?? []) {
          note(
            styles,
            modules.filter(({ name }) => name.endsWith('.css')),
          );
        }
      }
    },
  };
}
