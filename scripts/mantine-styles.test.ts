import { expect, test } from 'vitest';
import { lackingStyles } from './mantine-styles.mjs';

const MODAL_STYLES = ['Paper', 'Overlay', 'ModalBase', 'Modal']
  .map((name) => `@import '@mantine/core/styles/${name}.css';`)
  .join('\n');
const DRAWER = "import { Button, Drawer } from '@mantine/core';";

test.each([
  [
    'the styles of a component, and those of what it is built of',
    `import './modal-styles.css';\nimport '@mantine/core/styles/Drawer.css';\n${DRAWER}`,
    [],
  ],
  [
    'not its own styles',
    `import '@/ui/components/modal-styles.css';\n${DRAWER}`,
    ['the styles Drawer.css of Mantine are not imported'],
  ],
  [
    'not the styles of what a component is built of',
    `import '@mantine/core/styles/Drawer.css';\n${DRAWER}`,
    ['Paper', 'Overlay', 'ModalBase'].map((name) => `the styles ${name}.css of Mantine are not imported`),
  ],
  [
    'styles that have an order, without that order',
    "import '@mantine/core/styles/Paper.css';\nimport { Paper as Sheet } from '@mantine/core';",
    ['import src/ui/components/modal-styles.css, which has its style sheets in order'],
  ],
  ['a component that is not rendered', "import { type DrawerProps } from '@mantine/core';", []],
  [
    'a table that scrolls by a part whose styles are not loaded',
    "import '@mantine/core/styles/Table.css';\nimport { Table } from '@mantine/core';\n<Table.ScrollContainer minWidth={9}>",
    ['a Table.ScrollContainer needs type="native" to scroll without ScrollArea.css'],
  ],
])('a file imports %s', (_, source, problems) => {
  const files = new Map([
    [
      'src/app/theme/styles.ts',
      ['Button', 'CloseButton', 'Loader', 'UnstyledButton'].map(imported).join('\n'),
    ],
    ['src/app/theme/shell-styles.ts', imported('VisuallyHidden')],
    ['src/ui/components/modal-styles.css', MODAL_STYLES],
    ['src/ui/components/a.tsx', source],
  ]);
  expect(lackingStyles(files).toSorted()).toEqual(
    problems.map((problem) => `src/ui/components/a.tsx: ${problem}`).toSorted(),
  );
});

function imported(name: string): string {
  return `import '@mantine/core/styles/${name}.css';`;
}
