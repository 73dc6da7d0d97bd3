import { identifier, joined, sql, type Sql } from '../engine/sql';

/** SQL that is computed for each row. */
export interface Term {
  readonly sql: Sql;
  /** The values of lower stages that the term names. */
  readonly uses: ReadonlySet<StagedValue>;
  /** The depth of nesting: zero for a name. */
  readonly height: number;
}

interface StagedValue {
  readonly sqlName: string;
  readonly term: Term;
  /** Whether the rows keep it as a column. */
  readonly isKept: boolean;
}

/** Makes a term as `sql` makes SQL. */
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

/** Joins conditions. */
export function joinedTerms(terms: readonly Term[], separator: ' AND ' | ' OR '): Term {
  return {
    ...term`${terms}`,
    sql: joined(
      terms.map((each) => each.sql),
      separator,
    ),
  };
}

/** SQL that can be repeated like a name: a column of the rows, or a literal. */
export function sqlTerm(written: Sql): Term {
  return { sql: written, uses: NOTHING, height: 0 };
}

const NOTHING: ReadonlySet<StagedValue> = new Set();

/** Names values of a row, so that SQL that needs a value several times does not compute it several times. */
export interface Staging {
  /** Names the value of a term for use by others; equal terms get the same name. A name stays as it is. */
  readonly bind: (value: Term) => Term;
  /** Names the value of a term as a column that the rows keep. */
  readonly keep: (sqlName: string, value: Term) => Term;
  /** Returns the rows with all kept columns. Columns that none of them needs are not computed. */
  readonly rowsWith: (rows: Sql) => Sql;
}

/**
 * Each stage is a query of the stage below. The engine does not merge two projections, but it pushes conditions down: a condition on a
 * column would repeat everything that the column is computed from, each time it is named, which grows exponentially. The engine never
 * pushes down conditions on volatile values, so columns of several stages are made volatile.
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
      const column = {
        sqlName,
        term: isStaged ? term`CASE WHEN ${RANDOM} < 2 THEN ${value} END` : value,
        isKept: true,
      };
      kept.push(column);
      return named(column);
    },
    rowsWith: (rows) => {
      const stages = stagesOf(kept);
      const lastUses = lastUsesOf(stages);
      return stages.reduce((below, values, stage) => {
        // With fewer columns in the inner queries, the engine plans faster.
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

const RANDOM = sql`random()`;

/** The values that some values need, in stages: each after the values that it is computed from. */
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

/** The last stage that names each value. */
function lastUsesOf(stages: readonly (readonly StagedValue[])[]): ReadonlyMap<StagedValue, number> {
  return new Map(
    stages.flatMap((values, stage) =>
      values.flatMap(({ term: { uses } }) => [...uses].map((used) => [used, stage] as const)),
    ),
  );
}
