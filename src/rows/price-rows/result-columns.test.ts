import { expect, it } from 'vitest';
import type { PriceField } from '@/contract/column';
import type { SnapshotRow } from '@/contract/extraction';
import { rightsFromIds, type Rights } from '@/session/rights/rights';
import { TEST_PRICE_COLUMN } from '@/test/test-price-column';
import { localDay } from '@/lib/formats/iso-date';
import { resultColumns } from './result-columns';

const COST_RIGHT = 'dataadmin-item_Cost_view';
const TEXTS = {
  true: 'True',
  false: 'False',
  notSent: 'not sent',
  needsRight: (right: string) => `needs ${right}`,
  ended: 'ended',
  startsLater: 'starts later',
  typeText: () => 'a type',
};

function withheldCells(rights: Rights) {
  const names = ['Number', 'Cost', 'NotInMetadata'];
  const { getCell, fullOf } = resultColumns(names, TEST_PRICE_COLUMN, 'en-GB', TEXTS, rights);
  const row = names.map(() => undefined);
  return names.map((name) => {
    const cell = getCell(row, name);
    // The status line (`fullOf`) and the cell must state the same reason.
    if (cell.state === 'withheld') expect(fullOf(row, name)).toBe(cell.reason);
    return cell;
  });
}

it.each([
  ['is not held', rightsFromIds([]), `needs ${COST_RIGHT}`],
  ['may be held, as the token does not list any', rightsFromIds(null), `needs ${COST_RIGHT}`],
  ['is held', rightsFromIds([COST_RIGHT]), 'not sent'],
])('a withheld cell names the required right when it %s', (_, rights, reason) => {
  expect(withheldCells(rights)).toEqual([
    { state: 'withheld', reason: 'not sent' },
    { state: 'withheld', reason },
    { state: 'withheld', reason: 'not sent' },
  ]);
});

it('colours negative numbers, and dates at which a validity has ended or has not begun', () => {
  const fields = [
    { ...TEST_PRICE_COLUMN.fields[0], name: 'Value', type: 'number' },
    { ...TEST_PRICE_COLUMN.fields[0], name: 'ValidFrom', type: 'date' },
    { ...TEST_PRICE_COLUMN.fields[0], name: 'ValidTo', type: 'date' },
    { ...TEST_PRICE_COLUMN.fields[0], name: 'CreatedOn', type: 'date' },
  ] as PriceField[];
  const names = fields.map(({ name }) => name);
  const { getCell } = resultColumns(names, { fields }, 'en-GB', TEXTS, rightsFromIds([]));
  const tones = (row: SnapshotRow) =>
    names.map((name) => {
      const cell = getCell(row, name);
      return cell.state === 'value' ? [cell.tone, cell.note] : cell.state;
    });
  const [past, today, future] = ['2001-01-01', localDay(new Date()), '2999-12-31'];
  const none = [undefined, undefined];
  expect(tones(['-0.50', future, past, past])).toEqual([
    ['negative', undefined],
    ['future', 'starts later'],
    ['past', 'ended'],
    none,
  ]);
  // A validity includes its first and its last day.
  expect(tones(['-0.00', today, today, future])).toEqual([none, none, none, none]);
  expect(tones(['1E-5', past, `${future}T00:00:00`, null])).toEqual([none, none, none, 'null']);
});
