import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';

/**
 * What each file of the build is made of: modules, as paths from the project's folder with forward slashes, and how
 * many characters each has in there before it is minified.
 * @typedef {Record<string, Record<string, number>>} ChunkReport
 */

/**
 * A plugin that notes what goes into every chunk, those of workers too (each is a build of its own, so give it to
 * `worker.plugins` as well).
 * @param {ChunkReport} report filled as chunks are written
 * @returns {import('vite').Plugin}
 */
export function chunkReport(report) {
  /** @param {string} file @param {{ name: string, renderedLength: number }[]} modules */
  const note = (file, modules) => {
    const noted = (report[file] ??= {});
    // Parts of one module (a route and its lazy half) differ in their query alone.
    for (const { name, renderedLength } of modules) noted[name] = (noted[name] ?? 0) + renderedLength;
  };
  return {
    name: 'chunk-report',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') {
          // A script that is no module: it is in the build as it was written.
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
        // A style sheet leaves no code behind in the chunk that imports it.
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
