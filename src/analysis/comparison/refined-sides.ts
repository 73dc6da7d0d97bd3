import type { Refinement } from '../conditions/refinement';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { identifier, sql, type Sql } from '../engine/sql';
import { ROW_INDEX } from '../engine/analysed-table';
import { refineRows } from '../steps/refined-rows';
import type { ComparedSide, ComparedSides } from '../matching/matched-sides';

/** The refined sides, and a function that drops their views. */
export interface RefinedSides {
  readonly sides: ComparedSides;
  readonly drop: () => void;
}

/**
 * Refines both sides of a comparison: adds computed columns, and determines which rows satisfy the conditions. Both sides must have the
 * columns that it names. `today`: the day against which relative days are resolved. Rejects with EngineError, or the signal's reason.
 */
export async function refineSides(
  engine: AnalysisEngine,
  { earlier, later }: ComparedSides,
  refinement: Refinement,
  { today, signal }: { readonly today: string; readonly signal: AbortSignal },
): Promise<RefinedSides> {
  const views: string[] = [];
  const drop = () => {
    // If the engine has ended, the views no longer exist, so failures are ignored.
    for (const view of views) engine.drop(view).catch(() => undefined);
  };
  const viewOf = async (side: ComparedSide, part: Refinement) => {
    const view = await refineRows(engine, side.table, part, { today, signal });
    views.push(view.table.sqlName);
    return view;
  };
  const refined = async (side: ComparedSide): Promise<ComparedSide> => {
    const { computedColumns, conditions } = refinement;
    // Computed columns are added to all rows, because a row that the conditions leave out may match one that satisfies them.
    const computed =
      computedColumns.length === 0 ? null : await viewOf(side, { computedColumns, conditions: null });
    const left = conditions === null ? null : (await viewOf(side, refinement)).table.sqlName;
    return { ...side, table: computed?.table ?? side.table, left, tooLong: computed?.tooLong ?? {} };
  };
  try {
    return { sides: { earlier: await refined(earlier), later: await refined(later) }, drop };
  } catch (error) {
    drop();
    throw error;
  }
}

/** Returns the rows that satisfy a refinement on at least one side. A row that satisfies it on only one side counts as changed. */
export function leftOnASide(rows: Sql, { earlier, later }: ComparedSides): Sql {
  if (earlier.left == null || later.left == null) return rows;
  const isIn = (left: string) => sql`(SELECT ${identifier(ROW_INDEX)} FROM ${identifier(left)})`;
  return sql`SELECT * FROM (${rows}) WHERE coalesce(e IN ${isIn(earlier.left)}, FALSE) OR coalesce(l IN ${isIn(later.left)}, FALSE)`;
}
