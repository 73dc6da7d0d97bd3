import { identifier, joined, sql, type Sql } from '../engine/sql';
import { ROW_INDEX, type AnalysedColumn } from '../engine/analysed-table';

interface KeyTwiceInput {
  readonly table: Sql;
  /** The prepared table of keys and starts; null if the rows have no article. */
  readonly keys: Sql | null;
  /** The key columns of the metadata; empty if the rows lack one of them. */
  readonly rowKey: readonly AnalysedColumn[];
  /** The expressions that compare `rowKey`. */
  readonly parts: readonly Sql[];
}

const ROW = identifier(ROW_INDEX);

/** Rows with the same price and start (`f1`: number) or metadata key (`f2`: number, `f3`: key, `f4`: columns). */
export function keyTwiceSql({ table, keys, rowKey, parts }: KeyTwiceInput): Sql {
  const none = sql`SELECT CAST(NULL AS BIGINT) AS ${ROW}, CAST(NULL AS BIGINT) AS n, CAST(NULL AS VARCHAR) AS shown WHERE FALSE`;
  const ofPrice =
    keys === null
      ? none
      : sql`SELECT ${ROW}, n FROM ${keys} AS r JOIN
          (SELECT id, s0, s1, count(*) AS n FROM ${keys} GROUP BY id, s0, s1 HAVING count(*) > 1) AS d
          ON r.id = d.id AND r.s0 IS NOT DISTINCT FROM d.s0 AND r.s1 IS NOT DISTINCT FROM d.s1`;
  const same = joined(
    parts.map((part) => sql`r.${part} IS NOT DISTINCT FROM d.${part}`),
    ' AND ',
  );
  const texts = rowKey.map(({ sqlName, misfitSqlName }) => {
    const misfit = misfitSqlName === null ? sql`NULL` : sql`r.${identifier(misfitSqlName)}`;
    return sql`coalesce(CAST(r.${identifier(sqlName)} AS VARCHAR), ${misfit}, '∅')`;
  });
  const ofRow =
    parts.length === 0
      ? none
      : sql`SELECT ${ROW}, n, concat_ws(' · ', ${texts}) AS shown FROM ${table} AS r JOIN
          (SELECT ${parts}, count(*) AS n FROM ${table} GROUP BY ${parts} HAVING count(*) > 1) AS d ON ${same}`;
  const names = rowKey.map(({ name }) => name).join(' · ');
  return sql`SELECT coalesce(p.${ROW}, k.${ROW}) AS ${ROW}, CAST(p.n AS VARCHAR) AS f1, CAST(k.n AS VARCHAR) AS f2,
    k.shown AS f3, CASE WHEN k.n IS NOT NULL THEN ${names} END AS f4
    FROM (${ofPrice}) AS p FULL JOIN (${ofRow}) AS k ON p.${ROW} = k.${ROW}`;
}
