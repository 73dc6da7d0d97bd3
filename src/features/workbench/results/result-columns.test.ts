import { expect, it } from 'vitest';
import { rightsFromIds, type Rights } from '@/session/rights';
import { TEST_PRICE_COLUMN } from '../model/test-price-column';
import { resultColumns } from './result-columns';

const COST_RIGHT = 'dataadmin-item_Cost_view';
const TEXTS = {
  true: 'True',
  false: 'False',
  notSent: 'not sent',
  needsRight: (right: string) => `needs ${right}`,
};

function withheldCells(rights: Rights) {
  const names = ['Number', 'Cost', 'NotInMetadata'];
  const { getCell, fullOf } = resultColumns(names, TEST_PRICE_COLUMN, 'en-GB', TEXTS, rights);
  const row = names.map(() => undefined);
  return names.map((name) => {
    const cell = getCell(row, name);
    // What the status line tells is what the cell does.
    if (cell.state === 'withheld') expect(fullOf(row, name)).toBe(cell.reason);
    return cell;
  });
}

it.each([
  ['is not held', rightsFromIds([]), `needs ${COST_RIGHT}`],
  ['is held for all one knows', rightsFromIds(null), `needs ${COST_RIGHT}`],
  ['is held', rightsFromIds([COST_RIGHT]), 'not sent'],
])('a withheld cell names the right where one %s', (_, rights, reason) => {
  expect(withheldCells(rights)).toEqual([
    { state: 'withheld', reason: 'not sent' },
    { state: 'withheld', reason },
    { state: 'withheld', reason: 'not sent' },
  ]);
});
