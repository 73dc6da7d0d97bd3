import * as z from 'zod';
import { freeName, isSameQuery, savedViewSchema, type SavedView } from './saved-view';

const FORMAT = 'colonnade-views';
const VERSION = 1;

const envelopeSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  views: z.array(z.unknown()),
});

/** A file of views as written, from which `public/team.schema.json` is generated. `readViewFile` is more lenient with each view. */
export const viewFileSchema = envelopeSchema.extend({
  version: z.literal(VERSION),
  views: z.array(savedViewSchema),
});

/** Returns the text of a JSON file with the views. */
export function viewFileText(views: readonly SavedView[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, views }, null, 2)}\n`;
}

/** Returns the text of a file of views for a team, without personal settings. */
export function teamFileText(views: readonly SavedView[]): string {
  return viewFileText(
    views.map((view) => ({ ...view, isInRoutine: undefined, isDefault: false, runsOnOpen: false })),
  );
}

export type ViewFileProblem = 'not-json' | 'not-views' | 'newer-version';

export type ReadViewFile =
  | {
      readonly ok: true;
      readonly views: readonly SavedView[];
      /** The number of views that already exist with the same name and query. */
      readonly knownCount: number;
      readonly brokenCount: number;
    }
  | { readonly ok: false; readonly problem: ViewFileProblem };

/** Reads views that are to be added to the existing ones. They get new ids and free names, and replace no existing default view. */
export function readViewFile(
  text: string,
  existing: readonly SavedView[],
  newId: () => string,
): ReadViewFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'not-json' };
  }
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return { ok: false, problem: 'not-views' };
  if (envelope.data.version > VERSION) return { ok: false, problem: 'newer-version' };
  const all = [...existing];
  const added: SavedView[] = [];
  let knownCount = 0;
  let brokenCount = 0;
  for (const entry of envelope.data.views) {
    const parsed = savedViewSchema.safeParse(entry);
    if (!parsed.success) {
      brokenCount += 1;
      continue;
    }
    const view = parsed.data;
    if (all.some((other) => isSameView(other, view))) {
      knownCount += 1;
      continue;
    }
    const hasDefault = all.some((other) => other.priceColumn === view.priceColumn && other.isDefault);
    const own = {
      ...view,
      id: newId(),
      name: freeName(view.name, all, view.priceColumn),
      isDefault: view.isDefault && !hasDefault,
    };
    all.push(own);
    added.push(own);
  }
  return { ok: true, views: added, knownCount, brokenCount };
}

export type ReadTeamFile =
  | { readonly ok: true; readonly views: readonly SavedView[]; readonly brokenCount: number }
  | { readonly ok: false; readonly problem: ViewFileProblem };

/** Reads the views of a team. None of them becomes a default view or part of the routine. */
export function readTeamFile(text: string): ReadTeamFile {
  const read = readViewFile(text, [], () => '');
  if (!read.ok) return read;
  const views = read.views.map((view, index) => ({
    ...view,
    isInRoutine: undefined,
    id: `team-${index + 1}`,
    isDefault: false,
  }));
  return { ok: true, views, brokenCount: read.brokenCount };
}

function isSameView(a: SavedView, b: SavedView): boolean {
  return a.priceColumn === b.priceColumn && a.name === b.name && isSameQuery(a.query, b.query);
}
