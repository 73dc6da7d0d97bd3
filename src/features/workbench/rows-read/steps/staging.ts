import { identifier, joined, sql, type Sql } from '../engine/sql';

/** SQL that is computed of a row. */
export interface Term {
  readonly sql: Sql;
  /** The values of lower stages that it names. */
  readonly uses: ReadonlySet<StagedValue>;
  /** How deep it is nested: zero for a name. */
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

/** SQL that is as good as a name: a column of the rows, or a literal. */
export function sqlTerm(written: Sql): Term {
  return { sql: written, uses: NOTHING, height: 0 };
}

const NOTHING: ReadonlySet<StagedValue> = new Set();

/** Gives names to values of a row, so that SQL which needs one several times does not repeat how it is computed. */
export interface Staging {
  /** Names the value of a term for use by others; the same one for equal terms. What is a name already stays as it is. */
  readonly bind: (value: Term) => Term;
  /** Names the value of a term as a column that the rows keep. */
  readonly keep: (sqlName: string, value: Term) => Term;
  /** Returns the rows with all kept columns. Columns that none of these needs are not computed. */
  readonly rowsWith: (rows: Sql) => Sql;
}

/**
 * Every stage is a query of the one beneath. The engine puts neither of two projections into the other, but it does so with
 * conditions: one on a column would be a condition on all that the column is computed of, as often as it is named, which grows
 * exponentially. It leaves conditions on volatile values where they are, so that columns of several stages are made volatile.
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
        // The fewer columns the queries in between have, the sooner the engine has planned them.
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

/** From 0 to 1. */
const RANDOM = sql`random()`;

/** All that is needed for some values, those of a stage after what they are computed of. */
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

/** The stage that is the last one to name a value. */
function lastUsesOf(stages: readonly (readonly StagedValue[])[]): ReadonlyMap<StagedValue, number> {
  return new Map(
    stages.flatMap((values, stage) =>
      values.flatMap(({ term: { uses } }) => [...uses].map((used) => [used, stage] as const)),
    ),
  );
}
