import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
import { openRows, textOf, topRowOf } from '../rows.mjs';

// The infinite row model, which is what the free edition has for rows that are elsewhere.

const PAGE_ROWS = 200;

ModuleRegistry.registerModules([AllCommunityModule]);
const rows = await openRows();
const api = createGrid(document.querySelector('#grid'), {
  rowModelType: 'infinite',
  rowHeight: 32,
  cacheBlockSize: PAGE_ROWS,
  infiniteInitialRowCount: rows.rowCount,
  maxConcurrentDatasourceRequests: 4,
  columnDefs: rows.columns.map((column) => ({
    headerName: column,
    width: 150,
    valueGetter: ({ data }) => (data === undefined ? undefined : textOf(data[column])),
  })),
  datasource: {
    rowCount: rows.rowCount,
    getRows: ({ startRow, successCallback, failCallback }) => {
      rows
        .readPage(startRow / PAGE_ROWS)
        .then((page) => successCallback(page, rows.rowCount))
        .catch(failCallback);
    },
  },
});

const viewport = () =>
  document.querySelector('.ag-body-viewport') ?? document.querySelector('.ag-grid-viewport');
const drawn = () => [
  ...document.querySelectorAll('.ag-center-cols-container [row-index], .ag-row[row-index]'),
];
const isFilled = (row) => (row.querySelector('.ag-cell')?.textContent ?? '') !== '';

globalThis.probe = {
  jumpTo: (row) => api.ensureIndexVisible(row, 'top'),
  topRow: () =>
    topRowOf(drawn(), (row) => Number(row.getAttribute('row-index')), viewport().getBoundingClientRect().top),
  isThere: (row) => drawn().some((each) => each.getAttribute('row-index') === String(row) && isFilled(each)),
  isBusy: () => drawn().some((row) => !isFilled(row)),
};
