import { expect, test } from 'vitest';
import { commandForFile, linkTo } from '@/test/command-harness';

const { command } = commandForFile({ settings: { rowCount: 1_000 } });

const LACKING = 'Not run: ValidFrom, MinimumQuantity, and Unit are not among the fields.';

test(
  'says of a check that lacks fields which they are, and of one that finds very many rows what that means',
  { tags: ['long'] },
  async () => {
    const few = linkTo('SalesPrice', '?v=1&fields=EntryNo;ItemNumber;PriceList;Currency;Value');
    const text = await command.run(['check', few, '--fail-on', '9999']);
    expect(text.err).toBe('');
    expect(text.out).toContain(`\nKey twice: ${LACKING}\n`);
    expect(text.out).toContain('\nBelow cost: Off: no column for Cost\n');
    const json = JSON.parse((await command.run(['check', few, '--json'])).out);
    expect(json.notRun).toContainEqual({
      id: 'key-twice',
      name: 'Key twice',
      roles: [],
      fields: ['ValidFrom', 'MinimumQuantity', 'Unit'],
      text: LACKING,
    });
    const junit = await command.run(['check', few, '--format', 'junit']);
    expect(junit.out).toContain(
      `<testcase name="Key twice" classname="SalesPrice"><skipped message="${LACKING}"/></testcase>`,
    );

    const wrong = linkTo('SalesPrice', '?v=1&checks=1;key,ItemNumber');
    const found = await command.run(['check', wrong]);
    expect(found.out).toMatch(
      /\nKey twice: 1,000 rows\n {4}Key twice finds 1,000 of 1,000 rows, more than a fifth\./,
    );
    expect(found.out).toContain('Look at Roles of columns in Checks.');
    expect(found.out).toMatch(/\nChanged by more than 20 %: \d+ rows?\n {4}Not checked: \d+ rows?\n/);
    const checks: { id: string; isProbablyWrongSetUp: boolean }[] = JSON.parse(
      (await command.run(['check', wrong, '--json'])).out,
    ).checks;
    expect(checks.filter((each) => each.isProbablyWrongSetUp).map(({ id }) => id)).toEqual([
      'overlap',
      'key-twice',
    ]);
  },
);

test('goes by the roles that a view was saved with, and refuses those that cannot be read', async () => {
  const search = '?v=1&checks=1;use,no-price&roles=1;roles,price~PreviousValue';
  const { out, err } = await command.run(['check', linkTo('SalesPrice', search), '--json']);
  expect(err).toBe('');
  const [noPrice] = JSON.parse(out).checks;
  const usual = await command.run(['check', linkTo('SalesPrice', '?v=1'), '--json']);
  // With the price role on the earlier price, the check counts the rows that have no earlier price.
  expect(noPrice.count).not.toBe(JSON.parse(usual.out).checks[0].count);
  const refused = await command.run(['check', linkTo('SalesPrice', '?v=1&roles=2;roles')]);
  expect(refused.code).toBe(2);
});

test('goes by the same fields of a price as the screen: an added column identifies none, whatever it is called', async () => {
  // A column named Customer would be part of what identifies a price if it were a field of the price column.
  const added = '&added=1;Customer,price-column~SalesPrice,key~EntryNo~EntryNo,take~Remark';
  const countsOf = async (search: string) => {
    const { out, err } = await command.run(['check', linkTo('SalesPrice', search), '--json']);
    expect(err).toBe('');
    return (JSON.parse(out).checks as { id: string; count: number }[]).map(({ id, count }) => ({
      id,
      count,
    }));
  };
  const usual = await countsOf('?v=1');
  expect(usual).toContainEqual({ id: 'gap', count: 4 });
  expect(await countsOf(`?v=1${added}`)).toEqual(usual);
});
