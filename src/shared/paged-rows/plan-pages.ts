/** What the person sees and how they travel. */
export interface WantedRows {
  /** Inclusive, 0-based. */
  readonly rowStart: number;
  /** Exclusive. */
  readonly rowEnd: number;
  readonly direction: 'down' | 'up';
  /** Too fast to read: nothing new is asked for until it slows. */
  readonly isFast: boolean;
}

/** What is known of a page that is not simply absent. */
export type PageStanding = 'held' | 'in-flight' | 'failed';

export interface PagePlan {
  /** Pages to ask for now, the most urgent first; never more than there is room for. */
  readonly ask: readonly number[];
  /** Pages in flight that nobody needs any more. */
  readonly abort: readonly number[];
}

export interface PlanInput {
  readonly wanted: WantedRows;
  readonly rowCount: number;
  /** In rows. */
  readonly pageSize: number;
  /** How many pages beyond the visible ones are fetched in the direction of travel. */
  readonly pagesAhead: number;
  readonly maxConcurrent: number;
  /** Undefined for pages that are neither held, asked for nor failed. Pages are 0-based. */
  readonly standingOf: (page: number) => PageStanding | undefined;
  readonly inFlight: readonly number[];
}

/** The pages, 0-based, that rows lie on: `pageStart` inclusive, `pageEnd` exclusive. */
export function pagesOfRows(
  rows: { readonly rowStart: number; readonly rowEnd: number },
  rowCount: number,
  pageSize: number,
): { readonly pageStart: number; readonly pageEnd: number } {
  const rowStart = Math.max(0, rows.rowStart);
  const rowEnd = Math.min(rowCount, rows.rowEnd);
  if (rowEnd <= rowStart) return { pageStart: 0, pageEnd: 0 };
  return { pageStart: Math.floor(rowStart / pageSize), pageEnd: Math.floor((rowEnd - 1) / pageSize) + 1 };
}

/** The pages that are worth having, the most urgent first: the visible ones, then ahead in the direction of travel. */
export function pagesByUrgency(
  input: Pick<PlanInput, 'wanted' | 'rowCount' | 'pageSize' | 'pagesAhead'>,
): readonly number[] {
  const { wanted, rowCount, pageSize, pagesAhead } = input;
  const { pageStart, pageEnd } = pagesOfRows(wanted, rowCount, pageSize);
  if (pageEnd === 0) return [];
  const lastPage = Math.ceil(rowCount / pageSize) - 1;
  const visible = range(pageStart, pageEnd);
  if (wanted.direction === 'down') {
    return [...visible, ...range(pageEnd, Math.min(lastPage + 1, pageEnd + pagesAhead))];
  }
  return [...visible.toReversed(), ...range(Math.max(0, pageStart - pagesAhead), pageStart).toReversed()];
}

/**
 * What to ask for and what to stop. A visible page never waits behind one that is only ahead: where there is no room
 * for it, one of those gives way. Failed pages are left to the person.
 */
export function planPages(input: PlanInput): PagePlan {
  const { wanted, inFlight, maxConcurrent, standingOf } = input;
  const worth = pagesByUrgency(input);
  const visible = pagesOfRows(wanted, input.rowCount, input.pageSize);
  const isVisible = (page: number) => page >= visible.pageStart && page < visible.pageEnd;
  const abort = inFlight.filter((page) => !worth.includes(page));
  if (wanted.isFast) return { ask: [], abort };

  const missing = worth.filter((page) => standingOf(page) === undefined);
  const ask: number[] = [];
  const givesWay = inFlight
    .filter((page) => worth.includes(page) && !isVisible(page))
    .toSorted((one, other) => worth.indexOf(other) - worth.indexOf(one));
  let room = maxConcurrent - (inFlight.length - abort.length);
  for (const page of missing) {
    if (room <= 0 && isVisible(page)) {
      const given = givesWay.shift();
      if (given !== undefined) {
        abort.push(given);
        room += 1;
      }
    }
    if (room <= 0) break;
    ask.push(page);
    room -= 1;
  }
  return { ask, abort };
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
