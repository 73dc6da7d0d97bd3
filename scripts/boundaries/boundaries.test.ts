import { describe, expect, test } from 'vitest';
import { FOLDERS } from './folders.mjs';
import { importGraph } from './import-graph.mjs';
import { PLANTED_VIOLATIONS } from './planted-violations.mjs';
import { ROWS } from './table.mjs';
import { findViolations } from './violations.mjs';

const nothingOnDisk = () => false;

function violationsOf(files: Record<string, string>) {
  return findViolations(new Map(Object.entries(files)), nothingOnDisk).violations;
}

describe('findViolations', () => {
  test.each(PLANTED_VIOLATIONS)('$rule refuses what is planted: $files', ({ rule, files }) => {
    const [file] = Object.keys(files);
    expect(violationsOf(files)).toContainEqual(expect.objectContaining({ rule, file }));
  });

  test('something is planted for every row of the table', () => {
    const planted = new Set(PLANTED_VIOLATIONS.map(({ rule }) => rule));
    expect(ROWS.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  test('a folder stands on those above it in the list alone', () => {
    const names = FOLDERS.map(({ name }) => name);
    for (const [index, { name, below }] of FOLDERS.entries()) {
      expect(names.slice(0, index), name).toEqual(expect.arrayContaining([...below]));
    }
  });

  test.each([
    [
      'a feature uses what is below it',
      "import '@/session/b'; import '@/lib/grid/b'; import '@/contract/b';",
    ],
    ['a feature uses itself', "import './b'; import '../a/b';"],
    ['packages are free', "import 'react'; import 'zod';"],
  ])('%s', (_, source) => {
    const target = 'export {};';
    const files = {
      'src/features/a/a.ts': source,
      'src/features/a/b.ts': target,
      'src/session/b.ts': target,
      'src/lib/grid/b.ts': target,
      'src/contract/b.ts': target,
    };
    expect(violationsOf(files)).toEqual([]);
  });

  test('main.tsx may fetch the demo lazily', () => {
    const files = { 'src/main.tsx': "await import('@mocks/demo');", 'mocks/demo.ts': 'export {};' };
    expect(violationsOf(files)).toEqual([]);
  });

  test('a circle through import() is none', () => {
    const files = {
      'src/session/a.ts': "import './b';",
      'src/session/b.ts': "export const load = () => import('./a');",
    };
    expect(violationsOf(files)).toEqual([]);
  });

  test('each import cycle is reported once, with its files', () => {
    const files = {
      'src/session/a.ts': "import './b';",
      'src/session/b.ts': "import './c';",
      'src/session/c.ts': "import './a';",
      'src/session/d.ts': "import './a';",
    };
    expect(violationsOf(files)).toEqual([
      expect.objectContaining({
        rule: 'no cycles',
        file: 'src/session/a.ts',
        what: 'imports itself by way of src/session/b.ts, src/session/c.ts',
      }),
    ]);
  });
});

describe('importGraph', () => {
  test('sees every way in which a file names another', () => {
    const source = [
      "import a from './a';",
      "import type { B } from './b';",
      "export * from './c';",
      "const d = await import('./d');",
      "type E = import('./e').E;",
      "new Worker(new URL('./f.ts', import.meta.url));",
      "import './styles.module.css';",
      "import worker from './g?worker';",
    ].join('\n');
    const graph = importGraph(new Map([['src/session/x.ts', source]]), () => true);
    expect(
      graph
        .get('src/session/x.ts')
        ?.map(({ target, line }) => [target, line])
        .toSorted(),
    ).toEqual([
      ['src/session/a', 1],
      ['src/session/b', 2],
      ['src/session/c', 3],
      ['src/session/d', 4],
      ['src/session/e', 5],
      ['src/session/f.ts', 6],
      ['src/session/g', 8],
      ['src/session/styles.module.css', 7],
    ]);
  });
});
