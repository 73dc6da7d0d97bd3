import type { PriceColumn, PriceField } from '@/contract/column';
import type { HighlightRule } from '@/contract/row-judge';
import { isLocalKey } from '@/contract/local-key';
import {
  addedColumnsFromParameter,
  addedFields,
  askedCounts,
  type AddedColumns,
  type AddedColumnsScope,
} from '@/analysis/conditions/added-columns';
import { computedField } from '@/analysis/conditions/computed-field';
import { describeQuery } from '@/features/workbench/model/describe-query';
import { WHOLE_COLUMN, type DraftQuery } from '@/features/workbench/model/draft-query';
import { highlightAddressProblems, highlightsFromParameter } from '@/features/workbench/model/highlight';
import { packedDigests } from '@/features/workbench/model/packed-search';
import { queryFromSearch } from '@/features/workbench/model/query-address';
import { refinementFromParameter } from '@/analysis/conditions/refinement-address';
import type { RefineColumn, Refinement } from '@/analysis/conditions/refinement';
import { resolveQuery } from '@/features/workbench/model/resolve-query';
import { positionFromSearch, type WorkbenchSearch } from '@/features/workbench/model/workbench-search';
import { appliedHighlights, namedHighlight } from '@/features/workbench/results/highlight/row-highlights';
import {
  firstPageBody,
  readSnapshot,
  takeSnapshot,
  type OpenSnapshot,
} from '@/analysis/snapshot/open-snapshot';
import { readPriceColumns } from '@/rows/price-rows/read-price-columns';
import { viewState } from '@/session/rights/rights';
import { localDay } from '@/lib/formats/iso-date';
import { DEFAULT_COLUMN_STATE } from '@/lib/grid/grid-model';
import { shownColumnIds } from '@/lib/grid/shown-column-ids';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import type { ServiceClient } from '@/session/service-client';
import { CommandError } from '../command-problem';
import type { SignedIn } from '../connection/sign-in';
import type { CommandWords } from '../words';
import { needsFieldsOf } from './view-of-service';
import type { CommandView } from './read-view';

/** A view with its snapshot, as the console's workbench would show it. */
export interface OpenedView {
  readonly priceColumn: PriceColumn;
  readonly opened: OpenSnapshot;
  readonly shownColumns: readonly string[];
  /** The query; null if the link names only a snapshot. */
  readonly draft: DraftQuery | null;
  /** A description of the query; null if `draft` is null. */
  readonly words: string | null;
  /** The request body that takes this snapshot again, as JSON; null if `draft` is null. */
  readonly requestBody: string | null;
  readonly highlights: readonly HighlightRule[];
  readonly beside: BesideRows;
}

export interface BesideRows {
  readonly added: readonly AddedColumns[];
  readonly scope: AddedColumnsScope;
  readonly addedFields: readonly PriceField[];
  readonly refinement: Refinement | null;
  readonly computedFields: readonly PriceField[];
}

