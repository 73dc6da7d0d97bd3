import { columnOf } from '../../engine/analysed-table';
import { identifier, joined, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { comparedParts, countedSql, ROW, tableSql, type CheckedRows } from '../checks-sql';

/**
 * Finds prices and keys that occur twice. `f1` is the number of rows with the same price key and start, `f2` the number of rows with the
 * same metadata key, `f3` that key, and `f4` its columns.
 */
export const keyTwice: CheckDefinition = {
  needs: ['article'],
  parameters: [],
  hasKey: true,
  hasRowKey: true,
  isUsedAtFirst: true,
  reads: (rows) => (isPriceKnown(rows) ? ['keys'] : []),
  findings: ({ rows, prepared }) => {
    const rowKey = (rows.rowKey ?? []).map((name) => columnOf(rows.table, name));
    const parts = rowKey.flatMap((column) => comparedParts(rows, column));
    // `prepared.keys` may exist for another check even if this check cannot use it.
    const keys = isPriceKnown(rows) && prepared.keys !== undefined ? identifier(prepared.keys) : null;
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
    const table = tableSql(rows);
    const ofRow =
      parts.length === 0
        ? none
        : sql`SELECT ${ROW}, n, concat_ws(' · ', ${texts}) AS shown FROM ${table} AS r JOIN
            (SELECT ${parts}, count(*) AS n FROM ${table} GROUP BY ${parts} HAVING count(*) > 1) AS d ON ${same}`;
    const names = rowKey.map(({ name }) => name).join(' · ');
    return sql`SELECT coalesce(p.${ROW}, k.${ROW}) AS ${ROW}, CAST(p.n AS VARCHAR) AS f1, CAST(k.n AS VARCHAR) AS f2,
      k.shown AS f3, CASE WHEN k.n IS NOT NULL THEN ${names} END AS f4
      FROM (${ofPrice}) AS p FULL JOIN (${ofRow}) AS k ON p.${ROW} = k.${ROW}`;
  },
  judged: ({ rows, prepared }) =>
    prepared.keys === undefined || (rows.rowKey ?? []).length > 0
      ? null
      : countedSql(identifier(prepared.keys), sql`TRUE`),
  explain: ({ t, count }, [ofPrice, ofRow, key, columns]) =>
    [
      ...(ofPrice === null ? [] : [t('key-twice', count(ofPrice))]),
      ...(ofRow === null
        ? []
        : [t('row-key-twice', { ...count(ofRow), key: key ?? '', columns: columns ?? '' })]),
    ].join('; '),
};

/** Whether rows with the same price can be found. Without an article or a start, only the metadata key identifies rows. */
function isPriceKnown({ roles, start }: Pick<CheckedRows, 'roles' | 'start'>): boolean {
  return roles.article !== null && start !== null;
}
