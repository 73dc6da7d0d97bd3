import * as z from 'zod';
import { MAX_CACHE_KEY_LENGTH } from '@/contract/limits';
import { byName, KEPT_VIEW_PARAMETERS, VIEW_PARAMETERS } from './views';

// Links are also typed by hand. A repeated parameter is parsed as a list, and digits as a number. Both become text again.
const parameterSchema = z
  .union([
    z.string(),
    z.union([z.number(), z.boolean()]).transform(String),
    z.array(z.union([z.string(), z.number(), z.boolean()])).transform((parts) => parts.join(';')),
  ])
  .optional()
  .catch(undefined);

/** The search parameters of the workbench's address. Parsing never fails: an unreadable parameter is absent. */
export const workbenchSearchSchema = z.object({
  /** The version of the query's notation. It is present once a query has been run. */
  v: parameterSchema,
  fields: parameterSchema,
  filter: parameterSchema,
  sort: parameterSchema,
  /** The snapshot to open instead of taking a new one. */
  cacheKey: parameterSchema,
  /** The id of the saved view that the query came from. Copied links omit it, because it has no meaning for other users. */
  view: parameterSchema,
  /** The 1-based row to scroll to. */
  row: parameterSchema,
  /** A subset of the rows, shown instead of all rows (`subsetToParameter`). */
  subset: parameterSchema,
  /** Filters and computed columns that the browser applies (`refinement-address.ts`). */
  refine: parameterSchema,
  /** Filters that are turned off and that the browser would apply, in the notation of `refine`. */
  off: parameterSchema,
  /** Columns that are added from other sources (`added-columns.ts`). */
  added: parameterSchema,
  /** The order of refined rows, or of rows with added columns (`row-order.ts`); absent for the order of the snapshot. */
  order: parameterSchema,
  /** The view of the snapshot (`snapshot-view.ts`); absent for the rows. */
  show: parameterSchema,
  /** Whether the **List report** is open (`list-report.ts`); absent until a run or the user has opened or folded it. */
  report: parameterSchema,
  /** The settings of the views, each in its own parameters (`views.ts`). If a parameter is absent, the view suggests a value. */
  ...byName(VIEW_PARAMETERS, () => parameterSchema),
});
export type WorkbenchSearch = z.output<typeof workbenchSearchSchema>;
const PARAMETERS = workbenchSearchSchema.keyof().options;

/** A part of an address that cannot be used. The rest of the address still applies. */
export interface AddressProblem {
  readonly part: 'version' | 'fields' | 'filter' | 'sort' | 'row' | 'snapshot' | 'subset' | 'highlight';
  readonly kind:
    | 'unknown-version'
    | 'unreadable'
    | 'unknown-field'
    | 'locked-field'
    | 'not-filterable'
    | 'not-sortable'
    | 'unknown-operator'
    | 'unreadable-value'
    | 'duplicate-field'
    | 'no-row'
    | 'no-snapshot'
    /** The configuration does not allow the views that read rows. */
    | 'no-subset';
  /** The part as written in the address, unescaped where possible. */
  readonly text: string;
}

/** The place in the results that an address points to. */
export interface AddressPosition {
  readonly cacheKey: string | null;
  /** The 0-based row to scroll to; null if there is none. */
  readonly row: number | null;
  readonly problems: readonly AddressProblem[];
}

/** Reads the snapshot and the row of an address. `hasAnalysis`: whether a subset of the rows can be shown, too. */
export function positionFromSearch(
  search: Pick<WorkbenchSearch, 'cacheKey' | 'row' | 'subset' | 'refine' | 'added'>,
  { hasAnalysis }: { readonly hasAnalysis: boolean },
): AddressPosition {
  const problems: AddressProblem[] = [];
  const rowText = search.row?.trim() ?? '';
  let row: number | null = null;
  if (/^\d+$/.test(rowText) && Number(rowText) > 0) row = Number(rowText) - 1;
  else if (rowText !== '') problems.push({ part: 'row', kind: 'no-row', text: `row=${rowText}` });

  const { cacheKey } = search;
  const isKey = cacheKey !== undefined && cacheKey.trim() !== '' && cacheKey.length <= MAX_CACHE_KEY_LENGTH;
  if (cacheKey !== undefined && !isKey) {
    problems.push({ part: 'snapshot', kind: 'no-snapshot', text: `cacheKey=${cacheKey}` });
  }
  for (const name of hasAnalysis ? [] : (['subset', 'refine', 'added'] as const)) {
    const text = search[name];
    if (text !== undefined) problems.push({ part: 'subset', kind: 'no-subset', text: `${name}=${text}` });
  }
  return { cacheKey: isKey ? cacheKey : null, row, problems };
}

export interface AddressParts {
  readonly origin: string;
  readonly pathname: string;
  /** The query string with its question mark, as written in the address. */
  readonly search: string;
}

/** Returns a link to the address without some of its parameters. */
export function linkWithout(address: AddressParts, parameters: readonly string[]): string {
  const remaining = address.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !parameters.includes(pair.split('=', 1)[0] ?? ''));
  return `${address.origin}${address.pathname}${remaining.length === 0 ? '' : `?${remaining.join('&')}`}`;
}

/** The parameters that determine how a snapshot is shown. A new run keeps them, and so does a saved view. */
export const DISPLAY_PARAMETERS = [
  'show',
  ...KEPT_VIEW_PARAMETERS,
  'report',
  'refine',
  'off',
  'added',
  'order',
] as const;
export type DisplaySearch = Pick<WorkbenchSearch, (typeof DISPLAY_PARAMETERS)[number]>;

/** Returns how an address shows its snapshot. */
export function displayOf(search: DisplaySearch): DisplaySearch {
  return byName(DISPLAY_PARAMETERS, (name) => search[name]);
}

/** Whether a saved view would restore both alike. The open view, the report and the roles are ignored: they may be suggestions. */
export function isSameDisplay(a: DisplaySearch, b: DisplaySearch): boolean {
  return DISPLAY_PARAMETERS.every(
    (name) => name === 'show' || name === 'report' || name === 'roles' || a[name] === b[name],
  );
}

/** Returns a name for the rows that an address shows, unique within its snapshot; null if it shows all rows. */
export function shownRowsName({
  refine,
  subset,
  added,
  order,
}: Pick<WorkbenchSearch, 'refine' | 'subset' | 'added' | 'order'>): string | null {
  return refine === undefined && added === undefined
    ? (subset ?? null)
    : JSON.stringify([refine, subset, added, order]);
}

export function isSameAddress(a: WorkbenchSearch, b: WorkbenchSearch): boolean {
  return PARAMETERS.every((name) => a[name] === b[name]);
}

/** Whether two addresses show the same rows. */
export function isSameSnapshot(a: WorkbenchSearch, b: WorkbenchSearch): boolean {
  return (['v', 'fields', 'filter', 'sort', 'cacheKey'] as const).every((name) => a[name] === b[name]);
}
