import { Fragment, useEffect, useMemo, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { PriceColumn } from '@/contract/column';
import { isStable } from '@/contract/extraction';
import { useFormats } from '@/ui/formats/format-settings-context';
import type { ColumnState, GridCell } from '@/lib/grid/grid-model';
import type { OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { takenMessage } from './status-line';
import classes from './printed-snapshot.module.css';
import { useResultColumns } from '@/rows/price-rows/result-columns';

export interface PrintedSnapshotProps {
  readonly priceColumn: PriceColumn;
  /** A description of the query; null if the address does not contain the query. */
  readonly words: string | null;
  readonly openSnapshot: OpenSnapshot;
  readonly columnState: ColumnState;
}

/** The printed form of a snapshot. It replaces the screen, and is rendered while the browser prints. */
export function PrintedSnapshot(props: PrintedSnapshotProps) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when the event handler returns.
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting && createPortal(<PrintedPages {...props} />, document.body);
}

/** The limit of printed rows. They are the first rows that are loaded, because the grid itself renders only the rows in view. */
const MAX_PRINTED_ROWS = 1_000;
/** With more columns than this, the pages are landscape. */
const MOST_COLUMNS_UPRIGHT = 8;
/** With more columns than this, headers break anywhere, so that all columns fit on the page. */
const MOST_COLUMNS_OF_WORDS = 20;

function PrintedPages({ priceColumn, words, openSnapshot, columnState }: PrintedSnapshotProps) {
  const t = useTranslations('results');
  const { formatInteger, formatDateTime } = useFormats();
  const { columns, getCell } = useResultColumns(openSnapshot, priceColumn, columnState.digits);
  const { rows, snapshot, takenAtMs } = openSnapshot;
  const printed = useMemo(() => {
    const loaded = [];
    for (let index = 0; index < MAX_PRINTED_ROWS; index += 1) {
      const row = index < rows.rowCount ? rows.getRow(index) : null;
      if (row === null) break;
      loaded.push(row);
    }
    return loaded;
  }, [rows]);
  const visible = useMemo(() => visibleColumns(columns, columnState), [columns, columnState]);
  const time = formatDateTime(takenAtMs);
  return (
    <article
      className={classes['pages']}
      data-printed=""
      data-wide={visible.length > MOST_COLUMNS_UPRIGHT || undefined}
      data-crowded={visible.length > MOST_COLUMNS_OF_WORDS || undefined}
    >
      <h1>{priceColumn.displayName}</h1>
      {words !== null && <p className={classes['words']}>{words}</p>}
      {openSnapshot.subsetText !== undefined && <p className={classes['words']}>{openSnapshot.subsetText}</p>}
      <p>
        {openSnapshot.keptCopy === undefined
          ? t(takenMessage(openSnapshot), { time })
          : t('keptCopyNamed', { name: openSnapshot.keptCopy.name, time })}
        {' · '}
        {printed.length === snapshot.rowCount
          ? t('rows', { formatted: formatInteger(snapshot.rowCount), count: snapshot.rowCount })
          : t('printedRows', {
              last: formatInteger(printed.length),
              all: formatInteger(snapshot.rowCount),
            })}
        {!isStable(snapshot) && ` · ${t('unstable')}`}
      </p>
      <table>
        <thead>
          <tr>
            {visible.map(({ id, label, align }) => (
              <th key={id} scope="col" data-align={align}>
                {wordsOf(label).map((word, index) => (
                  <Fragment key={index}>
                    {index > 0 && <wbr />}
                    {word}
                  </Fragment>
                ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.map((row, index) => (
            <tr key={index}>
              {visible.map(({ id, align, content }) => (
                <td key={id} data-align={align} data-content={content}>
                  {cellText(getCell(row, id))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** Splits a name such as `cd_PriceGroup` into words, between which a narrow header may break. */
function wordsOf(label: string): readonly string[] {
  return label.split(/(?<=_)|(?<=[\p{Ll}\d])(?=\p{Lu})/u);
}

/** Returns the visible columns in the order of the grid. */
function visibleColumns<T extends { readonly id: string }>(
  columns: readonly T[],
  { order, pinnedStart, pinnedEnd, hidden }: ColumnState,
): readonly T[] {
  const rank = ({ id }: T): number => {
    if (pinnedStart.includes(id)) return pinnedStart.indexOf(id) - columns.length;
    if (pinnedEnd.includes(id)) return columns.length + 1 + pinnedEnd.indexOf(id);
    return order.includes(id) ? order.indexOf(id) : columns.length;
  };
  return columns.filter(({ id }) => !hidden.includes(id)).toSorted((a, b) => rank(a) - rank(b));
}

function cellText(cell: GridCell): string {
  switch (cell.state) {
    case 'value':
      return cell.text;
    case 'empty':
      return '';
    case 'null':
      return '∅';
    case 'withheld':
      return '–';
  }
}
