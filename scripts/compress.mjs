import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|txt|wasm|json|webmanifest)$/;
// These files may be edited after deployment. A compressed copy would then still have the old content.
const EDITED_WHERE_DEPLOYED = new Set(['config.json', 'index.html']);
const WORTHWHILE_BYTES = 1024;

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/**
 * Writes `name.gz` and `name.br` beside every file that compression makes smaller, and counts those files. `isQuick` takes a tenth of the
 * time but makes larger `.br` files, for builds that are served only locally.
 * @type {(directory: string, options?: { isQuick?: boolean }) => Promise<number>}
 */
export async function compressFiles(directory, { isQuick = false } = {}) {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.test(name) && !EDITED_WHERE_DEPLOYED.has(name))
    .map((name) => path.join(directory, name))
    .filter((file) => statSync(file).size >= WORTHWHILE_BYTES);
  await Promise.all(files.map((file) => compressFile(file, isQuick)));
  return files.length;
}

const BEST = { gzip: 9, brotli: zlib.constants.BROTLI_MAX_QUALITY };
/** Files of at least this size are compressed less, because the best compression takes minutes and saves only a few percent. */
const LARGE_BYTES = 4 * 1024 * 1024;
const LARGE = { gzip: 6, brotli: 9 };
/** Brotli's quality for quick builds. Brotli takes nearly all of the time. */
const QUICK = 4;

/** @param {string} file @param {boolean} isQuick */
async function compressFile(file, isQuick) {
  const content = readFileSync(file);
  const quality = content.length > LARGE_BYTES ? LARGE : BEST;
  const twins = await Promise.all([
    gzip(content, { level: quality.gzip }).then((compressed) => ({ ending: '.gz', compressed })),
    brotli(content, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: isQuick ? QUICK : quality.brotli,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }).then((compressed) => ({ ending: '.br', compressed })),
  ]);
  for (const { ending, compressed } of twins) {
    if (compressed.length < content.length) writeFileSync(file + ending, compressed);
  }
}
