import { expect, test } from 'vitest';
import { readsRows, shownParts, type PartsInput, type ReadingInput, type ShownParts } from './shown-parts';

/** The grid shows the whole snapshot, with nothing beside it. */
const GRID: PartsInput = {
  view: 'rows',
  hasViews: true,
  rowCount: 10,
  subset: null,
  wantsPictures: false,
  listReport: null,
  isAdding: false,
  wantsChecks: false,
  wereRead: false,
};

const NOTHING_BESIDE: ShownParts = {
  isGridAway: false,
  hasPictures: false,
  listReport: null,
  isAdding: false,
  runsChecks: false,
  rowsRead: 'absent',
};

test.each<[string, Partial<PartsInput>, Partial<ShownParts>]>([
  ['the grid alone', {}, {}],
  ['a view in its place', { view: 'pivot' }, { isGridAway: true, rowsRead: 'whole' }],
  ['rows that a view has read stay', { wereRead: true }, { rowsRead: 'hidden' }],
  ['some of the rows, before they are open', { subset: 'pending' }, { isGridAway: true, rowsRead: 'whole' }],
  ['some of the rows', { subset: 'open' }, { rowsRead: 'above-grid' }],
  ['pictures', { wantsPictures: true }, { hasPictures: true, rowsRead: 'below-grid' }],
  ['pictures are of the whole snapshot', { wantsPictures: true, subset: 'open' }, { rowsRead: 'above-grid' }],
  ['pictures need rows', { wantsPictures: true, rowCount: 0 }, {}],
  ['pictures need rows in the engine', { wantsPictures: true, hasViews: false }, {}],
  [
    'pictures stay while a view is in place of the grid',
    { wantsPictures: true, view: 'columns' },
    {
      isGridAway: true,
      hasPictures: true,
      rowsRead: 'whole',
    },
  ],
  ['a report of lists', { listReport: 'open' }, { listReport: 'open', rowsRead: 'below-grid' }],
  ['a folded report of lists', { listReport: 'folded' }, { listReport: 'folded', rowsRead: 'below-grid' }],
  [
    'a report of lists above some of the rows',
    { listReport: 'open', subset: 'open' },
    { listReport: 'open', rowsRead: 'above-grid' },
  ],
  [
    'a report of lists before some of the rows are open',
    { listReport: 'open', subset: 'pending' },
    { listReport: 'open', isGridAway: true, rowsRead: 'whole' },
  ],
  ['no report in a view', { listReport: 'open', view: 'checks' }, { isGridAway: true, rowsRead: 'whole' }],
  ['adding columns', { isAdding: true }, { isAdding: true, rowsRead: 'above-grid' }],
  [
    'columns are added to the grid',
    { isAdding: true, view: 'pivot' },
    { isGridAway: true, rowsRead: 'whole' },
  ],
  ['checks without being seen', { wantsChecks: true }, { runsChecks: true, rowsRead: 'hidden' }],
  ['no checks of no rows', { wantsChecks: true, rowCount: 0 }, {}],
])('%s', (_, input, parts) => {
  expect(shownParts({ ...GRID, ...input })).toEqual({ ...NOTHING_BESIDE, ...parts });
});

const NOT_READ: ReadingInput = {
  view: 'rows',
  rowCount: 10,
  compares: false,
  refinement: 'none',
  hasSubset: false,
  added: 'none',
  hasPictures: false,
  listReport: null,
  isAdding: false,
  runsChecks: false,
};

test.each<[string, Partial<ReadingInput>, boolean]>([
  ['the grid reads none', {}, false],
  ['a view reads them', { view: 'columns' }, true],
  ['there are none', { view: 'columns', rowCount: 0 }, false],
  ['a comparison needs another side', { view: 'changes' }, false],
  ['a comparison reads them', { view: 'changes', compares: true }, true],
  ['a side without rows is a side', { view: 'changes', compares: true, rowCount: 0 }, true],
  ['some of them', { hasSubset: true }, true],
  ['pictures', { hasPictures: true }, true],
  ['an open report', { listReport: 'open' }, true],
  ['a folded report', { listReport: 'folded' }, false],
  ['checks', { runsChecks: true }, true],
  ['a refinement', { refinement: 'readable' }, true],
  ['a refinement that cannot be read', { refinement: 'unreadable', view: 'pivot' }, false],
  ['columns of other sources', { added: 'readable' }, true],
  ['columns of other sources that cannot be read', { added: 'unreadable', view: 'pivot' }, false],
  ['columns that are being added', { refinement: 'unreadable', isAdding: true }, true],
])('rows are read: %s', (_, input, isRead) => {
  expect(readsRows({ ...NOT_READ, ...input })).toBe(isRead);
});
