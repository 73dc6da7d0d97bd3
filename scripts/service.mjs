import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { cacheDirectory, projectDirectory } from './project-paths.mjs';

// `npm run service` builds mocks/server.ts and its worker for Node if they have changed, and runs them in this process.

const mocksDirectory = path.join(projectDirectory, 'mocks');
/** The folders of code that the service shares with the console. */
const sharedDirectories = ['src/contract', 'src/lib/base'].map((name) => path.join(projectDirectory, name));
const buildsDirectory = path.join(cacheDirectory, 'service');
const DAY_MS = 86_400_000;

// The folder is named by a hash of the sources, so that no build is out of date, and two simultaneous builds do not disturb each other.
const builtDirectory = path.join(buildsDirectory, sourcesDigest());
if (!existsSync(builtDirectory)) await buildService();
await import(pathToFileURL(path.join(builtDirectory, 'server.js')).href);

async function buildService() {
  mkdirSync(buildsDirectory, { recursive: true });
  dropOldBuilds();
  const unfinished = mkdtempSync(path.join(buildsDirectory, 'unfinished-'));
  await build({
    configFile: false,
    root: projectDirectory,
    logLevel: 'warn',
    resolve: { tsconfigPaths: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: unfinished,
      copyPublicDir: false,
      rolldownOptions: {
        input: {
          server: path.join(mocksDirectory, 'server.ts'),
          'engine-worker-node': path.join(mocksDirectory, 'data/engine/engine-worker-node.ts'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  try {
    renameSync(unfinished, builtDirectory);
  } catch (error) {
    // If the folder exists now, another process has made the same build meanwhile, and the error does not matter.
    if (!existsSync(builtDirectory)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

function sourcesDigest() {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)));
  hash.update(readFileSync(path.join(projectDirectory, 'package-lock.json')));
  const files = [mocksDirectory, ...sharedDirectories]
    .flatMap((directory) => readdirSync(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

function dropOldBuilds() {
  for (const name of readdirSync(buildsDirectory)) {
    const directory = path.join(buildsDirectory, name);
    if (Date.now() - statSync(directory).mtimeMs > DAY_MS)
      rmSync(directory, { recursive: true, force: true });
  }
}
