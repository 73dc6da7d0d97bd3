// `npm run release` makes the files of a release.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './bill-of-materials.mjs';
import { installMissing } from './install-missing.mjs';
import { cacheDirectory, projectDirectory, releaseDirectory } from './project-paths.mjs';
import { runCommand, runNpm } from './run-command.mjs';
import { tarOf } from './tar.mjs';
import { runMain, UserError } from './user-error.mjs';

const CHECKSUMS = 'SHA256SUMS';

const USAGE = `npm run release [-- options]
  Builds what is committed, and writes into release/: the build as colonnade-<version>.tar.gz, its bill of materials
  (CycloneDX), the licences of what is in it, its source maps in an archive of their own, and ${CHECKSUMS} of all of them.

  --out <folder>   where to write them instead
  --verify         builds once more, from a copy of the sources at another path, and compares every byte
  --help`;

await runMain(async () => {
  const { help, out, verify } = readOptions();
  if (help) {
    console.log(USAGE);
    return;
  }
  const directory = out === undefined ? releaseDirectory : path.resolve(process.env['INIT_CWD'] ?? '.', out);
  await installMissing();
  const sums = await release(directory);
  console.log(sums.trimEnd());
  if (verify) await verifyFromCopy(sums);
});

function readOptions() {
  try {
    return parseArgs({
      options: { help: { type: 'boolean' }, out: { type: 'string' }, verify: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** @param {string} directory emptied first @returns {Promise<string>} the checksums of its files */
async function release(directory) {
  // These modules are imported only after their dependencies have been installed.
  const { buildIdentity, buildProduct } = await import('./build-product.mjs');
  const { LICENSES_FILE, packagesOf } = await import('./licenses.mjs');
  const identity = buildIdentity();
  if (identity.commit === null || identity.committedAtMs === null) {
    throw new UserError('A release is made from a repository, whose commit it names.');
  }
  if (identity.hasChanges)
    throw new UserError('There are changes that are not committed: commit them first.');

  const packageBom = await npmBom();
  const buildDirectory = path.join(cacheDirectory, 'build', 'release');
  const built = path.join(buildDirectory, 'dist');
  const maps = path.join(buildDirectory, 'maps');
  const report = await buildProduct({ edition: 'production', directory: built, mapsDirectory: maps });

  const name = `colonnade-${identity.version}`;
  const archive = tarOf(entriesOf(built, name), identity.committedAtMs);
  const bom = billOfMaterials(packageBom, {
    packages: packagesOf(report),
    identity,
    archiveSha256: sha256Of(archive),
  });
  const files = {
    [`${name}.tar.gz`]: archive,
    [`${name}.cdx.json`]: Buffer.from(`${JSON.stringify(bom, null, 2)}\n`),
    [`${name}.licenses.txt`]: readFileSync(path.join(built, LICENSES_FILE)),
    [`${name}.source-maps.tar.gz`]: tarOf(entriesOf(maps, `${name}-source-maps`), identity.committedAtMs),
  };
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(path.join(directory, file), content);
  // The lines have the format that `sha256sum --check` reads.
  const sums = Object.entries(files)
    .map(([file, content]) => `${sha256Of(content)}  ${file}\n`)
    .join('');
  writeFileSync(path.join(directory, CHECKSUMS), sums);
  return sums;
}

/** @param {string} directory @param {string} folder the folder of the files in the archive */
function entriesOf(directory, folder) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      name: `${folder}/${path.relative(directory, file).replaceAll('\\', '/')}`,
      content: readFileSync(file),
    }));
}

/** This function must be called before the build sets `NODE_ENV`, because npm would then leave packages out. */
async function npmBom() {
  const { code, output } = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev'],
    {},
    { isCaptured: true },
  );
  if (code !== 0) throw new UserError(`npm could not write the bill of materials:\n${output}`);
  /** @type {import('./bill-of-materials.mjs').Bom} */
  const bom = JSON.parse(output);
  return bom;
}

/** @param {Uint8Array} content */
function sha256Of(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** Makes the release again from sources and packages at another path, and compares the files. @param {string} expected */
async function verifyFromCopy(expected) {
  const place = mkdtempSync(path.join(tmpdir(), 'another-path-'));
  const copy = path.join(place, 'deeper', 'sources');
  try {
    git('worktree', 'add', '--detach', copy, 'HEAD');
    cpSync(path.join(projectDirectory, 'node_modules'), path.join(copy, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      // This mode clones the files instead of copying bytes, if the file system can.
      mode: 2,
    });
    const out = path.join(place, 'release');
    const { code, output } = await runCommand(
      process.execPath,
      [path.join(copy, 'scripts', 'release.mjs'), '--out', out],
      // Tools of the build look for files in the folder where they are started.
      { isCaptured: true, directory: copy },
    );
    if (code !== 0) throw new UserError(`The second build failed:\n${output}`);
    const sums = readFileSync(path.join(out, CHECKSUMS), 'utf8');
    const [ours, theirs] = [linesOf(expected), linesOf(sums)];
    const different = [...ours, ...theirs].filter((line) => !ours.includes(line) || !theirs.includes(line));
    // The bundler sometimes writes a source map differently, which does not change the deployed files.
    const isDeployed = different.some((line) => !line.includes('source-maps'));
    if (isDeployed) throw new UserError(`Built at ${copy}, it has other bytes:\n${sums}`);
    console.log('Built at another path it has the same bytes.');
    if (different.length > 0) console.warn('But for its source maps, which are another build of the same.');
  } finally {
    git('worktree', 'remove', '--force', copy);
    rmSync(place, { recursive: true, force: true });
  }
}

/** @param {string} text */
function linesOf(text) {
  return text.trimEnd().split('\n');
}

/** @param {string[]} args */
function git(...args) {
  const { status, stderr } = spawnSync('git', args, { cwd: projectDirectory, encoding: 'utf8' });
  if (status !== 0) throw new UserError(`git ${args[0]}: ${stderr.trim()}`);
}
