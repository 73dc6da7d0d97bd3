import { identifier, joined, sql, type Sql } from '../engine/sql';

/** SQL that is computed for each row. */
export interface Term {
  readonly sql: Sql;
  /** The values of lower stages that the term names. */
  readonly uses: ReadonlySet<StagedValue>;
  /** The depth of nesting, which is zero for a name. */
  readonly height: number;
}

interface StagedValue {
  readonly sqlName: string;
  readonly term: Term;
  /** Whether the value is a column of the resulting rows. */
  readonly isKept: boolean;
}

/** Makes a term from a template, like the tag `sql` makes SQL. */
export function term(
  parts: TemplateStringsArray,
  ...values: readonly (Term | Sql | number | readonly Term[])[]
): Term {
  const terms = values.flatMap((value) =>
    typeof value !== 'object' ? [] : 'sql' in value ? [value] : 'text' in value ? [] : value,
  );
  return {
    sql: sql(
      parts,
      ...values.map((value) =>
        typeof value !== 'object'
          ? value
          : 'sql' in value
            ? value.sql
            : 'text' in value
              ? value
              : value.map((each) => each.sql),
      ),
    ),
    uses: new Set(terms.flatMap(({ uses }) => [...uses])),
    height: 1 + Math.max(0, ...terms.map(({ height }) => height)),
  };
}

export function joinedTerms(terms: readonly Term[], separator: ' AND ' | ' OR '): Term {
  return {
    ...term`${terms}`,
    sql: joined(
      terms.map((each) => each.sql),
      separator,
    ),
  };
}

/** Returns a term for SQL that can be repeated like a name: a column of the rows, or a literal. */
export function sqlTerm(written: Sql): Term {
  return { sql: written, uses: NOTHING, height: 0 };
}

const NOTHING: ReadonlySet<StagedValue> = new Set();

/** Gives names to values of a row, so that SQL which needs a value several times computes it once. */
export interface Staging {
  /** Names the value of a term, so that other terms can use it. Equal terms get the same name. A name is returned unchanged. */
  readonly bind: (value: Term) => Term;
  /** Names the value of a term and makes it a column of the resulting rows. */
  readonly keep: (sqlName: string, value: Term) => Term;
  /** Returns a query of the rows with all kept columns. Values that none of these columns needs are not computed. */
  readonly rowsWith: (rows: Sql) => Sql;
}

/**
 * Creates a staging. Each stage is a query of the stage below. The engine does not merge two projections, but it pushes conditions down: a
 * condition on a column would repeat everything from which the column is computed, each time it is named, which grows exponentially.
 * Conditions on volatile values (a value that uses `random()`) are not pushed down, so columns of several stages are made volatile.
 */
export function createStaging(): Staging {
  const bound = new Map<string, Term>();
  const kept: StagedValue[] = [];

  const named = (value: StagedValue): Term => ({
    sql: identifier(value.sqlName),
    uses: new Set([value]),
    height: 0,
  });

  return {
    bind: (value) => {
      if (value.height === 0) return value;
      const found = bound.get(value.sql.text);
      if (found !== undefined) return found;
      const name = named({ sqlName: `t${bound.size}`, term: value, isKept: false });
      bound.set(value.sql.text, name);
      return name;
    },
    keep: (sqlName, value) => {
      const isStaged = [...value.uses].some(({ isKept }) => !isKept);
      const column = { sqlName, term: isStaged ? neverPushedDown(value) : value, isKept: true };
      kept.push(column);
      return named(column);
    },
    rowsWith: (rows) => {
      const stages = stagesOf(kept);
      const lastUses = lastUsesOf(stages);
      return stages.reduce((below, values, stage) => {
        // Values that no later stage names are left out, because the engine plans faster with fewer columns in the inner queries.
        const done = stages
          .slice(0, stage)
          .flat()
          .filter((value) => !value.isKept && lastUses.get(value) === stage);
        const rest =
          done.length === 0 ? sql`*` : sql`* EXCLUDE (${done.map(({ sqlName }) => identifier(sqlName))})`;
        const added = values.map((value) => sql`${value.term.sql} AS ${identifier(value.sqlName)}`);
        return sql`SELECT ${rest}, ${added} FROM (${below})`;
      }, rows);
    },
  };
}

/**
 * Returns a term with the same value, which the engine never pushes down, because it is volatile. The condition is true for every row,
 * because `random()` is between 0 and 1.
 */
function neverPushedDown(value: Term): Term {
  return term`CASE WHEN random() < 2 THEN ${value} END`;
}

/** Returns the values that the kept columns need, in stages. Each value is in a later stage than those from which it is computed. */
function stagesOf(kept: readonly StagedValue[]): readonly (readonly StagedValue[])[] {
  const stageOf = new Map<StagedValue, number>();
  const place = (value: StagedValue): number => {
    const known = stageOf.get(value);
    if (known !== undefined) return known;
    const stage = Math.max(0, ...[...value.term.uses].map((used) => place(used) + 1));
    stageOf.set(value, stage);
    return stage;
  };
  for (const value of kept) place(value);
  const stages: StagedValue[][] = [];
  for (const [value, stage] of stageOf) (stages[stage] ??= []).push(value);
  return stages;
}

/** Returns the last stage that names each value. */
function lastUsesOf(stages: readonly (readonly StagedValue[])[]): ReadonlyMap<StagedValue, number> {
  return new Map(
    stages.flatMap((values, stage) =>
      values.flatMap(({ term: { uses } }) => [...uses].map((used) => [used, stage] as const)),
    ),
  );
}