/** Takes the snapshot of a view, or opens the one that its link names. Rejects with CommandError or the errors of `takeSnapshot`. */
export async function openView(
  { priceColumn: name, search, columnState }: CommandView,
  { client, rights }: Pick<SignedIn, 'client' | 'rights'>,
  words: CommandWords,
  signal: AbortSignal,
): Promise<OpenedView> {
  if (copyIdOf(search.cacheKey ?? null) !== null) throw new CommandError({ kind: 'copy-shown' });
  // The command computes no new prices, so the rules for them may be stored in a browser, where it cannot read them.
  if (packedDigests({ ...search, proposal: undefined }).length > 0)
    throw new CommandError({ kind: 'list-elsewhere' });
  const priceColumns = await readPriceColumns(
    client,
    (each) => needsFieldsOf(each, { priceColumn: name, search }),
    signal,
    { isOptional: (each) => each !== name },
  );
  const priceColumn = priceColumns.find((candidate) => candidate.name === name);
  if (priceColumn === undefined) {
    throw new CommandError({
      kind: 'no-such-price-column',
      name,
      names: priceColumns.map((each) => each.name),
    });
  }
  const isLocked = (field: PriceField) => viewState(field, rights).state === 'locked';
  const today = localDay(new Date());
  const { draft, problems: queryProblems } = queryFromSearch(search, priceColumn, isLocked);
  const { cacheKey, problems: positionProblems } = positionFromSearch(search, { hasAnalysis: true });
  const highlight = highlightsFromParameter(search.highlight);
  const problems = [...queryProblems, ...positionProblems, ...highlight.problems];
  // A missing field ends the run instead of changing the rows, because no user would see a notice beside the rows.
  if (problems.length > 0) throw new CommandError({ kind: 'address', problems });

  const query = resolved(draft ?? WHOLE_COLUMN, { priceColumn, isLocked, today });
  // Without snapshots at the service, a link names only a query, which is run again.
  const hasSnapshots = client.dialect?.description.extraction.snapshot !== null;
  const isNew = cacheKey === null || (draft !== null && (isLocalKey(cacheKey) || !hasSnapshots));
  const taken = isNew
    ? await takeSnapshot(client, priceColumn, query, signal)
    : await readSnapshot(client, priceColumn, cacheKey, draft?.fields ?? null, signal, {
        query,
      });
  // The service names columns only in rows, so if there are no rows, the requested columns are used.
  const asked = draft?.fields ?? priceColumn.fields.map((field) => field.name);
  const opened = taken.columns.length > 0 ? taken : { ...taken, columns: asked };
  // If the link names a snapshot, its query is that of the link; null if the link has none.
  const applied = cacheKey === null ? (draft ?? WHOLE_COLUMN) : draft;
  const state = columnState ?? DEFAULT_COLUMN_STATE;
  const { columns } = opened;
  const rowColumns = columns.map((column) => ({
    name: column,
    type: priceColumn.fields.find((field) => field.name === column)?.type ?? 'text',
  }));
  const locked = new Set(priceColumn.fields.filter(isLocked).map((field) => field.name));
  const readable = rowColumns.filter((column) => !locked.has(column.name));
  const beside = besideRows(search, { columns: readable, priceColumn, priceColumns, isLocked });
  const ofBeside = [...beside.addedFields, ...beside.computedFields];
  const fields = [...priceColumn.fields, ...ofBeside];
  const unknown = highlightAddressProblems(highlight.highlights, fields);
  if (unknown.length > 0) throw new CommandError({ kind: 'address', problems: unknown });
  return {
    priceColumn,
    opened,
    shownColumns: shownColumnIds(columns, {
      ...state,
      order: applied === null ? state.order : (applied.fields ?? []),
    }),
    draft: applied,
    words:
      applied === null
        ? null
        : describeQuery(words, applied, priceColumn, localDay(new Date(opened.takenAtMs))),
    requestBody: applied === null ? null : firstPageBody(priceColumn, query, client),
    highlights: appliedHighlights(
      highlight.highlights.map((each) => namedHighlight(words, fields, each)),
      [...rowColumns, ...ofBeside],
      today,
    ).map(({ rule }) => rule),
    beside,
  };
}

/**
 * Opens another snapshot that a view names. A query is never guessed: a service may apply it to the snapshot, and some of its rows would be
 * taken as all of them. Rejects with CommandError or the errors of `readSnapshot`.
 */
export async function openBeside(
  { opened, priceColumn: shown }: Pick<OpenedView, 'opened' | 'priceColumn'>,
  client: ServiceClient,
  priceColumn: PriceColumn,
  cacheKey: string,
  signal: AbortSignal,
): Promise<OpenSnapshot> {
  if (priceColumn.name === shown.name && cacheKey === opened.snapshot.cacheKey) return opened;
  if (client.dialect?.description.extraction.snapshot?.repeatQuery === true)
    throw new CommandError({ kind: 'unknown-query' });
  return readSnapshot(client, priceColumn, cacheKey, null, signal);
}

/** Reads a view's added columns and refinement, to find mistakes before the rows are read, which takes long. Throws CommandError. */
function besideRows(search: WorkbenchSearch, scope: AddedColumnsScope): BesideRows {
  const { added, refine } = search;
  const read = added === undefined ? null : addedColumnsFromParameter(added, scope);
  if (read?.ok === false) throw unusable(read.problem.text);
  const fields = read === null ? [] : addedFields(read.added, scope, askedCounts(read.added, search));
  const refinement = refinementOf(refine, [...scope.columns, ...fields]);
  return {
    added: read?.added ?? [],
    scope,
    addedFields: fields,
    refinement,
    computedFields: refinement?.computedColumns.map(computedField) ?? [],
  };
}

/** Reads the refinement of a view; null if it has none. Throws CommandError. */
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

function resolved(draft: DraftQuery, scope: Parameters<typeof resolveQuery>[1]) {
  const result = resolveQuery(draft, scope);
  if (!result.ok) throw new CommandError({ kind: 'query', count: result.problems.length });
  return result.query;
}
