import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { tokenize } from 'numfmt';
import { expect, test } from 'vitest';
import { leftOut, numfmtModule } from './leave-out.mjs';

const SIGNS =
  '# 0 ? . , ; % @ - + $ € / ( ) : * _ \\ " yyyy mm d h ss AM/PM General [Red] [$€-407] [h] [ ¤ £ x E+ 9';

test('numfmt reads patterns as before without its locales', async () => {
  const code = leftOut(await readFile(numfmtModule(), 'utf8'), numfmtModule());
  const built = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly tokenize: typeof tokenize;
    readonly listLocales: () => string[];
  };
  expect(built.listLocales()).toEqual(['en']);
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
  for (const file of [numfmtModule(), zodSchemas, focusTrap]) {
    const code = leftOut(await readFile(file, 'utf8'), file);
    expect(() => leftOut(code, file)).toThrow(/no longer contains/);
  }
});
