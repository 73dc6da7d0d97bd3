import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { plantedAt } from '@mocks/data/price-sources';
import { commandForFile, linkTo, withPagesOf, withTexts } from '@/test/command-harness';

/** The demo data has missing prices, prices of zero and prices below cost if it has at least this many rows. */
const ROWS = 5_000;
const { command, service } = commandForFile({ settings: { rowCount: ROWS } });

/** The address parameter that skips all checks that could find more than the intentional errors of the demo data. */
const CHECKS =
  '1;skip,below-cost,far-from-group,changed,overlap,gap,ends-before-start,key-twice,several-currencies,shifted-decimal';

function planted(error: string): number[] {
  return Array.from({ length: ROWS }, (_, row) => row).filter(
    (row) => plantedAt('SalesPrice', row) === error,
  );
}

test('finds the errors that are planted in the rows, as text, JSON, CSV and JUnit', async () => {
  const link = linkTo('SalesPrice', `?v=1&checks=${CHECKS}`);
  const [missing, zero] = [planted('missing'), planted('zero')];
  expect([missing, zero]).not.toContainEqual([]);

  const json = await command.run(['check', link, '--format', 'json']);
  expect(json.err).toBe('');
  const report = JSON.parse(json.out);
  expect(report).toMatchObject({ priceColumn: 'SalesPrice', rows: ROWS });
  const rowsOf = (id: string) =>
    report.checks
      .find((check: { id: string }) => check.id === id)
      .findings.map(({ row }: { row: number }) => row - 1)
      .toSorted((a: number, b: number) => a - b);
  expect(rowsOf('no-price')).toEqual(missing);
  expect(rowsOf('zero-price')).toEqual(expect.arrayContaining(zero));
  expect(json.code).toBe(1);

  const allowed = await command.run(['check', link, '--fail-on', String(report.findings)]);
  expect(allowed.code).toBe(0);
  const oneTooMany = await command.run(['check', link, '--fail-on', String(report.findings - 1)]);
  expect(oneTooMany.code).toBe(1);
  expect(allowed.out).toContain(`No price: ${missing.length}`);

  const csv = await command.run(['check', link, '--format', 'csv']);
  const lines = parse<Record<string, string>>(csv.out, { columns: true });
  expect(lines).toHaveLength(report.findings);
  expect(lines.filter(({ check }) => check === 'no-price').map(({ row }) => Number(row) - 1)).toEqual(
    expect.arrayContaining(missing),
  );

  const junit = await command.run(['check', link, '--format', 'junit']);
  expect(junit.code).toBe(1);
  expect(junit.out).toContain(`<testcase name="No price" classname="SalesPrice"><failure`);
});

test('holds prices against another price column, which is read beside them', async () => {
  const checks = `${CHECKS.replace('below-cost,', '')},no-price,zero-price;against,below-cost~price-column~CostForPricing~`;
  const { code, err, out } = await command.run([
    'check',
    linkTo('SalesPrice', `?v=1&checks=${checks}`),
    '--json',
  ]);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const { checks: found } = JSON.parse(out);
  expect(found).toHaveLength(1);
  const rows = found[0].findings.map(({ row }: { row: number }) => row - 1);
  expect(planted('below-cost')).not.toEqual([]);
  expect(rows).toEqual(expect.arrayContaining(planted('below-cost')));
});

test('a view whose checks cannot be run says why before its rows are read', async () => {
  const cases: readonly [string, string][] = [
    ['1;against,changed~copy~ID', 'kept copy'],
    ['1;nonsense', 'cannot be used'],
    ['1;against,below-cost~price-column~Gone~', 'no price column Gone'],
  ];
  for (const [checks, says] of cases) {
    const requests: string[] = [];
    const fetch = async (request: Request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return service.handle(request);
    };
    const args = ['check', linkTo('PromotionPrice', `?v=1&checks=${checks}`)];
    const { code, err } = await command.run(args, { fetch });
    // The command has sent only three requests: for a token, for the price columns, and for the first page.
    expect(requests).toHaveLength(3);
    expect({ checks, code }).toEqual({ checks, code: 2 });
    expect(err).toContain(says);
  }
  // A check that is switched off needs no source of earlier prices.
  const unused = linkTo('PromotionPrice', '?v=1&checks=1;skip,changed;against,changed~copy~ID');
  expect((await command.run(['check', unused])).err).toBe('');
});

test('cells steer no terminal, no log and no spreadsheet', async () => {
  const evil = {
    'PROMO-5002': '\u001B[31m\r\n::error::x',
    'PROMO-5016': '=1+1',
    'PROMO-5033': '##vso[a]\u009B',
  };
  const run = (format: string) =>
    command.run(['check', linkTo('PromotionPrice'), '--format', format], { fetch: withTexts(service, evil) });
  const { out } = await run('text');
  expect(out).toContain('␛[31m␍↵::error::x');
  // oxlint-disable-next-line no-control-regex -- the output must contain no control characters
  expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]|^\s*::|##\w*\[/m);
  const csv = await run('csv');
  expect(parse(csv.out).flat()).toContain("'=1+1");
});

test('a page that contradicts its snapshot is named', async () => {
  const pages = withPagesOf(1_000, service);
  const fetch = async (request: Request) => {
    const body = await request.clone().text();
    // The service answers the request for page 2 with page 3.
    const other = body.includes('"page":2') ? body.replace('"page":2', '"page":3') : null;
    return pages(other === null ? request : new Request(request, { method: 'POST', body: other }));
  };
  const run = await command.run(['check', linkTo('SalesPrice', `?v=1&checks=${CHECKS}`)], { fetch });
  expect(run).toMatchObject({ code: 3, err: expect.stringContaining('instead of page 2') });
});

test('rows that come twice are counted and named', async () => {
  service.controls.addFault({ on: 'extraction', times: null, fault: { kind: 'other-page-rows' } });
  const run = await command.run(['check', linkTo('SalesPrice', `?v=1&checks=${CHECKS}`)], {
    fetch: withPagesOf(1_000, service),
  });
  service.controls.clearFaults();
  expect(run.code).toBe(3);
  expect(run.err).toMatch(/sent [\d,]+ rows twice \(.+\)/);
});
