import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LANGUAGES } from '@/lib/base/languages';
import { parseRuntimeConfig } from '@/ui/config/runtime-config';
import { BrokenConfig } from './app';

test('a build without the demo says that it has none, and what to do', async () => {
  render(<BrokenConfig problems={[{ key: 'demo', kind: 'no-demo', expected: null }]} />);
  expect(
    await screen.findByText(
      'This build of the console has no demo. Leave the key out, or install the build that has one.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'demo' })).toBeVisible();
});

test.each<[file: string, key: string, says: string | RegExp]>([
  ['{ "demo": true', '(the file)', 'The file is not valid JSON.'],
  ['["demo"]', '(the file)', /^This value is not allowed/],
  ['{ "version": 2, "demo": "rows" }', 'version', /newer format than this console reads, which is version 1/],
  ['{ "demo": "yes" }', 'demo', /true \| false/],
  ['{ "serviceAddress": "prices" }', 'serviceAddress', /"https:\/\/prices\.example\.com\/papi"/],
  ['{ "language": "xx" }', 'language', LANGUAGES.map((language) => `"${language}"`).join(' | ')],
  ['{ "formats": "xx_?" }', 'formats', /"de-AT"/],
])('%s is reported by the key that is wrong', async (file, key, says) => {
  const read = parseRuntimeConfig(file);
  render(<BrokenConfig problems={read.ok ? [] : read.problems} />);
  const row = within(await screen.findByRole('row', { name: (name) => name.startsWith(key) }));
  expect(row.getByRole('cell')).toHaveTextContent(says);
  expect(screen.getAllByRole('row')).toHaveLength(2);
});
