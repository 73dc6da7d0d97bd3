import { FOLDERS } from './folders.mjs';

/**
 * Imports that the check of boundaries must refuse, at least one per row of the table. The named rule must report the first file.
 * @type {{ rule: string, files: Record<string, string> }[]}
 */
export const PLANTED_VIOLATIONS = [
  {
    rule: 'tests',
    files: { 'src/test/planted.ts': "import '../../e2e/planted';", 'e2e/planted.ts': 'export {};' },
  },
  ...FOLDERS.flatMap(({ name }, index) => {
    const file = `src/${name}/planted.ts`;
    const above = FOLDERS[index + 1]?.name ?? 'features/planted';
    return ['features/planted', above].map((target) => ({
      rule: name,
      files: planted(file, `src/${target}/planted.ts`),
    }));
  }),
  {
    rule: 'ui/components',
    files: typeOnly('src/ui/components/planted.tsx', 'src/features/planted/planted.ts'),
  },
  { rule: 'session', files: planted('src/session/planted.ts', 'mocks/planted.ts') },
  { rule: 'rows/extraction', files: planted('src/rows/extraction/planted.ts', 'src/session/planted.ts') },
  ...[
    'lib/base',
    'lib/table-files',
    'contract',
    'ui/http',
    'rows/extraction',
    'analysis/engine',
    'service-check',
  ].map((rule) => ({
    rule,
    files: { [`src/${rule}/planted.ts`]: "import 'react';" },
  })),
  { rule: 'lib/grid', files: { 'src/lib/grid/planted.ts': "import { http } from 'msw';" } },
  {
    rule: 'analysis/steps',
    files: planted('src/analysis/steps/planted.ts', 'src/features/workbench/model/planted.ts'),
  },
  {
    rule: 'analysis without React',
    files: {
      'src/analysis/engine/planted.ts': "import '@/lib/grid/planted';",
      'src/lib/grid/planted.ts': "import '@/lib/grid/planted-below';",
      'src/lib/grid/planted-below.ts': "import 'use-intl';",
    },
  },
  {
    rule: 'workbench query and results',
    files: planted('src/features/workbench/results/planted.ts', 'src/analysis/engine/planted.ts'),
  },
  {
    rule: 'workbench model',
    files: planted('src/features/workbench/controller/planted.ts', 'src/analysis/reading/planted.ts'),
  },
  {
    rule: 'workbench saved views',
    files: planted(
      'src/features/workbench/saved-views/planted.ts',
      'src/features/workbench/query/planted.ts',
    ),
  },
  {
    rule: 'workbench routine',
    files: planted('src/features/workbench/routine/planted.ts', 'src/features/workbench/screen/planted.ts'),
  },
  {
    rule: 'workbench query and results',
    files: planted(
      'src/features/workbench/results/planted.ts',
      'src/features/workbench/saved-views/planted.ts',
    ),
  },
  {
    rule: 'workbench query and results',
    files: planted('src/features/workbench/query/planted.ts', 'src/features/workbench/results/planted.ts'),
  },
  {
    rule: 'workbench query and results',
    files: planted('src/features/workbench/query/planted.ts', 'src/features/planted/planted.ts'),
  },
  {
    rule: 'workbench query and results',
    files: typeOnly('src/features/workbench/results/planted.ts', 'src/features/workbench/query/planted.ts'),
  },
  {
    rule: 'workbench query and results',
    files: planted('src/features/workbench/query/planted.ts', 'src/features/workbench/rows-read/planted.ts'),
  },
  {
    rule: 'workbench query and results',
    files: planted(
      'src/features/workbench/results/planted.ts',
      'src/features/workbench/views/pivot/planted.ts',
    ),
  },
  {
    rule: 'workbench rows-read',
    files: lazy(
      'src/features/workbench/rows-read/planted.ts',
      'src/features/workbench/views/pivot/planted.ts',
    ),
  },
  {
    rule: 'workbench rows-read',
    files: planted(
      'src/features/workbench/rows-read/planted.ts',
      'src/features/workbench/results/planted.ts',
    ),
  },
  {
    rule: 'workbench registry of views',
    files: planted(
      'src/features/workbench/views/registry.ts',
      'src/features/workbench/views/pivot/planted.ts',
    ),
  },
  {
    rule: 'workbench views',
    files: typeOnly(
      'src/features/workbench/views/pivot/planted.ts',
      'src/features/workbench/views/columns/planted.ts',
    ),
  },
  {
    rule: 'workbench views',
    files: planted(
      'src/features/workbench/views/pivot/planted.ts',
      'src/features/workbench/results/planted.ts',
    ),
  },
  {
    rule: 'workbench views',
    files: planted(
      'src/features/workbench/views/pivot/planted.ts',
      'src/features/workbench/screen/planted.ts',
    ),
  },
  {
    rule: 'workbench model',
    files: planted('src/features/workbench/model/planted.ts', 'src/features/workbench/views/registry.ts'),
  },
  {
    rule: 'workbench model',
    files: planted('src/features/workbench/model/planted.ts', 'src/features/workbench/snapshot/planted.ts'),
  },
  {
    rule: 'workbench model',
    files: planted(
      'src/features/workbench/snapshot/planted.ts',
      'src/features/workbench/controller/planted.ts',
    ),
  },
  {
    rule: 'workbench model',
    files: planted(
      'src/features/workbench/controller/planted.ts',
      'src/features/workbench/rows-read/planted.ts',
    ),
  },
  { rule: 'features', files: planted('src/features/planted/planted.ts', 'src/features/other/planted.ts') },
  { rule: 'features', files: worker('src/features/planted/planted.ts', 'src/features/other/planted.ts') },
  { rule: 'features', files: planted('src/features/planted/planted.ts', 'src/app/planted.ts') },
  { rule: 'features', files: planted('src/features/planted/planted.ts', 'src/contract/planted.test.ts') },
  { rule: 'routes', files: planted('src/routes/planted.tsx', 'src/app/planted.ts') },
  { rule: 'app', files: lazy('src/app/planted.ts', 'mocks/planted.ts') },
  { rule: 'command', files: planted('command/planted.ts', 'src/routes/planted.ts') },
  { rule: 'command', files: planted('command/planted.ts', 'mocks/planted.ts') },
  { rule: 'command', files: { 'command/planted.ts': "import 'react';" } },
  {
    rule: 'features',
    files: {
      'src/features/planted/planted.ts': "import '../../../command/planted';",
      'command/planted.ts': 'export {};',
    },
  },
  { rule: 'main.tsx', files: planted('src/main.tsx', 'mocks/planted.ts') },
  { rule: 'main.tsx', files: planted('src/main.tsx', 'src/ui/components/planted.ts') },
  { rule: 'main.tsx', files: planted('src/main.tsx', 'src/features/planted/planted.ts') },
  { rule: 'ambient types', files: planted('src/planted.d.ts', 'src/contract/planted.ts') },
  { rule: 'mocks', files: planted('mocks/planted.ts', 'src/session/planted.ts') },
  { rule: 'mocks/data', files: planted('mocks/data/planted.ts', 'src/ui/components/planted.ts') },
  { rule: 'mocks/data', files: { 'mocks/data/planted.ts': "import 'react';" } },
  { rule: 'mocks/service', files: planted('mocks/service/planted.ts', 'src/lib/formats/planted.ts') },
  { rule: 'mocks/service', files: { 'mocks/service/planted.ts': "import { http } from 'msw';" } },
  { rule: 'mocks/controls', files: planted('mocks/controls/planted.tsx', 'src/lib/grid/planted.ts') },
  { rule: 'e2e', files: planted('e2e/journeys/planted.spec.ts', 'src/contract/planted.ts') },
  { rule: 'e2e', files: planted('e2e/support/planted.ts', 'mocks/service/planted.ts') },
  { rule: 'bench', files: planted('bench/planted.mjs', 'src/lib/grid/planted.ts') },
  {
    rule: 'server/test',
    files: {
      'server/test/planted.mjs': "import '../../scripts/planted.mjs';",
      'scripts/planted.mjs': 'export {};',
    },
  },
  {
    rule: 'server',
    files: { 'server/planted.mjs': "import '../scripts/planted.mjs';", 'scripts/planted.mjs': 'export {};' },
  },
  {
    rule: 'server',
    files: { 'server/planted.mjs': "import './test/planted.mjs';", 'server/test/planted.mjs': 'export {};' },
  },
  { rule: 'scripts and configuration', files: planted('scripts/planted.mjs', 'src/app/planted.ts') },
  { rule: 'scripts and configuration', files: planted('planted.config.ts', 'mocks/planted.ts') },
  { rule: 'playwright.config.ts', files: planted('playwright.config.ts', 'mocks/planted.ts') },
  { rule: 'outside the map', files: { 'src/utils.ts': 'export {};' } },
  { rule: 'outside the map', files: { 'src/lib/planted/planted.ts': 'export {};' } },
  { rule: 'outside the map', files: { 'tools/planted.ts': 'export {};' } },
  { rule: 'no such file', files: { 'src/session/planted.ts': "import '@/session/nowhere';" } },
  {
    rule: 'fixtures',
    files: {
      'src/session/planted.ts': 'export {};',
      'src/session/planted.test.ts': "import './planted';",
    },
  },
  {
    rule: 'no cycles of folders',
    files: {
      'src/features/workbench/rows-read/rows/planted.ts': "import '../steps/planted';",
      'src/features/workbench/rows-read/steps/planted.ts': "import '../rows/planted-below';",
      'src/features/workbench/rows-read/rows/planted-below.ts': 'export {};',
    },
  },
  {
    rule: 'no cycles of folders',
    files: {
      'src/lib/formats/planted.ts': "import '../base/planted';",
      'src/lib/base/planted.ts': "import '../formats/planted-below';",
      'src/lib/formats/planted-below.ts': 'export {};',
    },
  },
  {
    rule: 'no cycles',
    files: {
      'src/session/planted-a.ts': "import './planted-b';",
      'src/session/planted-b.ts': "import type { A } from './planted-a';",
    },
  },
];

/** @param {string} from @param {string} to */
function planted(from, to) {
  return { [from]: `import '${aliasOf(to)}';`, [to]: 'export {};' };
}

/** @param {string} from @param {string} to */
function typeOnly(from, to) {
  return { [from]: `export type { Planted } from '${aliasOf(to)}';`, [to]: 'export {};' };
}

/** @param {string} from @param {string} to */
function lazy(from, to) {
  return { [from]: `export const load = () => import('${aliasOf(to)}');`, [to]: 'export {};' };
}

/** @param {string} from @param {string} to */
function worker(from, to) {
  const address = `${'../'.repeat(from.split('/').length - 1)}${to}`;
  return { [from]: `new Worker(new URL('${address}', import.meta.url));`, [to]: 'export {};' };
}

/** @param {string} file */
function aliasOf(file) {
  return file.replace(/^src\//, '@/').replace(/^mocks\//, '@mocks/');
}
