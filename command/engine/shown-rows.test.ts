import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { verifyExport } from '@/features/export/verify/verify-export';
import { checksToParameter } from '@/analysis/checks/checks-address';
import { PROPOSED_CHECKS } from '@/analysis/checks/checks-spec';
import { readOutline } from '@/analysis/source-files/read-outline';
import { commandForFile, linkTo } from '@/test/command-harness';

type Row = Readonly<Record<string, string>>;

const { service, command } = commandForFile({ settings: { rowCount: 2_000 } });

async function extracted(priceColumn: string, search: string, name: string): Promise<readonly Row[]> {
  const args = ['extract', linkTo(priceColumn, search), '--out', command.file(name)];
  const { code, err } = await command.run(args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return parse(readFileSync(command.file(name), 'utf8'), { columns: true });
}

/** Returns twice the value as an exact integer, in units of the value's last digit. */
function doubled(value: string): bigint {
  return BigInt(value.replace('.', '')) * 2n;
}

const REFINED = '?v=1&refine=1;all;Currency~is~EUR;!new~Double~4~PromotionValue * 2';

test('a refinement leaves the rows that it admits, with its columns, in their order', async () => {
  const all = await extracted('PromotionPrice', '', 'all.csv');
  const refined = await extracted('PromotionPrice', REFINED, 'refined.csv');
  const expected = all.filter((row) => row['Currency'] === 'EUR');
  expect(expected.length).toBeGreaterThan(0);
  const own = Object.keys(all[0] ?? {});
  expect(refined.map((row) => Object.fromEntries(own.map((name) => [name, row[name]])))).toEqual(expected);
  for (const { PromotionValue = '', Double = '' } of refined) {
    if (PromotionValue === '') expect(Double).toBe('');
    else expect(BigInt(Double.replace('.', ''))).toBe(doubled(PromotionValue));
  }
  const verified = await verifyExport(
    ['refined.csv', 'refined.csv.certificate.json'].map((name) => ({
      name,
      content: new Blob([readFileSync(command.file(name))]),
    })),
  );
  expect(verified).toMatchObject({
    kind: 'computed',
    difference: null,
    certificate: { snapshot: { refined: { refinement: expect.stringContaining('Currency is EUR') } } },
  });

  const workbook = command.file('refined.xlsx');
  const written = await command.run(['extract', linkTo('PromotionPrice', REFINED), '--out', workbook]);
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(written.out).toContain('Currency is EUR');
  const outline = await readOutline([new File([readFileSync(workbook)], 'refined.xlsx')], {});
  expect(outline.rowCount).toBe(expected.length);
});

test('columns of another price column stand beside the rows whose key is there', async () => {
  const added = 'added=1;Cost,price-column~CostForPricing,key~ItemNumber~Number,take~CostForPricing,count';
  const costs = await extracted('CostForPricing', '?v=1&filter=Number~starts-with~A-100013', 'costs.csv');
  // The costs above have the same condition, because without it there would be forty thousand of them.
  const some = '?v=1&filter=ItemNumber~starts-with~A-100013&';
  const rows = await extracted('PromotionPrice', `${some}${added}`, 'with-costs.csv');
  const found = rows.filter((row) => row['Cost · #'] === '1');
  expect(found.length).toBeGreaterThan(0);
  for (const row of rows) {
    const partners = costs.filter((cost) => cost['Number'] === row['ItemNumber']);
    expect(row['Cost · #']).toBe(String(partners.length));
    expect(row['Cost · CostForPricing']).toBe(partners.length === 1 ? partners[0]?.['CostForPricing'] : '');
  }
  expect(JSON.parse(readFileSync(command.file('with-costs.csv.certificate.json'), 'utf8'))).toMatchObject({
    snapshot: {
      sources: [
        {
          from: { kind: 'snapshot', priceColumn: 'CostForPricing' },
          keys: [{ here: 'ItemNumber', there: 'Number' }],
          columns: ['CostForPricing'],
        },
      ],
    },
  });

  // A refinement and a check may use the number of matches (`Cost · #`) even if the file does not contain this column.
  const uncounted = added.replace(',count', '');
  const [row = {}] = await extracted('PromotionPrice', `${some}${uncounted}`, 'uncounted.csv');
  expect(Object.keys(row).filter((name) => name.startsWith('Cost · '))).toEqual(['Cost · CostForPricing']);
  const refined = `${some}${uncounted}&refine=1;all;Cost · %23~equals~1`;
  const json = await command.run(['check', linkTo('PromotionPrice', refined), '--json']);
  expect(json.err).toBe('');
  expect(JSON.parse(json.out)).toMatchObject({
    rows: found.length,
    shown: expect.stringContaining('Cost'),
  });
});

test('a comparison refines both sides', async () => {
  await extracted('PromotionPrice', '', 'earlier.csv');
  const { code, out, err } = await command.run([
    'compare',
    linkTo('PromotionPrice', `${REFINED}&price=Double`),
    '--with',
    command.file('earlier.csv'),
    '--price',
    'Double',
    '--json',
  ]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const all: readonly Row[] = parse(readFileSync(command.file('earlier.csv'), 'utf8'), { columns: true });
  expect(JSON.parse(out)).toMatchObject({
    price: 'Double',
    refinement: expect.stringContaining('Currency is EUR'),
    counts: { added: 0, removed: 0, unchanged: all.filter((row) => row['Currency'] === 'EUR').length },
  });
});

test('what only a browser has is named', async () => {
  const cases: readonly [search: string, out: string, says: string][] = [
    [
      '?v=1&added=1;File,file~prices.xlsx,key~ItemNumber~ItemNumber,take~Factor',
      'p.csv',
      'file or a kept copy',
    ],
    ['?v=1&subset=1;Currency~is~EUR', 'p.csv', 'chosen on screen'],
    [REFINED, 'p.parquet', '.csv or .xlsx'],
  ];
  for (const [search, name, says] of cases) {
    const args = ['extract', linkTo('PromotionPrice', search), '--out', command.file(name)];
    const { code, err } = await command.run(args);
    expect({ search, code }).toEqual({ search, code: 2 });
    expect(err).toContain(says);
  }
});

test('what of a view cannot be used is told before its rows are read', async () => {
  const mine = { id: 'own-1', name: 'Mine', means: 'x', isUsed: true, refine: '1;all;Gone~is~EUR' } as const;
  const checks = encodeURIComponent(checksToParameter({ ...PROPOSED_CHECKS, own: [mine] }) ?? '');
  const cases: readonly [search: string, says: string][] = [
    ['?v=1&refine=1;all;Gone~is~EUR', 'Gone'],
    ['?v=1&added=1;File,file~prices.xlsx,key~ItemNumber~ItemNumber,take~ItemNumber', 'file or a kept copy'],
    [`?v=1&checks=${checks}`, 'Mine'],
    [
      '?v=1&added=1;buy,file~buy.csv,key~ItemNumber~Article,take~Price,own~Article~text~0,own~Price~number~2',
      'file or a kept copy',
    ],
    ['?v=1&highlight=1;red~row~Double~greater-than~1', 'Double'],
  ];
  for (const [search, says] of cases) {
    let pageCount = 0;
    const fetch = async (request: Request) => {
      if (request.url.includes('/api/prices/')) pageCount += 1;
      return service.handle(request);
    };
    const { code, err } = await command.run(['check', linkTo('PromotionPrice', search)], { fetch });
    expect({ search, code }).toEqual({ search, code: 2 });
    expect(err).toContain(says);
    // At most the first page has been read, because it comes with the new snapshot.
    expect(pageCount).toBeLessThanOrEqual(1);
  }
});

test('a highlight of a computed column is in the workbook', async () => {
  const workbook = command.file('highlighted.xlsx');
  const search = `${REFINED}&highlight=1;red~cell~Double~greater-than~1`;
  const { code, err } = await command.run(['extract', linkTo('PromotionPrice', search), '--out', workbook]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.stringify(await readSheet(workbook, 'About'))).toContain('Double greater than 1');
});

test('a value that needs too many digits is blank, and that is said', { tags: ['long'] }, async () => {
  const refine =
    '1;all;PromotionCode~is-not~None;!new~Large~4~PromotionValue * 1000000000;!new~Long~4~Large * Large * Large * Large';
  const link = linkTo('PromotionPrice', `?v=1&refine=${encodeURIComponent(refine)}`);
  const says = expect.stringMatching(/\d+ values of Long left blank: .+ 38 digits/);
  const written = await command.run(['extract', link, '--out', command.file('long.csv')]);
  expect(written).toMatchObject({ code: 0, err: '', out: says });
  const workbook = command.file('long.xlsx');
  await command.run(['extract', link, '--out', workbook]);
  expect(JSON.stringify(await readSheet(workbook, 'About'))).toEqual(says);
  const checked = await command.run(['check', link, '--json']);
  expect(JSON.parse(checked.out)).toMatchObject({ notes: [says] });
  await extracted('PromotionPrice', '', 'same.csv');
  const compared = await command.run(['compare', link, '--with', command.file('same.csv'), '--json']);
  expect(JSON.parse(compared.out)).toMatchObject({ notes: expect.arrayContaining([says]) });
});
