import { expect, test } from 'vitest';
import {
  displayOf,
  isSameAddress,
  isSameDisplay,
  isSameSnapshot,
  linkWithout,
  positionFromSearch,
  workbenchSearchSchema,
  type WorkbenchSearch,
} from './workbench-search';

const positionOf = (search: Pick<WorkbenchSearch, 'cacheKey' | 'row' | 'subset'>, hasAnalysis = true) =>
  positionFromSearch(search, { hasAnalysis });

test('the snapshot is the cache key exactly as written', () => {
  expect(positionOf({ cacheKey: 'k 1' })).toEqual({ cacheKey: 'k 1', row: null, problems: [] });
  expect(positionOf({})).toEqual({ cacheKey: null, row: null, problems: [] });
});

test.each(['', '   ', 'k'.repeat(4_097)])('the cache key %j is reported as no snapshot', (cacheKey) => {
  const problem = { part: 'snapshot', kind: 'no-snapshot', text: `cacheKey=${cacheKey}` };
  expect(positionOf({ cacheKey })).toEqual({ cacheKey: null, row: null, problems: [problem] });
});

test('the row is 1-based and written in digits', () => {
  expect(positionOf({ row: '1' }).row).toBe(0);
  expect(positionOf({ row: ' 1000000000 ' }).row).toBe(999_999_999);
  for (const row of [undefined, '', ' ']) {
    expect(positionOf({ row })).toEqual({ cacheKey: null, row: null, problems: [] });
  }
});

test.each(['abc', '0', '-3', '1e3', '1.000', '1,000', '12abc', '5.7', '0x10'])(
  'the row %s is reported, not guessed',
  (row) => {
    const problem = { part: 'row', kind: 'no-row', text: `row=${row}` };
    expect(positionOf({ row })).toEqual({ cacheKey: null, row: null, problems: [problem] });
  },
);

test('an unusable row comes before an unusable snapshot', () => {
  const { problems } = positionOf({ row: '0', cacheKey: '' });
  expect(problems.map(({ part }) => part)).toEqual(['row', 'snapshot']);
});

test('some of the rows are reported where no views read rows', () => {
  const subset = '1;is~Name~Bolt';
  const problem = { part: 'subset', kind: 'no-subset', text: `subset=${subset}` };
  expect(positionOf({ subset }, false).problems).toEqual([problem]);
  expect(positionOf({ subset }).problems).toEqual([]);
  expect(positionOf({}, false).problems).toEqual([]);
});

test.each(['refine', 'added'] as const)('%s is reported there, too', (name) => {
  const problem = { part: 'subset', kind: 'no-subset', text: `${name}=1` };
  expect(positionFromSearch({ [name]: '1' }, { hasAnalysis: false }).problems).toEqual([problem]);
});

const address = {
  origin: 'https://console.example.com',
  pathname: '/prices/A',
  search: '?v=1&view=x&cacheKey=k',
};

test.each([
  [[], '?v=1&view=x&cacheKey=k'],
  [['view'], '?v=1&cacheKey=k'],
  [['view', 'cacheKey', 'row'], '?v=1'],
  [['v', 'view', 'cacheKey'], ''],
])('a link without %j', (parameters, search) => {
  expect(linkWithout(address, parameters)).toBe(`https://console.example.com/prices/A${search}`);
});

test('a view that was saved with its roles is not changed because nobody has fixed those on screen', () => {
  const saved = { show: 'checks', checks: '1;skip,gap', roles: '1;roles,price~Value' };
  expect(isSameDisplay({ show: 'rows', checks: '1;skip,gap' }, saved)).toBe(true);
  expect(isSameDisplay({ ...saved, checks: '1;skip,overlap' }, saved)).toBe(false);
});

test('a view is not changed because another view of the snapshot or the report is open', () => {
  const saved = { show: 'changes', report: '1', refine: '1;all;Name~is~Bolt' };
  expect(isSameDisplay({ ...saved, show: 'checks', report: '0' }, saved)).toBe(true);
  expect(isSameDisplay({ ...saved, refine: undefined }, saved)).toBe(false);
});

test('addresses differ in any parameter, and their snapshots in those of the query and the cache key', () => {
  const names = workbenchSearchSchema.keyof().options;
  expect(names.filter((name) => isSameAddress({}, { [name]: '1' }))).toEqual([]);
  const ofSnapshot = ['v', 'fields', 'filter', 'sort', 'cacheKey'];
  expect(names.filter((name) => !isSameSnapshot({}, { [name]: '1' }))).toEqual(ofSnapshot);
});

test('a saved view has all that says how its rows are shown, and not which row', () => {
  const shown = {
    show: 'changes',
    report: '1',
    refine: '1;all;Name~is~Bolt',
    added: '1;list',
    order: 'Value~desc',
    checks: '1;skip,gap',
  };
  const search = { ...shown, row: '7', cacheKey: 'k' };
  expect(displayOf(search)).toEqual(shown);
});
