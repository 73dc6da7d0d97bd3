import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { projectDirectory } from '../scripts/project-paths.mjs';

/** Each has a module of this name in compare/grids/. */
export const COMPARED_GRIDS = ['tanstack-virtual', 'ag-grid', 'glide'];

/** Builds the page that shows any of them for production; resolves with the folder. */
export async function buildComparedGrids() {
  const root = path.join(projectDirectory, 'bench', 'compare');
  if (!existsSync(path.join(projectDirectory, 'bench', 'node_modules'))) {
    throw new Error('The grids to compare with are not installed: npm ci in bench/ once.');
  }
  const outDir = path.join(projectDirectory, '.cache', 'compared-grids');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
    },
  });
  return outDir;
}
