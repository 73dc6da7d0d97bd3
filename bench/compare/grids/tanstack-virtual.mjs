import { useVirtualizer } from '@tanstack/react-virtual';
import { createElement as h, useEffect, useReducer, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { openRows, textOf, topRowOf } from '../rows.mjs';

// Rows as the documentation of the library shows them: absolute in one tall element, all columns drawn.

const ROW_PX = 32;
const COLUMN_PX = 150;

const rows = await openRows();
let virtualizer = null;
let scroller = null;

function Rows() {
  const parent = useRef(null);
  const [, redraw] = useReducer((count) => count + 1, 0);
  const virtual = useVirtualizer({
    count: rows.rowCount,
    getScrollElement: () => parent.current,
    estimateSize: () => ROW_PX,
    overscan: 5,
  });
  useEffect(() => rows.onArrival(redraw), []);
  virtualizer = virtual;
  scroller = parent.current;
  const items = virtual.getVirtualItems();
  const [first] = items;
  const last = items.at(-1);
  useEffect(() => {
    if (first !== undefined) rows.want(first.index, last.index + 1);
  }, [first?.index, last?.index]);
  return h(
    'div',
    { ref: parent, 'data-scroller': '', style: { height: '100%', overflow: 'auto' } },
    h(
      'div',
      {
        style: {
          position: 'relative',
          height: virtual.getTotalSize(),
          width: rows.columns.length * COLUMN_PX,
        },
      },
      items.map((item) => {
        const row = rows.get(item.index);
        return h(
          'div',
          {
            key: item.key,
            'data-row': item.index,
            'data-busy': row === null ? '' : undefined,
            style: {
              position: 'absolute',
              top: 0,
              left: 0,
              height: ROW_PX,
              display: 'flex',
              transform: `translateY(${item.start}px)`,
            },
          },
          rows.columns.map((column) =>
            h(
              'div',
              {
                key: column,
                style: {
                  width: COLUMN_PX,
                  overflow: 'hidden',
                  whiteSpace: 'nowrap',
                  textOverflow: 'ellipsis',
                },
              },
              row === null ? '…' : textOf(row[column]),
            ),
          ),
        );
      }),
    ),
  );
}

createRoot(document.querySelector('#grid')).render(h(Rows));

globalThis.probe = {
  jumpTo: (row) => virtualizer.scrollToIndex(row, { align: 'start' }),
  topRow: () =>
    topRowOf(
      document.querySelectorAll('[data-row]'),
      (element) => Number(element.dataset.row),
      scroller.getBoundingClientRect().top,
    ),
  isThere: (row) => document.querySelector(`[data-row="${row}"]:not([data-busy])`) !== null,
  isBusy: () => document.querySelector('[data-busy]') !== null,
};
