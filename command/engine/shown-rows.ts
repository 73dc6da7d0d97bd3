import type { PriceColumn } from '@/contract/column';
import { priceColumnOf, referenceColumns, type AddedColumns } from '@/analysis/conditions/added-columns';
import { refinementText } from '@/analysis/conditions/refinement-text';
import { askedTable, joinOf } from '@/analysis/added/added-joins';
import { addedFacts } from '@/analysis/added/added-text';
import type { AnalysisEngine } from '@/analysis/engine/analysis-engine';
import { tooLongTexts } from '@/analysis/reading/coverage-text';
import type { AddedSourceFacts, RowsRead } from '@/analysis/reading/rows-read';
import { joinSources, type Join, type ReferenceSide } from '@/analysis/steps/joined-columns';
import { refineRows } from '@/analysis/steps/refined-rows';
import { takeSnapshot, type OpenSnapshot } from '@/analysis/snapshot/open-snapshot';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import { localDay } from '@/lib/formats/iso-date';
import { CommandError } from '../command-problem';
import type { RunContext } from '../run-context';
import { openBeside, type OpenedView } from '../view/open-view';
import { readRows, type ReadRows } from './read-rows';
import { carriedFilters } from '@/features/workbench/rows-read/added/carried-filters';

/** The rows that a view shows, loaded into an engine. */
export interface ShownRows {
  readonly engine: AnalysisEngine;
  /** The rows of the snapshot after the refinement, if there is one, with added and computed columns. */
  readonly rowsRead: Omit<RowsRead, 'engine'>;
  /** The price column of the view, with the added and computed columns as further fields. */
  readonly priceColumn: PriceColumn;
  /** The rows of the snapshot before the refinement. */
  readonly read: ReadRows;
  /** Sentences that say which values the rows lack. */
  readonly notes: readonly string[];
}

/** Loads the rows that a view shows into an engine, and calls `work` with them. Rejects with CommandError, among others. */
export async function withShownRows<Result>(
  view: OpenedView,
  context: RunContext,
  work: (shown: ShownRows) => Promise<Result>,
): Promise<Result> {
  const { signal, words, connectEngine } = context;
  const { priceColumn, beside } = view;
  // Sources that only a browser has are refused before the rows are read, which takes long.
  if (beside.added.some(isElsewhere)) throw new CommandError({ kind: 'source-elsewhere' });
  const connection = connectEngine();
  const read = await readRows(view.opened, priceColumn, () => connection, context);
  const { rows, store } = read;
  const { engine } = store;
  const today = localDay(new Date(view.opened.takenAtMs));
  const sources: ReadRows[] = [];
  try {
    const added = beside.added.length === 0 ? null : await readAdded();
    const table = added?.table ?? rows.table;
    const { refinement, computedFields } = beside;
    const fields = [...priceColumn.fields, ...beside.addedFields];
    const withAdded = { ...rows, table, ...(added !== null && { added: added.facts }) };
    if (refinement === null) {
      return await work({
        engine,
        rowsRead: withAdded,
        priceColumn: { ...priceColumn, fields },
        read,
        notes: [],
      });
    }
    const refined = await refineRows(engine, table, refinement, { today, signal });
    return await work({
      engine,
      rowsRead: {
        ...withAdded,
        table: refined.table,
        refined: {
          rowCount: refined.rowCount,
          ofRowCount: refined.ofRowCount,
          words: refinementText(words, [...fields, ...computedFields], refinement),
          refinement,
          tooLong: refined.tooLong,
          of: table,
        },
      },
      priceColumn: { ...priceColumn, fields: [...fields, ...computedFields] },
      read,
      notes: tooLongTexts(words, refined),
    });
  } finally {
    for (const each of sources) each.store.release();
    store.release();
  }

  async function readAdded() {
    const joins: { readonly reference: ReferenceSide; readonly join: Join }[] = [];
    const facts: AddedSourceFacts[] = [];
    for (const each of beside.added) {
      const of = priceColumnOf(each, beside.scope) ?? priceColumn;
      const opened = await openSource(each, of);
      const source = await readRows(opened, of, () => store.share(), context);
      sources.push(source);
      const { table } = source.rows;
      const isLacking = referenceColumns(each).some((name) =>
        table.columns.every((column) => column.name !== name),
      );
      if (isLacking) throw new CommandError({ kind: 'unmatched-source' });
      joins.push({ reference: { table, isWhole: true }, join: joinOf(each, today) });
      const { scope } = beside;
      facts.push(addedFacts(words, each, opened, { scope, priceColumn: of.name, file: null, today }));
    }
    const joined = await joinSources(engine, rows.table, joins, signal);
    return { table: askedTable(joined.table, beside.added, beside.addedFields), facts };
  }

  function openSource(added: AddedColumns, of: PriceColumn): Promise<OpenSnapshot> {
    const { client } = context.signedIn;
    const { origin } = added;
    switch (origin.kind) {
      case 'price-column': {
        const { draft } = view;
        const { isLocked } = beside.scope;
        const filters =
          draft === null ? [] : carriedFilters(added, of, { draft, priceColumn, isLocked, today });
        const query = { fields: referenceColumns(added), filters, sort: [] };
        return context.retryUntilDone(() => takeSnapshot(client, of, query, signal), signal);
      }
      case 'snapshot':
      case 'snapshot-of': {
        return context.retryUntilDone(() => openBeside(view, client, of, origin.cacheKey, signal), signal);
      }
      case 'copy':
      case 'file':
        throw new CommandError({ kind: 'source-elsewhere' });
    }
  }
}

/** Whether the source of added columns exists only in the browser. */
function isElsewhere({ origin }: AddedColumns): boolean {
  switch (origin.kind) {
    case 'price-column':
      return false;
    case 'snapshot':
    case 'snapshot-of':
      return copyIdOf(origin.cacheKey) !== null;
    case 'copy':
    case 'file':
      return true;
  }
}
