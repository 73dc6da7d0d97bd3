import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import { FormatSettingsProvider } from '@/ui/formats/format-settings-context';
import { englishMessages } from '@/ui/i18n/catalogue-en';
import exportMessages from '@/ui/i18n/messages/en/export.json';
import type { Certificate } from '@/rows/certificates/certificate';
import { CERTIFICATE } from '@/test/sample-certificate';
import type { SnapshotComparison } from '../verify/compare-with-snapshot';
import { DescribedFile } from './described-file';

function renderFile(
  comparison: SnapshotComparison,
  changes: { readonly rows?: Certificate['rows']; readonly isSavedAgain?: boolean } = {},
) {
  const onCompare = vi.fn();
  const { rows = CERTIFICATE.rows, isSavedAgain = false } = changes;
  render(
    <MantineProvider env="test">
      <IntlProvider locale="en" messages={{ ...englishMessages, export: exportMessages }}>
        <FormatSettingsProvider defaultLanguage="en" defaultFormats="en-GB">
          <DescribedFile
            certificate={{ ...CERTIFICATE, rows }}
            comparison={comparison}
            isSavedAgain={isSavedAgain}
            onCompare={onCompare}
          />
        </FormatSettingsProvider>
      </IntlProvider>
    </MantineProvider>,
  );
  return onCompare;
}

test('rows equal to the snapshot are reported as unchanged, with the range of a part', () => {
  renderFile({ kind: 'same' });
  expect(screen.getByRole('status')).toHaveTextContent(
    /^UnchangedAll 5,000 rows of SalesPrice match the snapshot/,
  );
  renderFile({ kind: 'same' }, { rows: { first: 11, last: 20, promised: 10, written: 10 } });
  expect(screen.getAllByRole('status')[1]).toHaveTextContent(/Rows 11 to 20 of 5,000 of SalesPrice/);
});

test.each<[SnapshotComparison, RegExp]>([
  [{ kind: 'expired' }, /The snapshot has expired/],
  [{ kind: 'other-service' }, /It comes from https:\/\/prices\.test\/papi/],
  [{ kind: 'locked', columns: ['Cost'] }, /you may not view Cost/],
  [{ kind: 'failed', failure: { kind: 'no-space' } }, /Not compared with the snapshot\. There is no room/],
  [{ kind: 'not-compared' }, /Not compared with the snapshot\./],
])('where it is not compared (%j), only what the certificate shows is described', (comparison, words) => {
  for (const isSavedAgain of [false, true]) {
    renderFile(comparison, { isSavedAgain });
    const status = screen.getAllByRole('status').at(-1);
    expect(status).toHaveTextContent(/^The file matches its certificate/);
    expect(status).toHaveTextContent(words);
    expect(status).toHaveTextContent(/A certificate is not signed/);
    expect(status).not.toHaveTextContent(/unchanged|match the snapshot/i);
  }
});

test('a comparison that was not made can be started', async () => {
  const onCompare = renderFile({ kind: 'not-compared' });
  await userEvent.click(screen.getByRole('button', { name: 'Compare with the snapshot' }));
  expect(onCompare).toHaveBeenCalledOnce();
  renderFile({ kind: 'expired' });
  expect(screen.getAllByRole('button', { name: 'Compare with the snapshot' })).toHaveLength(1);
});

test('differences from the snapshot are announced as an alert', () => {
  renderFile({
    kind: 'different',
    differences: [
      {
        kind: 'rows',
        ranges: Array.from({ length: 6 }, (_, index) => ({
          first: index * 2_000 + 1,
          last: 2_000 * index + 1_000,
        })),
      },
      { kind: 'row-count', found: 5_001 },
      { kind: 'taken', foundMs: Date.parse('2026-11-20T12:00:00.000Z') },
      { kind: 'columns', columns: ['Approved'] },
    ],
  });
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent(/^Different from the snapshot/);
  expect(alert).toHaveTextContent(/among the rows 1–1,000, .*8,001–9,000 and more\./);
  expect(alert).toHaveTextContent(/has 5,001 rows; the certificate says 5,000/);
  expect(alert).toHaveTextContent(/was taken .*20.*; the certificate says .*21/);
  expect(alert).toHaveTextContent(/or has another type for them: Approved\./);
});
