import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../..');
const MANTINE_STYLES = path.resolve(SOURCES, '../node_modules/@mantine/core/styles');

/** The style sheet that contains a component's styles, if it is not the one with the component's name. */
const SHARED_STYLES: Readonly<Record<string, string>> = {
  Combobox: '@/ui/components/combobox-styles.css',
  MultiSelect: '@/ui/components/combobox-styles.css',
  Select: '@/ui/components/combobox-styles.css',
  Drawer: '@/ui/components/modal-styles.css',
  Modal: '@/ui/components/modal-styles.css',
  // Modals are built on Paper. If Paper's styles were imported again later, they would override those of modals.
  Paper: '@/ui/components/modal-styles.css',
};

test('each component of Mantine comes with its styles', () => {
  const always = ['styles.ts', 'shell-styles.ts']
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  const lacking = sources().flatMap(({ name, source }) =>
    componentsIn(source)
      .flatMap(stylesOf)
      .filter((styles) =>
        [styles, `./${path.basename(styles)}`].every(
          (from) => !`${always}\n${source}`.includes(`import '${from}';`),
        ),
      )
      .map((styles) => `${name}: ${styles}`),
  );
  expect(lacking).toEqual([]);
});

test('tables that scroll sideways scroll by themselves, without the styles of a ScrollArea', () => {
  const containers = sources().flatMap(({ source }) => source.match(/<Table\.ScrollContainer[^>]*>/g) ?? []);
  expect(containers).not.toEqual([]);
  for (const container of containers) expect(container).toContain('type="native"');
});

function sources() {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => ({ name, source: readFileSync(path.join(SOURCES, name), 'utf8') }));
}

function componentsIn(source: string): readonly string[] {
  return [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
}

function stylesOf(component: string): readonly string[] {
  const shared = SHARED_STYLES[component];
  const isOfItsOwn =
    existsSync(path.join(MANTINE_STYLES, `${component}.css`)) &&
    !['Combobox', 'Modal', 'Paper'].includes(component);
  return [
    ...(shared === undefined ? [] : [shared]),
    ...(isOfItsOwn ? [`@mantine/core/styles/${component}.css`] : []),
  ];
}
