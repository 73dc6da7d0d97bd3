import type { RowBatch } from '../row-batches/row-batch';
import { MAX_SHEET_ROWS } from './xlsx-limits';
import type { EncodedQuery } from './xlsx-query';
import type { RowFill, RowWriter } from './xlsx-row-writer';
import { FIXED_STYLES } from './xlsx-styles';
import { inlineString } from './xlsx-text';
import { createWidthMeter, type WidthMeter } from './xlsx-widths';
import type { Workbook } from './xlsx-workbook';

/** A table. Its rows fill as many sheets as they need. */
export interface SheetTable {
  readonly title: string;
  readonly rowCount: number;
  readonly totalRowCount: number;
}

export interface SheetPlan {
  readonly table: SheetTable;
  /** The 0-based index of the sheet among the sheets of its table. */
  readonly ordinal: number;
  readonly isSelected: boolean;
  readonly query: EncodedQuery | undefined;
  readonly keepsFullSeconds: boolean;
}

export interface SheetWriter {
  readonly append: (batch: RowBatch, row: number, fill: RowFill | null) => void;
  /** Returns the number of rows written so far, without the header. */
  readonly rowCount: () => number;
  readonly flush: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Begins the next sheet of a workbook, with the columns of the rows that follow. */
export function beginSheet(
  workbook: Workbook,
  { table, ordinal, isSelected, query, keepsFullSeconds }: SheetPlan,
  rows: RowWriter,
): SheetWriter {
  const { columns, letters, lastLetter } = rows.layout;
  const expected = Math.min(MAX_SHEET_ROWS, Math.max(0, table.rowCount - ordinal * MAX_SHEET_ROWS));
  // The number of rows before the totals. An empty row precedes the totals, because Excel extends a filter to adjacent rows.
  const totalsStart =
    table.totalRowCount === 0 || table.rowCount >= MAX_SHEET_ROWS
      ? Number.POSITIVE_INFINITY
      : table.rowCount - table.totalRowCount;
  const filterRange = (count: number) => `A1:${lastLetter}${Math.min(count, totalsStart) + 1}`;
  const entry = workbook.beginSheet({
    title: ordinal === 0 ? table.title : `${table.title} (${ordinal + 1})`,
    // A table has its own filter, so its sheet needs none.
    filterRange: query === undefined ? filterRange(expected) : null,
    isHidden: false,
  });
  /** Measures the first rows until the head of the sheet is written, because the head contains the column widths. */
  let meter: WidthMeter | null = createWidthMeter(columns, { keepsFullSeconds });
  let rowCount = 0;

  function headXml(widths: readonly number[]): string {
    const cols = widths.map(
      (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    );
    const header = columns.map(
      ({ name }, index) =>
        `<c r="${letters[index] ?? ''}1" s="${FIXED_STYLES.header}" t="inlineStr">${inlineString(query?.headings[index] ?? name)}</c>`,
    );
    const range = `A1:${lastLetter}${expected + 1 + (totalsStart < expected ? 1 : 0)}`;
    return `<dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0"${isSelected ? ' tabSelected="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
  }

  async function write(isEnd: boolean): Promise<void> {
    if (meter !== null) {
      const head = headXml(meter.widths(isEnd));
      meter = null;
      await entry.write(new TextEncoder().encode(head));
    }
    await entry.write(rows.xml.take());
  }

  return {
    append: (batch, row, fill) => {
      meter?.measure(batch, row);
      rows.append(batch, row, rowCount + 2 + (rowCount < totalsStart ? 0 : 1), fill);
      rowCount += 1;
    },
    rowCount: () => rowCount,
    flush: () => write(false),
    end: async () => {
      rows.xml.append(
        query === undefined
          ? `</sheetData><autoFilter ref="${filterRange(rowCount)}"/></worksheet>`
          : `</sheetData><tableParts count="1"><tablePart xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></tableParts></worksheet>`,
      );
      await write(true);
      await entry.close();
    },
  };
}
