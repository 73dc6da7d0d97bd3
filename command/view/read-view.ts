import { parseSearch } from '@/lib/base/search-params';
import { readViewFile } from '@/features/workbench/model/view-file';
import type { SavedView } from '@/features/workbench/model/saved-view';
import { workbenchSearchSchema, type WorkbenchSearch } from '@/features/workbench/model/workbench-search';
import type { ColumnState } from '@/lib/grid/grid-model';
import { randomId } from '@/lib/base/random-id';
import { CommandError } from '../command-problem';
import { readTextFile } from '../files';
import { shownAddress } from '../shown-text';

/** The view that a command runs on. It comes from a link of the console or from a file of saved views. */
export interface CommandView {
  readonly priceColumn: string;
  readonly search: WorkbenchSearch;
  /** The saved order, widths and visibility of columns; null for the default. */
  readonly columnState: ColumnState | null;
  /** The name of the saved view; null for a link. */
  readonly name: string | null;
}

/** Reads a view from a link, or from a file of saved views. `name` selects one of several views in a file. Throws CommandError. */
export function readView(view: string, name: string | undefined): CommandView {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(view)) return viewOfFile(view, name);
  if (name !== undefined) throw new CommandError({ kind: 'name-of-link' });
  return viewOfLink(view);
}

function viewOfLink(link: string): CommandView {
  const url = URL.canParse(link) ? new URL(link) : null;
  // Only the end of the path is compared, because the console may be served below any path.
  const [, encoded] = /\/prices\/([^/]+)\/?$/.exec(url?.pathname ?? '') ?? [];
  const priceColumn = encoded === undefined ? null : decoded(encoded);
  const isOfConsole = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!isOfConsole || priceColumn === null || url.username !== '' || url.password !== '') {
    throw new CommandError({ kind: 'bad-link', link: shownAddress(link) });
  }
  const search = workbenchSearchSchema.parse(parseSearch(url.search));
  return { priceColumn, search, columnState: null, name: null };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function viewOfFile(file: string, name: string | undefined): CommandView {
  const read = readViewFile(readTextFile(file), [], randomId);
  if (!read.ok) throw new CommandError({ kind: 'bad-view-file', file, problem: read.problem });
  const names = read.views.map((view) => view.name);
  // One of the views that cannot be read may be the one that the user means.
  if (read.brokenCount > 0 && (name === undefined || !names.includes(name))) {
    throw new CommandError({ kind: 'broken-views', file, count: read.brokenCount });
  }
  if (names.length === 0) throw new CommandError({ kind: 'no-views', file });
  const wanted = name === undefined ? read.views : read.views.filter((view) => view.name === name);
  const [first, second] = wanted;
  if (first === undefined) throw new CommandError({ kind: 'no-such-view', file, names });
  if (second !== undefined) throw new CommandError({ kind: 'several-views', file, names });
  return savedView(first);
}

/** Reads the views that are ticked **In my routine**, or all views of a file without a tick; with `name`, one view. Throws CommandError. */
export function readRoutineViews(files: readonly string[], name: string | undefined): readonly SavedView[] {
  if (files.length === 0) throw new CommandError({ kind: 'no-routine-files' });
  const views: SavedView[] = [];
  for (const file of files) {
    const read = readViewFile(readTextFile(file), views, randomId);
    if (!read.ok) throw new CommandError({ kind: 'bad-view-file', file, problem: read.problem });
    // A view that cannot be read ends the run, because no user would notice that it is left out.
    if (read.brokenCount > 0) throw new CommandError({ kind: 'broken-views', file, count: read.brokenCount });
    const ticked = read.views.filter(({ isInRoutine }) => isInRoutine === true);
    views.push(...(ticked.length > 0 ? ticked : read.views));
  }
  if (views.length === 0) throw new CommandError({ kind: 'no-views', file: files.join(', ') });
  const named = name === undefined ? views : views.filter((view) => view.name === name);
  if (named.length > 0) return named;
  const names = views.map((view) => view.name);
  throw new CommandError({ kind: 'no-such-view', file: files.join(', '), names });
}

function savedView({ name, priceColumn, query, display, arrangement }: SavedView): CommandView {
  const search = workbenchSearchSchema.parse({ ...display, ...query });
  return { priceColumn, search, columnState: arrangement, name };
}
