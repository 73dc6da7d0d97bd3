import path from 'node:path';
import { projectDirectory } from './project-paths.mjs';

/**
 * Which modules a file of the build is made of: paths from the project's folder with forward slashes, those of nothing
 * left out.
 * @typedef {Record<string, string[]>} ChunkReport
 */

/**
 * A plugin that notes what goes into every chunk, those of workers too (each is a build of its own, so give it to
 * `worker.plugins` as well).
 * @param {ChunkReport} report filled as chunks are written
 * @returns {import('vite').Plugin}
 */
export function chunkReport(report) {
  return {
    name: 'chunk-report',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const modules = Object.entries(file.modules).map(([id, { renderedLength }]) => ({
          file: path.relative(projectDirectory, id.replace(/\?.*$/, '')).replaceAll('\\', '/'),
          isRendered: renderedLength > 0,
        }));
        report[file.fileName] = modules.filter(({ isRendered }) => isRendered).map((module) => module.file);
        // A style sheet leaves no code behind in the chunk that imports it.
        const styles = modules.map((module) => module.file).filter((name) => name.endsWith('.css'));
        for (const name of file.viteMetadata?.importedCss ?? []) {
          report[name] = [...(report[name] ?? []), ...styles];
        }
      }
    },
  };
}
