import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { tokenize } from 'numfmt';
import { expect, test } from 'vitest';
import { leftOut, numfmtModule, UNUSED_PARTS } from './leave-out.mjs';
import { projectDirectory } from './project-paths.mjs';

const SIGNS =
  '# 0 ? . , ; % @ - + $ € / ( ) : * _ \\ " yyyy mm d h ss AM/PM General [Red] [$€-407] [h] [ ¤ £ x E+ 9';

test('numfmt reads patterns as before without its locales and its formatting', async () => {
  const code = leftOut(await readFile(numfmtModule(), 'utf8'), numfmtModule());
  const built = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly tokenize: typeof tokenize;
  };
  const sign = fc.constantFrom(...SIGNS.split(' '), ' ');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 20 }), (signs) => {
      const pattern = signs.join('');
      expect(built.tokenize(pattern)).toEqual(tokenize(pattern));
    }),
  );
});

test('a library that has changed there is noticed', async () => {
  const zodSchemas = fileURLToPath(new URL('v4/classic/schemas.js', import.meta.resolve('zod')));
  const focusTrap = fileURLToPath(
    new URL('use-focus-trap/use-focus-trap.mjs', import.meta.resolve('@mantine/hooks')),
  );
  const provider = mantineFile('core/MantineProvider/MantineProvider.mjs');
  const components = Object.keys(UNUSED_PARTS).map((name) => mantineFile(`components/${name}/${name}.mjs`));
  for (const file of [numfmtModule(), zodSchemas, focusTrap, provider, ...components]) {
    const code = leftOut(await readFile(file, 'utf8'), file);
    expect(() => leftOut(code, file)).toThrow(/no longer contains/);
  }
});

test('nobody uses the parts of components that are left out', async () => {
  const places = [path.join(projectDirectory, 'src'), path.join(projectDirectory, 'mocks'), mantineFile('.')];
  const parts = Object.entries(UNUSED_PARTS).flatMap(([component, names]) =>
    names.map((name) => `${component}.${name}`),
  );
  const uses = new RegExp(`(?:<|\\()(${parts.join('|').replaceAll('.', String.raw`\.`)})\\b`, 'g');
  const found: string[] = [];
  for (const place of places) {
    for (const name of await readdir(place, { recursive: true })) {
      if (!/\.(?:tsx|mjs)$/.test(name)) continue;
      const code = await readFile(path.join(place, name), 'utf8');
      found.push(...Array.from(code.matchAll(uses), ([use]) => `${name}: ${use}`));
    }
  }
  expect(found).toEqual([]);
});

function mantineFile(name: string): string {
  return path.join(path.dirname(fileURLToPath(import.meta.resolve('@mantine/core'))), name);
}
