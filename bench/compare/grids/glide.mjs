import '@glideapps/glide-data-grid/dist/index.css';
import { DataEditor, GridCellKind } from '@glideapps/glide-data-grid';
import { createElement as h, useCallback, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { openRows, textOf } from '../rows.mjs';

// A grid that paints on a canvas.

const ROW_PX = 32;

const rows = await openRows();
const columns = rows.columns.map((title) => ({ title, id: title, width: 150 }));
let editor = null;
/** Rows in view: `y` the first, `height` how many, `ty` how far the first is shifted, px. */
let region = { y: 0, height: 0, ty: 0 };

function Rows() {
  const ref = useRef(null);
  editor = ref;
  const getCellContent = useCallback(([column, row]) => {
    const data = rows.get(row);
    if (data === null) return { kind: GridCellKind.Loading, allowOverlay: false };
    const text = textOf(data[columns[column].id]);
    return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false };
  }, []);
  useEffect(
    () =>
      rows.onArrival((start, end) => {
        const from = Math.max(start, region.y);
        const to = Math.min(end, region.y + region.height + 1);
        const cells = [];
        for (let row = from; row < to; row += 1) {
          for (let column = 0; column < columns.length; column += 1) cells.push({ cell: [column, row] });
        }
        ref.current?.updateCells(cells);
      }),
    [],
  );
  return h(DataEditor, {
    ref,
    columns,
    rows: rows.rowCount,
    rowHeight: ROW_PX,
    getCellContent,
    width: '100%',
    height: '100%',
    smoothScrollX: true,
    smoothScrollY: true,
    onVisibleRegionChanged: ({ y, height }, _tx, ty) => {
      region = { y, height, ty: ty ?? 0 };
      rows.want(y, Math.min(rows.rowCount, y + height + 1));
    },
  });
}

createRoot(document.querySelector('#grid')).render(h(Rows));

const isInView = (row) => row >= region.y && row < region.y + region.height;

globalThis.probe = {
  jumpTo: (row) => editor.current.scrollTo(0, row, 'vertical', 0, 0, { vAlign: 'start' }),
  topRow: () => region.y - region.ty / ROW_PX,
  isThere: (row) => isInView(row) && rows.get(row) !== null,
  isBusy: () => rows.get(region.y) === null || rows.get(region.y + region.height - 1) === null,
};
