import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtDirectories } from '../../scripts/project-paths.mjs';
import { serve } from '../../server/serve.mjs';

export interface DeployedConsole {
  readonly origin: string;
  /** Replaces the served build by a new version. Every hashed file gets another name, and the old files are gone. */
  readonly deploy: () => void;
  readonly close: () => Promise<void>;
}

/** Serves a copy of the build with the demo, so that a test can deploy a new version under open pages. */
export async function deployConsole(): Promise<DeployedConsole> {
  const directory = mkdtempSync(path.join(tmpdir(), 'colonnade-deploy-'));
  // This build has no compressed files, which would have to be written again with the new names.
  cpSync(builtDirectories.demo, directory, { recursive: true });
  const { origin, close } = await serve({ directory });
  let version = 1;
  return {
    origin,
    deploy: () => {
      version += 1;
      renameHashedFiles(directory, version);
    },
    close: async () => {
      await close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Matches names of the build's files in other files. */
const NAME = /[\w.$-]+\.(?:css|js|woff2)/g;

/** Renames the hashed files. An open page notices nothing of a new version except the new names, so the code stays the same. */
function renameHashedFiles(directory: string, version: number): void {
  const assets = path.join(directory, 'assets');
  const names = new Map(
    readdirSync(assets).map((name) => [name, `v${version}-${name.replace(/^v\d+-/, '')}`]),
  );
  for (const [name, renamed] of names) renameSync(path.join(assets, name), path.join(assets, renamed));
  const files = [...names.values()].map((name) => path.join(assets, name));
  for (const file of [path.join(directory, 'index.html'), ...files]) {
    if (!/\.(?:css|html|js)$/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replaceAll(NAME, (name) => names.get(name) ?? name),
    );
  }
}
