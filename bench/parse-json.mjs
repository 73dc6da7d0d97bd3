// How long a page of rows takes to parse, in Node and in Chromium: `node bench/parse-json.mjs`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { parseJsonFigures } from './parse-json-cases.mjs';

const root = resolve(import.meta.dirname, '..');
const moduleCode = await builtModule('src/shared/http/parse-json.ts');
const { parseJson } = await import(`data:text/javascript,${encodeURIComponent(moduleCode)}`);

report(`Node ${process.version}`, parseJsonFigures(parseJson));
await reportBrowser();

/**
 * The product's module as a build makes it.
 * @param {string} path
 */
async function builtModule(path) {
  const output = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2023', lib: { entry: join(root, path), formats: ['es'] } },
  });
  const [bundle] = Array.isArray(output) ? output : [output];
  if (bundle === undefined || !('output' in bundle)) throw new Error('Nothing was built.');
  return bundle.output[0].code;
}

async function reportBrowser() {
  const executablePath = process.env['TEST_BROWSER'] ?? browserOnPath();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
  try {
    const page = await browser.newPage();
    const casesCode = await readFile(join(root, 'bench/parse-json-cases.mjs'), 'utf8');
    const figures = await page.evaluate(
      async (codes) => {
        const modules = codes.map((code) => {
          return import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        });
        const [cases, product] = await Promise.all(modules);
        return cases.parseJsonFigures(product.parseJson);
      },
      [casesCode, moduleCode],
    );
    report(`Chromium ${browser.version()}`, figures);
  } finally {
    await browser.close();
  }
}

function browserOnPath() {
  return ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}

/**
 * @param {string} where
 * @param {import('./parse-json-cases.mjs').Figure[]} figures
 */
function report(where, figures) {
  console.log(`\n${where}`);
  for (const { page, kilobytes, way, ms } of figures) {
    console.log(
      `${page.padEnd(26)} ${String(kilobytes).padStart(6)} kB  ${way.padEnd(32)} ${ms.toFixed(2)} ms`,
    );
  }
}
