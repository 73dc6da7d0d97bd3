import { expect, test } from 'vitest';
import { importGraph } from '../boundaries/import-graph.mjs';
import { drawFolders, reduceEdges } from './folder-drawing.mjs';
import { missingFiles } from './named-files.mjs';
import { missingSymbols, namesInSource } from './named-symbols.mjs';
import { featuresWithoutReadme, unreachedScreens } from './unreached-screens.mjs';

test('a folder is drawn with what it imports, tests aside', () => {
  const files = new Map([
    ['src/app/a.ts', "import '@/session/s';"],
    ['src/session/s.ts', 'export {};'],
    ['src/session/s.test.ts', "import '@/app/a';"],
    ['src/main.tsx', "void import('./app/a');"],
  ]);
  const drawing = drawFolders(importGraph(files, () => false));
  expect(drawing).toContain('app --> session');
  expect(drawing).toContain('main_tsx -.-> app');
  expect(drawing).not.toContain('session --> app');
});

test('an arrow that follows from others is left out', () => {
  const edge = (from: string, to: string) => ({ from, to, isLazy: false });
  const [ab, ac, bc] = [edge('a', 'b'), edge('a', 'c'), edge('b', 'c')];
  expect(reduceEdges([ab, ac, bc])).toEqual([ab, bc]);
});

test('a text names files by the end of their path, and links them from where it lies', () => {
  const files = ['src/a/b.ts', 'docs/c.md', 'docs/d.md'];
  const text =
    'See `b.ts`, `a/b.ts`, `gone.ts`, [c](c.md), [d](../docs/d.md#part), [e](e.md), [web](https://example.com).';
  expect(missingFiles('docs/c.md', text, files)).toEqual(['gone.ts', 'docs/e.md']);
});

test('a text names functions, types and constants that are in the source, comments aside', () => {
  const names = namesInSource([
    "// formerlyOpened\nexport const MAX_ROWS = 9; /* oldType */ const address = 'https://example.com';",
    'export function openRows(rows: PagedRows) { return rows.rowCount; }',
  ]);
  const text =
    '`openRows(rows)`, `PagedRows`, `MAX_ROWS`, `rows.rowCount`, `formerlyOpened`, `oldType`, `openRow`, `MIN_ROWS`, ' +
    '`rows.pageCount`, `README.md`, `npm run A`, `Retry-After`, `missing`\n```\n`InABlock`\n```\n';
  expect(missingSymbols(text, names)).toEqual([
    'formerlyOpened',
    'oldType',
    'openRow',
    'MIN_ROWS',
    'rows.pageCount',
  ]);
});

test('a feature without a README is named', () => {
  const files = [
    'src/features/a/README.md',
    'src/features/a/a.ts',
    'src/features/b/parts/README.md',
    'src/a.ts',
  ];
  expect(featuresWithoutReadme(files)).toEqual(['src/features/b/']);
});

test('a screen that no link leads to is named; the start page, layouts and tests aside', () => {
  const route = (id: string) => `export const Route = createFileRoute('${id}')({});`;
  const sources = new Map([
    ['src/routes/index.tsx', route('/')],
    ['src/routes/_signed-in.tsx', route('/_signed-in')],
    ['src/routes/_signed-in/prices.index.tsx', route('/_signed-in/prices/')],
    ['src/routes/_signed-in/items.$item.tsx', `${route('/_signed-in/items/$item')} // '/items/$item'`],
    ['src/routes/-items.test.tsx', "navigate({ to: '/items/$item' })"],
    ['src/app/shell/links.tsx', '<Link to="/prices">'],
  ]);
  expect(unreachedScreens(sources)).toEqual(['src/routes/_signed-in/items.$item.tsx']);
});
