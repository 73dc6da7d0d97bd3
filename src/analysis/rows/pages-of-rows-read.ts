import { extractedPageText } from '@/contract/extraction.schema';
import type { PriceField } from '@/contract/column';
import type { OpenSnapshot, ReceivePage } from '../snapshot/open-snapshot';
import { RowsReadError } from '../snapshot/snapshot-failure';
import { identifier, sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import type { RowsRead } from '../reading/rows-read';
import { cellReader } from './cell-reader';

/**
 * Returns a function that makes the pages of a snapshot from the rows read, with the values that the service sent. Returns null if the
 * engine lacks a row or has changed a text. The function rejects with RowsReadError, or with the signal's reason.
 */
export function pagesOfRowsRead(
  { columns }: Pick<OpenSnapshot, 'columns'>,
  { engine, table, coverage, misfits, snapshot }: Omit<RowsRead, 'revision'>,
  fields: readonly PriceField[],
): ReceivePage | null {
  const hasHalfCharacters = table.columns.some(
    ({ name, type }) => type === 'text' && Object.hasOwn(misfits, name),
  );
  if (coverage.kind !== 'all' || hasHalfCharacters) return null;
  const position = identifier(ROW_INDEX);
  const readers = columns.flatMap((name) => {
    const column = table.columns.find((each) => each.name === name);
    const field = fields.find((each) => each.name === name);
    return column === undefined ? [] : [{ name, ...cellReader(column, field) }];
  });
  const cells = readers.map(({ text }, index) => sql`${text} AS ${identifier(`t${index}`)}`);

  return async (page, pageSize, signal) => {
    const start = (page - 1) * pageSize;
    const count = Math.max(0, Math.min(snapshot.rowCount - start, pageSize));
    const { rows } = await engine
      .query(
        sql`SELECT ${cells} FROM ${identifier(table.sqlName)} WHERE ${position} >= ${start} AND ${position} < ${start + count} ORDER BY ${position}`,
        { signal, maxRows: Math.max(1, count) },
      )
      .catch((error: unknown) => {
        // The query has failed, for example because the engine has ended.
        throw signal.aborted ? error : new RowsReadError();
      });
    if (rows.length !== count) throw new RowsReadError();
    const text = extractedPageText({
      snapshot,
      page,
      columns: readers.map(({ name }) => name),
      rows: rows.map((texts) => readers.map(({ valueOf }, index) => valueOf(texts[index] ?? null))),
    });
    return [new TextEncoder().encode(text)];
  };
}
