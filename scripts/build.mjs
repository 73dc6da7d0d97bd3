import path from 'node:path';
import { parseArgs } from 'node:util';
import { installMissing } from './install-missing.mjs';
import { distDirectory, isBasePath, mapsDirectory, projectDirectory } from './project-paths.mjs';
import { runMain, UserError } from './user-error.mjs';

const USAGE = `npm run build [-- options]
  Installs what is missing and builds into dist/, with compressed twins and a config.json of defaults: docs/deploy.md.
  Its source maps go into dist-maps/, which is not to be deployed: docs/observe.md.

  --base <path>   the path that the console will be served below, e.g. /tools/prices/; default: /
  --demo          with the demo, and a config.json that starts it; not compressed
  --help`;

await runMain(async () => {
  const { edition, basePath, isHelpWanted } = readOptions();
  if (isHelpWanted) {
    console.log(USAGE);
    return;
  }
  await installMissing();
  // This module is imported only after its dependencies have been installed.
  const { buildProduct } = await import('./build-product.mjs');
  await buildProduct({ edition, directory: distDirectory, mapsDirectory, basePath });
  const where = basePath === '/' ? '' : `, for ${basePath}`;
  const what = edition === 'demo' ? ' with the demo' : '';
  console.log(`Built${what} into ${path.relative(projectDirectory, distDirectory)}/${where}`);
});

/** @returns {{ edition: import('./build-product.mjs').Edition, basePath: string, isHelpWanted: boolean }} */
function readOptions() {
  const { base, demo, help } = parseOptions();
  if (!isBasePath(base)) {
    throw new UserError(`--base takes a path from slash to slash, e.g. /tools/prices/, not "${base}".`);
  }
  return { edition: demo ? 'demo' : 'production', basePath: base, isHelpWanted: help };
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        base: { type: 'string', default: '/' },
        demo: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
