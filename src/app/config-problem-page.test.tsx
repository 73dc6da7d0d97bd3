import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

test('a description that cannot be loaded is named, and waited for until it is there', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const fetchFile = vi.fn((address: string) =>
    Promise.resolve(
      address.endsWith('config.json')
        ? Response.json({ service: 'service.json' })
        : new Response('', { status: 503 }),
    ),
  );
  vi.stubGlobal('fetch', fetchFile);
  render(
    <BrokenConfig problems={[{ file: 'service.json', key: null, kind: 'not-loaded', expected: null }]} />,
  );
  expect(await screen.findByText(/\(service\.json\) could not be loaded/)).toBeVisible();
  // The test environment reports an attempt to load the page again as an error.
  for (const count of [1, 2]) {
    await vi.advanceTimersByTimeAsync(5_000);
    const asked = () => fetchFile.mock.calls.filter(([address]) => address.endsWith('service.json'));
    await vi.waitFor(() => expect(asked()).toHaveLength(count));
  }
  expect(screen.getByText(/\(service\.json\) could not be loaded/)).toBeVisible();
  vi.useRealTimers();
});

test('a broken description is blamed on its file, not on config.json', async () => {
  const problem = {
    file: 'service.json',
    key: 'extraction.rows',
    kind: 'wrong-value',
    expected: '"data"',
  } as const;
  render(<BrokenConfig problems={[problem]} />);
  expect(await screen.findByText(/The file service\.json of this installation/)).toBeVisible();
  expect(screen.queryByText(/config\.json/)).toBeNull();
  expect(screen.getByRole('rowheader', { name: 'extraction.rows' })).toBeVisible();
});

test.each([
  ['no-file', 'There is no file service.json beside config.json.'],
  ['refused-file', 'The console’s server refuses to give out service.json.'],
] as const)('the key that names a file says what is wrong with it: %s', async (kind, text) => {
  render(<BrokenConfig problems={[{ key: 'service', kind, expected: 'service.json' }]} />);
  expect(await screen.findByText(text)).toBeVisible();
});
