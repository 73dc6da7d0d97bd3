import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { readOutline } from '@/analysis/source-files/read-outline';
import { commandForFile, linkTo } from '@/test/command-harness';
import { IS_LONG } from '@/test/runs';

const LINK = linkTo('PromotionPrice');

type Row = Readonly<Record<string, string>>;

const { service, command } = commandForFile();
/** The exported rows before the demo changes prices, read with an independent CSV parser. `after` has the rows after it. */
let before: readonly Row[];
let after: readonly Row[];

function rowsOf(csv: string): readonly Row[] {
  return parse(csv, { columns: true });
}

async function extracted(name: string): Promise<string> {
  const { code, err } = await command.run(['extract', LINK, '--out', command.file(name)]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return readFileSync(command.file(name), 'utf8');
}

beforeAll(async () => {
  before = rowsOf(await extracted('before.csv'));
  for (const name of ['before.xlsx', 'before.parquet', 'before.jsonl']) await extracted(name);
  service.controls.changeSourceData();
  service.controls.changeSourceData();
  after = rowsOf(await extracted('after.csv'));
});

function compareWith(file: string, ...others: readonly string[]): string[] {
  return ['compare', LINK, '--with', command.file(file), ...others];
}

const keyOf = (row: Row) => row['PromotionCode'] ?? '';

/** Finds the changes by comparing the texts of the cells. */
function expectedChanges() {
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  const later = new Map(after.map((row) => [keyOf(row), row]));
  const matched = after.filter((row) => earlier.has(keyOf(row)));
  const isSame = (row: Row) => JSON.stringify(row) === JSON.stringify(earlier.get(keyOf(row)));
  return {
    added: after.filter((row) => !earlier.has(keyOf(row))).map(keyOf),
    removed: before.filter((row) => !later.has(keyOf(row))).map(keyOf),
    changed: matched.filter((row) => !isSame(row)).map(keyOf),
    unchanged: matched.filter(isSame).length,
  };
}

/** Expects prices and their differences to equal the texts of the cells exactly, without rounding. */
function expectExactPrices(
  changes: readonly { kind: string; earlier: Row; later: Row; delta: string | null }[],
): void {
  const priced = changes.filter(({ kind, delta }) => kind === 'changed' && delta !== null);
  expect(priced.length).toBeGreaterThan(0);
  const units = (text: string | undefined) => {
    const [integer = '', fraction = ''] = (text ?? '').split('.');
    return BigInt(`${integer}${fraction.padEnd(4, '0')}`);
  };
  const priceIn = (rows: readonly Row[], of: Row) =>
    units(rows.find((row) => keyOf(row) === keyOf(of))?.['PromotionValue']);
  for (const { earlier, later, delta } of priced) {
    const [from, to] = [priceIn(before, earlier), priceIn(after, later)];
    expect(units(earlier['PromotionValue'])).toBe(from);
    expect(units(later['PromotionValue'])).toBe(to);
    expect(units(delta ?? '')).toBe(to - from);
  }
}

async function expectChangesSince(file: string) {
  const { added, removed, changed, unchanged } = expectedChanges();
  expect(changed.length).toBeGreaterThan(0);
  const { code, out, err } = await command.run(compareWith(file, '--json'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const report = JSON.parse(out);
  expect(report).toMatchObject({
    priceColumn: 'PromotionPrice',
    keys: ['PromotionCode'],
    areKeysProposed: false,
    price: 'PromotionValue',
    earlier: { file, rows: before.length },
    later: { file: null, rows: after.length },
    counts: {
      added: added.length,
      removed: removed.length,
      changed: changed.length,
      unchanged,
    },
    differences: added.length + removed.length + changed.length,
  });
  const keysOf = (kind: string) =>
    report.changes
      .filter((change: { kind: string }) => change.kind === kind)
      .map((change: { earlier: Row | null; later: Row | null }) =>
        keyOf(change.later ?? change.earlier ?? {}),
      );
  expect(keysOf('added')).toEqual(added);
  expect(keysOf('removed')).toEqual(removed);
  expect(keysOf('changed')).toEqual(changed);
  expectExactPrices(report.changes);
  expect(report.notes).toContain('The file has exactly the rows that its certificate describes.');
}

test.each(['before.csv', 'before.xlsx'])('finds what has changed since %s', expectChangesSince);
test.each(['before.parquet', 'before.jsonl'])(
  'finds what has changed since %s',
  { tags: ['long'] },
  expectChangesSince,
);

test('says in words what has changed', async () => {
  const { changed, unchanged } = expectedChanges();
  const english = await command.run(compareWith('before.csv'));
  expect(english).toMatchObject({ code: 0, err: '' });
  expect(english.out).toContain(`Promotion price: compared with ${command.file('before.csv')}\n`);
  expect(english.out).toContain('  Match rows by: PromotionCode\n');
  expect(english.out).toContain(`  Changed: ${changed.length}\n  Unchanged: ${unchanged}\n`);
  expect(english.out).toMatch(/\nGreatest rises\n {4}PROMO-\d{4}: [\d.,]+ → [\d.,]+ \(▲ \+[\d.,]+ %\)\n/);
});

test('says it in German, too', { tags: ['long'] }, async () => {
  const german = await command.run(compareWith('before.csv', '--language', 'de'));
  expect(german.out).toContain('verglichen mit');
  expect(german.out).toContain('Größte');
});

test('writes the changes as CSV with a certificate beside it, and as a workbook', async () => {
  const { added, removed, changed } = expectedChanges();
  const printed = await command.run(compareWith('before.csv', '--format', 'csv'));
  expect(printed).toMatchObject({ code: 0, err: '' });
  const rows = rowsOf(printed.out);
  expect(rows.map((row) => row['Change'])).toEqual([
    ...added.map(() => 'Added'),
    ...removed.map(() => 'Removed'),
    ...changed.map(() => 'Changed'),
  ]);

  const written = await command.run(
    compareWith('before.csv', '--out', command.file('changes.csv'), '--json'),
  );
  expect(written).toMatchObject({ code: 0, err: '' });
  const report = JSON.parse(written.out);
  expect(report).toMatchObject({
    written: command.file('changes.csv'),
    certificateFile: command.file('changes.csv.certificate.json'),
  });
  expect(readFileSync(report.written, 'utf8')).toBe(printed.out);
  expect(JSON.parse(readFileSync(report.certificateFile, 'utf8'))).toMatchObject({
    kind: 'colonnade-changes-certificate',
    earlier: { kind: 'file', name: 'before.csv' },
    later: { kind: 'snapshot', cacheKey: report.snapshot },
    rows: { written: rows.length },
    file: { name: 'changes.csv' },
  });

  const workbook = command.file('changes.xlsx');
  const asWorkbook = await command.run(compareWith('before.csv', '--out', workbook));
  expect(asWorkbook).toMatchObject({ code: 0, err: '' });
  expect(asWorkbook.out).toContain(`Changes: ${workbook}\n`);
  const file = new File([readFileSync(workbook)], 'changes.xlsx');
  const outline = await readOutline([file], { sheet: 'Changed' });
  expect(outline.rowCount).toBe(changed.length);
  expect(outline.sheets).toContain('Summary');
});

test('ends with findings beyond the differences that are allowed', async () => {
  const { added, removed, changed } = expectedChanges();
  const differences = added.length + removed.length + changed.length;
  const allowed = await command.run(compareWith('before.csv', '--fail-on', String(differences), '--quiet'));
  expect(allowed).toEqual({ code: 0, out: '', err: '' });
  const tooMany = await command.run(
    compareWith('before.csv', '--fail-on', String(differences - 1), '--quiet'),
  );
  expect(tooMany.code).toBe(1);
  expect(tooMany.out).toContain(`  Changed: ${changed.length}\n`);
  const same = await command.run(compareWith('after.csv', '--fail-on', '0'));
  expect(same.code).toBe(0);
  expect(same.out).toContain('No differences');
});

describe('a view that was saved in Changes', () => {
  const search = '?v=1&with=snapshot~K&keys=PromotionCode&price=Factor&changes=1;rows~added~removed';

  test('is compared by its keys and price, and shows its choice of rows', async () => {
    const { added, removed } = expectedChanges();
    const { code, err, out } = await command.run([
      'compare',
      linkTo('PromotionPrice', search),
      '--with',
      command.file('before.csv'),
      '--json',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    expect(report.price).toBe('Factor');
    expect(report.changes).toHaveLength(added.length + removed.length);
  });

  test('gives way to the options', async () => {
    const { out } = await command.run([
      'compare',
      linkTo('PromotionPrice', search),
      '--with',
      command.file('before.csv'),
      '--keys',
      'ItemNumber,PromotionCode',
      '--price',
      'PromotionValue',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({
      keys: ['ItemNumber', 'PromotionCode'],
      price: 'PromotionValue',
    });
  });
});

test('rows that only one of the filters admits are left out', async () => {
  const filter = '?v=1&filter=Currency~is~EUR';
  const { code, err, out } = await command.run([
    'compare',
    linkTo('PromotionPrice', filter),
    '--with',
    command.file('before.csv'),
    '--json',
  ]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const isEuro = (row: Row) => row['Currency'] === 'EUR';
  const admitted = new Set(after.filter(isEuro).map(keyOf));
  const others = before.filter((row) => !isEuro(row)).length;
  expect(others).toBeGreaterThan(0);
  expect(JSON.parse(out)).toMatchObject({
    filteredOut: { earlier: others, later: 0 },
    counts: { removed: before.filter((row) => isEuro(row) && !admitted.has(keyOf(row))).length },
  });
});

test('a list without a certificate is read in the notation of the region', async () => {
  const priced = after.filter((row) => row['PromotionValue'] !== '').slice(0, 20);
  const lines = priced.map((row, index) => {
    const value = row['PromotionValue'] ?? '';
    return `${keyOf(row)};${index === 0 ? '1.234,5' : value.replace('.', ',')}`;
  });
  writeFileSync(command.file('list.csv'), ['PromotionCode;PromotionValue', ...lines, ''].join('\r\n'));
  const { code, err, out } = await command.run(compareWith('list.csv', '--region', 'de-DE', '--json'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const report = JSON.parse(out);
  expect(report.counts).toEqual({
    added: after.length - priced.length,
    removed: 0,
    changed: 1,
    unchanged: priced.length - 1,
  });
  const changed = report.changes.find(({ kind }: { kind: string }) => kind === 'changed');
  expect(Number(changed.earlier.PromotionValue)).toBe(1234.5);
});

describe('a list whose numbers fit two notations', () => {
  const written = ['3.700', '12.500'];
  const compared = async (separator: string, numbers: readonly string[], ...options: readonly string[]) => {
    const codes = after.slice(0, numbers.length).map((row) => keyOf(row));
    const rows = codes.map((code, index) => [code, numbers[index]].join(separator));
    const lines = [['PromotionCode', 'PromotionValue'].join(separator), ...rows];
    writeFileSync(command.file('both.csv'), lines.join('\n'));
    const { code, err, out } = await command.run(compareWith('both.csv', ...options, '--json'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    const value = report.changes.find(({ earlier }: { earlier: Row | null }) => earlier !== null).earlier;
    return { report, value: Number(value.PromotionValue) };
  };

  type Case = readonly [
    separator: string,
    numbers: readonly string[],
    options: readonly string[],
    expected: number,
  ];
  const expectReading = async ([separator, numbers, options, expected]: Case) => {
    const { report, value } = await compared(separator, numbers, ...options);
    expect(value).toBe(expected);
    expect(report.reading).toMatchObject({ delimiter: separator, headerRow: 1, encoding: 'utf-8' });
    expect(report.reading.columns[1]).toMatchObject({ field: 'PromotionValue', filled: 2, misfits: 0 });
    expect(report.reading.columns[1].otherwise === null).toBe(numbers.includes('3.70'));
  };
  test.each<Case>([
    [';', written, ['--region', 'en-US'], 3.7],
    [';', written, ['--region', 'de-DE'], 3700],
    [';', written, ['--region', 'de-DE', '--decimal', '.'], 3.7],
    // If the numbers can be read with only one decimal sign, the command uses that sign.
    [';', ['3.70', '12.500'], ['--region', 'de-DE'], 3.7],
  ])('is read as the run says: %j %j %j', async (...each) => expectReading(each));
  test.each<Case>([
    ['\t', written, ['--region', 'de-DE'], 3700],
    [',', ['"3,700"', '"12,500"'], ['--region', 'de-DE'], 3.7],
    [',', ['"3,700"', '"12,500"'], ['--region', 'en-US'], 3700],
    [';', written, [], 3700],
  ])('is read as the run says: %j %j %j', { tags: ['long'] }, async (...each) => expectReading(each));

  test('says so in every report', async () => {
    await compared(';', written);
    const both = 'PromotionValue fits two notations: “3.700” is read as 3700, in the other one it is 3.700.';
    const { out } = await command.run(compareWith('both.csv'));
    expect(out).toContain(
      'How the file was read: CSV · Encoding: UTF-8 · Separator: Semicolon (;) · Headers in row: 1 · Numbers: 1.234,50',
    );
    expect(out).toContain(both);
    const workbook = command.file('both.xlsx');
    await command.run(compareWith('both.csv', '--out', workbook));
    const file = new File([readFileSync(workbook)], 'both.xlsx');
    const { columns } = await readOutline([file], { sheet: 'Summary' });
    expect(columns.flatMap(({ cells }) => cells.map((cell) => cell?.text))).toContain(both);
  });
});

test('the choices of the dialog are options', async () => {
  const [first, second] = after.map((row) => keyOf(row));
  const dated = '01/02/2026';
  const text = [
    'Preise\u20ac',
    'x|PromotionCode|Title|StartsOn|Colour',
    `1|${first}|\u20ac5|${dated}|red`,
    `2|${second}|y|${dated}|red`,
  ];
  const bytes = Uint8Array.from(Buffer.from(text.join('\n').replaceAll('\u20ac', '\u0080'), 'latin1'));
  writeFileSync(command.file('old.csv'), bytes);
  const options = ['--encoding', 'windows-1252', '--separator', 'bar', '--header-row', '2', '--dates', 'mdy'];
  const { code, err, out } = await command.run(compareWith('old.csv', ...options, '--json'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { reading, changes } = JSON.parse(out);
  expect(reading).toMatchObject({
    encoding: 'windows-1252',
    delimiter: '|',
    headerRow: 2,
    leftOut: ['x', 'Colour'],
  });
  const row = changes.find(({ earlier }: { earlier: Row | null }) => earlier !== null).earlier;
  expect(row).toMatchObject({ Title: '\u20ac5', StartsOn: '2026-01-02' });
});

test('quotes that take in other rows are refused, and others are told', async () => {
  const [first, second] = after.map((row) => keyOf(row));
  const write = (...rows: readonly string[]) =>
    writeFileSync(command.file('quotes.csv'), ['PromotionCode,Title,PromotionValue', ...rows].join('\n'));
  write(`${first},"A,1`, `${second},"B,2`, 'x,C,3');
  const refused = await command.run(compareWith('quotes.csv'));
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('row 2');
  write(`${first},"5" tube,1`, `${second},B,2`);
  const told = await command.run(compareWith('quotes.csv'));
  expect(told.code).toBe(0);
  expect(told.out).toContain('Row 2 is the first.');
  writeFileSync(command.file('quotes.csv'), `PromotionCode,Title\n${first},A,1\n${second},B,2\n`);
  const wide = await command.run(compareWith('quotes.csv'));
  expect(wide).toMatchObject({ code: 2, out: '' });
  expect(wide.err).toContain('Row 2');
});

test('an export whose empty texts another program has made no values has no changes by that', async () => {
  const text = readFileSync(command.file('after.csv'), 'utf8');
  expect(text).toContain(',"",');
  writeFileSync(command.file('saved.csv'), text.replaceAll(/(?<=,)""(?=[,\n])/g, ''));
  const { code, err, out } = await command.run(compareWith('saved.csv', '--json'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const report = JSON.parse(out);
  expect(report.counts).toMatchObject({ added: 0, removed: 0, changed: 0 });
  expect(report.notes.join(' ')).toContain('do not tell an empty text from no value');
});

test('every problem is one line that says what to do', async () => {
  const write = (name: string, text: string) => writeFileSync(command.file(name), text);
  write('empty.csv', '');
  write('other.csv', 'Colour,Size\nred,1\n');
  write('alike.csv', 'Currency\nEUR\nEUR\n');
  write(
    'tampered.csv',
    readFileSync(command.file('before.csv'), 'utf8').replace(/PROMO-\d{4}/, 'PROMO-0000'),
  );
  write('tampered.csv.certificate.json', readFileSync(command.file('before.csv.certificate.json'), 'utf8'));
  const withView = (search: string) => [
    'compare',
    linkTo('PromotionPrice', search),
    '--with',
    command.file('before.csv'),
  ];
  const before = command.files();
  const cases: readonly [args: readonly string[], says: string][] = [
    [['compare', LINK], '--with FILE'],
    [compareWith('gone.csv'), 'ENOENT'],
    [compareWith('empty.csv'), 'empty.csv is empty'],
    [compareWith('other.csv'), 'is a field of PromotionPrice'],
    [compareWith('alike.csv'), '--keys'],
    [compareWith('tampered.csv'), 'certificate describes'],
    [compareWith('before.csv', '--keys', 'Gone'), '“Gone”'],
    [compareWith('before.csv', '--keys', 'Title,,Factor'), '--keys'],
    [compareWith('before.csv', '--price', 'Title'), '“Title”'],
    [compareWith('before.csv', '--encoding', 'klingon'), '--encoding'],
    [compareWith('before.csv', '--separator', 'ab'), '--separator'],
    [compareWith('before.csv', '--header-row', '0'), '--header-row'],
    [compareWith('before.csv', '--decimal', 'x'), '--decimal'],
    [compareWith('before.csv', '--dates', 'dm'), '--dates'],
    [compareWith('before.csv', '--format', 'xlsx'), '--out FILE'],
    [compareWith('before.csv', '--format', 'word'), '“word”'],
    [compareWith('before.csv', '--out', command.file('p.parquet')), '.csv or .xlsx'],
    [compareWith('before.csv', '--out', command.file('nowhere/p.csv')), 'does not exist'],
    [withView('?v=1&refine=1;a'), 'cannot be used'],
    [withView('?v=1&subset=1;Currency~is~EUR'), 'chosen on screen'],
    [withView('?v=1&changes=9;rows~added'), 'cannot be used'],
    [withView('?v=1&with=nonsense'), 'cannot be used'],
  ];
  for (const [args, says] of cases) {
    const run = await command.run(args);
    expect({ args, code: run.code, out: run.out }).toEqual({ args, code: 2, out: '' });
    expect(run.err).toMatch(/^colonnade: [^\n]+\n$/);
    expect(run.err).toContain(says);
    // Only long test runs repeat the cases in German, because each case starts the command again.
    if (!IS_LONG) continue;
    const german = await command.run([...args, '--language', 'de']);
    expect(german.code).toBe(2);
    expect(german.err).not.toBe(run.err);
  }
  expect(command.files()).toEqual(before);
});

async function expectSideWithoutRows(ending: string): Promise<void> {
  const name = `none.${ending}`;
  const none = linkTo('PromotionPrice', '?v=1&filter=PromotionCode~is~None');
  const extracting = await command.run(['extract', none, '--out', command.file(name)]);
  expect(extracting).toMatchObject({ code: 0, err: '' });
  const { err, out } = await command.run(['compare', LINK, '--with', command.file(name), '--json']);
  expect(err).toBe('');
  expect(JSON.parse(out)).toMatchObject({ earlier: { rows: 0 }, later: { rows: after.length } });
}
test('an export of no rows is a side, as xlsx', async () => expectSideWithoutRows('xlsx'));
test.each(['csv', 'parquet', 'jsonl'])(
  'an export of no rows is a side, as %s',
  { tags: ['long'] },
  expectSideWithoutRows,
);

test(
  'where there were no rows, all are new; where there are none, all are gone',
  { tags: ['long'] },
  async () => {
    const none = linkTo('PromotionPrice', '?v=1&filter=PromotionCode~is~None');
    const certificate = command.file('none.csv.certificate.json');
    await command.run(['extract', none, '--out', command.file('none.csv')]);
    // Removes the request from the certificate, so that the file passes for an earlier export of the same query.
    const ofNone = JSON.parse(readFileSync(certificate, 'utf8'));
    writeFileSync(certificate, JSON.stringify({ ...ofNone, query: { ...ofNone.query, request: null } }));
    const grown = await command.run(['compare', LINK, '--with', command.file('none.csv'), '--json']);
    expect(grown.err).toBe('');
    expect(JSON.parse(grown.out)).toMatchObject({ counts: { added: after.length, removed: 0, changed: 0 } });

    const file = command.file('after.csv.certificate.json');
    const ofAll = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...ofAll, query: { ...ofAll.query, request: null } }));
    const shrunk = await command.run(['compare', none, '--with', command.file('after.csv'), '--json']);
    writeFileSync(file, JSON.stringify(ofAll));
    expect(shrunk.err).toBe('');
    expect(JSON.parse(shrunk.out)).toMatchObject({ later: { rows: 0 } });
  },
);

test('checks of a view that has no rows find nothing', async () => {
  const { code, err, out } = await command.run([
    'check',
    linkTo('PromotionPrice', '?v=1&filter=PromotionCode~is~None'),
  ]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('0 rows');
});
