import type { SnapshotPage, SnapshotRow } from '@/contract/extraction';
import type { HighlightRule } from '@/contract/row-judge';
import type { RowHighlight } from '@/lib/grid/grid-model';
import type { RenderHeaderPicture } from '@/lib/grid/data-grid-props';
import type { OnCounting } from '@/analysis/snapshot/first-page';
import { createListeners } from '@/lib/base/listeners';
import type { KnownValuesSource, ScreenValues } from '../model/known-values';
import type { AddressProblem } from '../model/workbench-search';
import type { OpenSnapshot, ReceivePage } from '@/analysis/snapshot/open-snapshot';

/** Values that the grid and `RowsReadArea` publish for components that do not import them. A missing value is null. */
export interface PublishedRows {
  /** The name of the query engine's table with the rows. Rows opened from it become unreadable when the table is dropped. */
  readonly table: string | null;
  /** The rows that the address names (`shownRowsName`), opened for the grid. */
  readonly opened: { readonly name: string; readonly rows: OpenSnapshot } | null;
  /** The first page of a snapshot whose rows are being counted, with the number of rows that are certain so far. */
  readonly counting: SnapshotPage | null;
  /** A description of the conditions in the address parameter `subset`. */
  readonly chosenRows: string | null;
  /** The number of rows after and before the filters that the browser applies, for views other than the grid. */
  readonly filteredHere: { readonly rowCount: number; readonly ofRowCount: number } | null;
  /** Returns pages of the snapshot from the rows in the browser instead of the service; null unless all rows have been read. */
  readonly receivePage: ReceivePage | null;
  readonly headerPicture: RenderHeaderPicture | null;
  /** A text that summarizes the findings of the checks that run with every snapshot. */
  readonly checked: string | null;
  /** The roles of the columns in the notation of the address. They are saved with a view. */
  readonly roles: string | null;
  readonly rowHighlight: ((row: SnapshotRow) => RowHighlight | null) | null;
  /** The rules of the highlights, for exported files. */
  readonly highlightRules: readonly HighlightRule[] | null;
  /** The highlights of the address that cannot be applied. They are published because the code that reads them is loaded with the rows. */
  readonly highlightProblems: readonly AddressProblem[] | null;
  /** The values that occur in the rows, for the editors of conditions. */
  readonly knownValues: KnownValuesSource | null;
  /** The values of the rows on screen, which the grid publishes for these editors while no rows are read. */
  readonly screenValues: ScreenValues | null;
}

/** Holds the published values for the snapshot on screen, as an external store for React. */
export interface PublishedRowsStore {
  readonly get: () => PublishedRows;
  readonly publish: <Name extends keyof PublishedRows>(name: Name, value: PublishedRows[Name]) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const NOTHING: PublishedRows = {
  table: null,
  opened: null,
  counting: null,
  chosenRows: null,
  filteredHere: null,
  receivePage: null,
  headerPicture: null,
  checked: null,
  roles: null,
  knownValues: null,
  screenValues: null,
  rowHighlight: null,
  highlightRules: null,
  highlightProblems: null,
};

export function createPublishedRows(): PublishedRowsStore {
  let published = NOTHING;
  const listeners = createListeners();
  return {
    get: () => published,
    publish: (name, value) => {
      if (published[name] === value) return;
      published = { ...published, [name]: value };
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}

/** Opens a snapshot, and publishes its first page while its rows are counted. */
export async function whileCounting<Opened>(
  { get, publish }: PublishedRowsStore,
  open: (onCounting: OnCounting) => Promise<Opened>,
): Promise<Opened> {
  let mine: SnapshotPage | null = null;
  try {
    return await open((page) => {
      mine = page;
      publish('counting', page);
    });
  } finally {
    // A later call may have published its own page.
    if (get().counting === mine) publish('counting', null);
  }
}
