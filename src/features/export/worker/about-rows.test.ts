import { expect, test } from 'vitest';
import { CERTIFICATE } from '@/test/sample-certificate';
import { createFormats } from '@/lib/formats/formats';
import type { Certificate } from '@/rows/certificates/certificate';
import { aboutRows } from './about-rows';
import { loadSheetWords } from './sheet-words';

async function aboutOf(changes: Partial<Certificate>): Promise<Readonly<Record<string, string>>> {
  const t = await loadSheetWords('en');
  const priceColumn = { name: 'SalesPrice', displayName: 'Sales price' };
  const rows = aboutRows({ ...CERTIFICATE, ...changes }, priceColumn, t, createFormats('en-GB', 'en'));
  return Object.fromEntries(rows.filter((row) => row !== null).map(([name, value]) => [name, value]));
}

const PART = { first: 11, last: 20, promised: 10, written: 10 };
const UNSTABLE = { ...CERTIFICATE.snapshot, cacheKey: null, expires: null, isStable: false } as const;

test('the sheet speaks of a snapshot only if there is a stable one', async () => {
  expect(await aboutOf({})).toMatchObject({ Rows: '5,000, which is the whole snapshot' });
  expect(await aboutOf({ rows: PART })).toMatchObject({
    Rows: '10 of the 5,000 of the snapshot: row 11 to row 20',
  });
  expect(await aboutOf({ snapshot: UNSTABLE })).toMatchObject({ Rows: '5,000' });
  expect(await aboutOf({ snapshot: UNSTABLE, rows: PART })).toMatchObject({
    Rows: '10 of 5,000: row 11 to row 20',
  });
});

test('the sheet says which times the service has told', async () => {
  const { created, ...untold } = CERTIFICATE.snapshot;
  const of = async (snapshot: Certificate['snapshot']) => {
    const rows = await aboutOf({ snapshot });
    return ['Snapshot taken', 'First rows read', 'Snapshot expires'].filter((name) => name in rows);
  };
  expect(await of(CERTIFICATE.snapshot)).toEqual(['Snapshot taken', 'Snapshot expires']);
  const firstRead = created ?? '';
  expect(await of({ ...untold, created: null, firstRead, expires: null })).toEqual(['First rows read']);
  // An earlier version has written the time of the first page as that of the snapshot, with a mark.
  expect(await of({ ...CERTIFICATE.snapshot, createdBy: 'console', expires: null })).toEqual([
    'First rows read',
  ]);
});
