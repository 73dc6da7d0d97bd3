import { expect, test } from 'vitest';
import { lackingStyles } from './mantine-styles.mjs';

const MODAL_STYLES = ['Paper', 'Overlay', 'ModalBase', 'Modal']
  .map((name) => `@import '@mantine/core/styles/${name}.css';`)
  .join('\n');
const DRAWER = "import { Button, Drawer } from '@mantine/core';";

test.each([
  [
    'a file imports the styles of a component, and those of what it is built of',
    `import './modal-styles.css';\nimport '@mantine/core/styles/Drawer.css';\n${DRAWER}`,
    [],
  ],
  [
    'the styles of a component are missing',
    `import '@/ui/components/modal-styles.css';\n${DRAWER}`,
    ['the styles Drawer.css of Mantine are not imported'],
  ],
  [
    'the styles of what a component is built of are missing',
    `import '@mantine/core/styles/Drawer.css';\n${DRAWER}`,
    ['Paper', 'Overlay', 'ModalBase'].map((name) => `the styles ${name}.css of Mantine are not imported`),
  ],
  [
    'styles that have an order are imported without it',
    "import '@mantine/core/styles/Paper.css';\nimport { Paper as Sheet } from '@mantine/core';",
    ['import src/ui/components/modal-styles.css, which has its style sheets in order'],
  ],
  ['a type renders nothing', "import { type DrawerProps } from '@mantine/core';", []],
  [
    'a table scrolls by a part whose styles are not loaded',
    "import '@mantine/core/styles/Table.css';\nimport { Table } from '@mantine/core';\n<Table.ScrollContainer minWidth={9}>",
    ['a Table.ScrollContainer needs type="native" first, to scroll without ScrollArea.css'],
  ],
  [
    'a part is rendered on request',
    `${['Radio', 'InlineInput', 'Input'].map(imported).join('\n')}\nimport { Radio } from '@mantine/core';\n<Radio.Card>`,
    ['Radio.Card renders a part without its styles'],
  ],
])('%s', (_, source, problems) => {
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

test('the sign-in does without the styles of the frame', () => {
  const files = new Map([
    ['src/app/theme/shell-styles.ts', imported('Text')],
    ['src/features/item/a.tsx', "import { Text } from '@mantine/core';"],
    ['src/features/sign-in/a.tsx', "import { Text } from '@mantine/core';"],
  ]);
  expect(lackingStyles(files)).toEqual([
    'src/features/sign-in/a.tsx: the styles Text.css of Mantine are not imported',
  ]);
});
