import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|txt|wasm|json|webmanifest)$/;
// These are edited where they are deployed; a compressed twin would keep the old content.
const EDITED_WHERE_DEPLOYED = new Set(['config.json', 'index.html']);
const WORTHWHILE_BYTES = 1024;

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/**
 * Writes `name.gz` and `name.br` beside every file of a folder that gets smaller by it.
 * @param {string} directory
 * @returns {Promise<number>} how many files got such twins
 */
export async function compressFiles(directory) {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.test(name) && !EDITED_WHERE_DEPLOYED.has(name))
    .map((name) => path.join(directory, name))
    .filter((file) => statSync(file).size >= WORTHWHILE_BYTES);
  await Promise.all(files.map((file) => compressFile(file)));
  return files.length;
}

/** Beyond this size the best compression takes minutes, for a few percent. */
const LARGE_BYTES = 4 * 1024 * 1024;
const LARGE_QUALITY = 9;

/** @param {string} file */
async function compressFile(file) {
  const content = readFileSync(file);
  const isLarge = content.length > LARGE_BYTES;
  const twins = await Promise.all([
    gzip(content, { level: isLarge ? 6 : 9 }).then((compressed) => ({ ending: '.gz', compressed })),
    brotli(content, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: isLarge ? LARGE_QUALITY : zlib.constants.BROTLI_MAX_QUALITY,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }).then((compressed) => ({ ending: '.br', compressed })),
  ]);
  for (const { ending, compressed } of twins) {
    if (compressed.length < content.length) writeFileSync(file + ending, compressed);
  }
}
