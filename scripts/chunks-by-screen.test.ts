import { expect, test } from 'vitest';
import { chunksOf } from './chunks-by-screen.mjs';

const ICONS = '/p/node_modules/@tabler/icons-react/dist/esm/tabler-icons-react.mjs';
const CREATE_ICON = '/p/node_modules/@tabler/icons-react/dist/esm/createReactComponent.mjs';
const iconFile = (name: string) => `/p/node_modules/@tabler/icons-react/dist/esm/icons/${name}.mjs`;
const routeFile = (name: string) => `/p/src/routes/${name}.tsx?tsr-split=component`;

const WORKBENCH = routeFile('_signed-in/prices.$priceColumn');
const SCHEMA = routeFile('_signed-in/schema.item');

/** Each with what it imports statically; the bundler adds lists of a library as they are imported. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '/p/src/main.tsx': ['/p/src/settings.ts'],
  '/p/src/settings.ts': ['/p/node_modules/zod/index.js'],
  '/p/node_modules/zod/index.js': [],
  '/p/src/shared/config/runtime-config.ts': ['/p/node_modules/zod/index.js'],
  '/p/src/app/render.tsx': ['/p/node_modules/react/index.js', '/p/src/shared/config/runtime-config.ts'],
  '/p/node_modules/react/index.js': [],
  [routeFile('sign-in')]: ['/p/src/both.ts', '/p/node_modules/forms/index.js', ICONS],
  '/p/src/both.ts': [],
  '/p/node_modules/forms/index.js': [],
  '/p/src/app/signed-in-surroundings.tsx': ['/p/src/both.ts', '/p/node_modules/menus/index.js', ICONS],
  '/p/node_modules/menus/index.js': [],
  [WORKBENCH]: ['/p/src/formats.ts', '/p/node_modules/forms/index.js', '/p/src/saved.ts', ICONS],
  [SCHEMA]: ['/p/src/formats.ts', ICONS],
  [routeFile('_signed-in')]: [],
  [routeFile('_signed-in/prices.index')]: [],
  [routeFile('_signed-in/snapshots')]: [],
  '/p/src/features/export/components/export-desk.tsx': [],
  '/p/src/features/export/components/verify-dialog.tsx': [],
  '/p/src/formats.ts': [],
  '/p/src/app/palette/palette-dialog.tsx': ['/p/src/saved.ts'],
  '/p/src/saved.ts': [],
  [ICONS]: [iconFile('IconArrow'), iconFile('IconBell'), iconFile('IconRun'), iconFile('IconKey')],
  [CREATE_ICON]: [],
  [iconFile('IconArrow')]: [CREATE_ICON],
  [iconFile('IconBell')]: [CREATE_ICON],
  [iconFile('IconRun')]: [CREATE_ICON],
  [iconFile('IconKey')]: [CREATE_ICON],
};

const CODE: Readonly<Record<string, string>> = {
  [routeFile('sign-in')]: "import { IconArrow } from '@tabler/icons-react';",
  '/p/src/app/signed-in-surroundings.tsx': "import { IconBell } from '@tabler/icons-react';",
  [WORKBENCH]: "import { IconBell, IconRun as Run } from '@tabler/icons-react';",
  [SCHEMA]: "import { IconKey } from '@tabler/icons-react';",
  [ICONS]: ['IconArrow', 'IconBell', 'IconRun', 'IconKey']
    .map((name) => `export { default as ${name} } from './icons/${name}.mjs';`)
    .join('\n'),
};

test('what is fetched together is one file, with the first that needs it', () => {
  const graph = new Map(
    Object.entries(IMPORTS).map(([id, imports]) => [id, { imports, code: CODE[id] ?? '' }] as const),
  );
  expect(Object.fromEntries(chunksOf(graph))).toEqual({
    '/p/src/settings.ts': 'boot',
    '/p/node_modules/zod/index.js': 'boot',
    '/p/src/shared/config/runtime-config.ts': 'config',
    '/p/src/app/render.tsx': 'start',
    '/p/node_modules/react/index.js': 'start-libraries',
    '/p/src/both.ts': 'start',
    '/p/node_modules/forms/index.js': 'forms',
    '/p/src/app/signed-in-surroundings.tsx': 'signed-in',
    '/p/node_modules/menus/index.js': 'signed-in-libraries',
    [iconFile('IconBell')]: 'signed-in-libraries',
    [routeFile('_signed-in')]: 'signed-in',
    [routeFile('_signed-in/prices.index')]: 'signed-in',
    [routeFile('sign-in')]: 'sign-in',
    [iconFile('IconArrow')]: 'sign-in',
    [CREATE_ICON]: 'start-libraries',
    '/p/src/formats.ts': 'values',
    '/p/src/saved.ts': 'shared',
    [WORKBENCH]: 'workbench',
    // What a library lists beside is nobody's, and what only another screen needs is left to the bundler.
    [iconFile('IconRun')]: 'workbench-libraries',
  });
});

test('a screen that is no longer where it was is noticed', () => {
  expect(() => chunksOf(new Map([['/p/src/main.tsx', { imports: [], code: '' }]]))).toThrow(
    /There is no .*runtime-config/,
  );
});
