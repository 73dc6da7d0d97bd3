import type { PriceColumn, PriceField } from '@/contract/column';
import { priceColumnsEndpoint } from '@/contract/price-columns.schema';
import {
  addedColumnsFromParameter,
  addedFields,
  priceColumnOf,
  referenceColumns,
  type AddedColumns,
} from '@/features/workbench/model/added-columns';
import { computedField } from '@/features/workbench/model/computed-field';
import { refinementFromParameter } from '@/features/workbench/model/refinement-address';
import type { RefineColumn, Refinement } from '@/features/workbench/model/refinement';
import { createRefinementText } from '@/features/workbench/conditions/use-refinement-text';
import { carriedFilters, joinOf } from '@/features/workbench/rows-read/added/added-joins';
import { createAddedText } from '@/features/workbench/rows-read/added/added-text';
import type { ComparisonEngine } from '@/features/workbench/rows-read/engine/analysis-engine';
import type { RowsRead } from '@/features/workbench/rows-read/reading/rows-read';
import {
  joinSources,
  type Join,
  type ReferenceSide,
} from '@/features/workbench/rows-read/steps/joined-columns';
import { refineRows } from '@/features/workbench/rows-read/steps/refined-rows';
import { readSnapshot, takeSnapshot, type OpenSnapshot } from '@/features/workbench/snapshot/open-snapshot';
import { copyIdOf } from '@/kept-copies/kept-copy';
import { viewState } from '@/session/rights';
import { localDay } from '@/shared/formats/iso-date';
import { CommandError } from '../command-problem';
import type { RunContext } from '../run-context';
import type { OpenedView } from '../view/open-view';
import type { CommandView } from '../view/read-view';
import { readRows, type ReadRows } from './read-rows';

/** The rows that a view shows, in an engine. */
export interface ShownRows {
  readonly engine: ComparisonEngine;
  /** All rows of the snapshot, or what the refinement leaves of them, with added and computed columns. */
  readonly rowsRead: Omit<RowsRead, 'engine'>;
  /** With the columns that are added and computed. */
  readonly priceColumn: PriceColumn;
}

/**
 * Adds the columns of a view to rows that were read, and refines them. `work` is called with the rows; what the engine keeps of the
 * sources is gone afterwards. Rejects with CommandError, among others.
 */
export async function withShownRows<Result>(
  { search }: Pick<CommandView, 'search'>,
  view: OpenedView,
  { rows, store }: ReadRows,
  context: RunContext,
  work: (shown: ShownRows) => Promise<Result>,
): Promise<Result> {
  const { signal, words } = context;
  const { engine } = store;
  const { priceColumn } = view;
  const today = localDay(new Date(view.opened.takenAtMs));
  const sources: ReadRows[] = [];
  try {
    const added = search.added === undefined ? null : await readAdded(search.added);
    const table = added?.table ?? rows.table;
    const fields = [...priceColumn.fields, ...(added?.fields ?? [])];
    const refinement = refinementOf(search.refine, table.columns);
    const withAdded = { ...rows, table, ...(added !== null && { added: added.words }) };
    if (refinement === null) {
      return await work({ engine, rowsRead: withAdded, priceColumn: { ...priceColumn, fields } });
    }
    const computed = refinement.computedColumns.map(computedField);
    const refined = await refineRows(engine, table, refinement, { today, signal });
    const describe = createRefinementText([...fields, ...computed], words.refine, words.query);
    return await work({
      engine,
      rowsRead: {
        ...withAdded,
        table: refined.table,
        refined: {
          rowCount: refined.rowCount,
          ofRowCount: refined.ofRowCount,
          words: describe(refinement),
          of: table,
        },
      },
      priceColumn: { ...priceColumn, fields: [...fields, ...computed] },
    });
  } finally {
    for (const each of sources) each.store.release();
  }

  /** Reads the sources of added columns and joins them. */
  async function readAdded(parameter: string) {
    const { client, rights } = context.signedIn;
    const priceColumns = await client.send(priceColumnsEndpoint, undefined, { signal });
    const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
    const scope = { columns: rows.table.columns, priceColumn, priceColumns, isLocked };
    const read = addedColumnsFromParameter(parameter, scope);
    if (!read.ok) throw unusable(read.problem.text);
    const wordsOf = createAddedText(scope, {
      t: words.added,
      tQuery: words.query.t,
      formats: words.formats,
      language: words.language,
    });
    const joins: { readonly reference: ReferenceSide; readonly join: Join }[] = [];
    const texts: string[] = [];
    for (const each of read.added) {
      const of = priceColumnOf(each.origin, scope);
      if (of === null) throw unusable(each.label);
      const opened = await openSource(each, of, isLocked);
      const source = await readRows(opened, of, () => store.share(), context);
      sources.push(source);
      const { table } = source.rows;
      const isLacking = referenceColumns(each).some((name) =>
        table.columns.every((column) => column.name !== name),
      );
      if (isLacking) throw new CommandError({ kind: 'unmatched-source' });
      joins.push({ reference: { table, isWhole: true }, join: joinOf(each, today) });
      texts.push(wordsOf(each, opened));
    }
    const joined = await joinSources(engine, rows.table, joins, signal);
    return { table: joined.table, fields: addedFields(read.added, scope), words: texts };
  }

  function openSource(
    added: AddedColumns,
    of: PriceColumn,
    isLocked: (field: PriceField) => boolean,
  ): Promise<OpenSnapshot> {
    const { client } = context.signedIn;
    const { origin } = added;
    switch (origin.kind) {
      case 'price-column': {
        const { draft } = view;
        const filters =
          draft === null ? [] : carriedFilters(added, of, { draft, priceColumn, isLocked, today });
        const query = { fields: referenceColumns(added), filters, sort: [] };
        return context.retryUntilDone(() => takeSnapshot(client, of, query, signal), signal);
      }
      case 'snapshot':
      case 'snapshot-of':
        if (copyIdOf(origin.cacheKey) !== null) throw new CommandError({ kind: 'source-elsewhere' });
        return context.retryUntilDone(() => readSnapshot(client, of, origin.cacheKey, null, signal), signal);
      case 'copy':
      case 'file':
        throw new CommandError({ kind: 'source-elsewhere' });
    }
  }
}

/** Reads the refinement of a view; null for none. Throws CommandError. */
export function refinementOf(
  parameter: string | undefined,
  columns: readonly RefineColumn[],
): Refinement | null {
  if (parameter === undefined) return null;
  const read = refinementFromParameter(parameter, columns);
  if (!read.ok) throw unusable(read.problem.text);
  return read.refinement;
}

function unusable(text: string): CommandError {
  return new CommandError({ kind: 'address', problems: [{ part: 'subset', kind: 'unreadable', text }] });
}
