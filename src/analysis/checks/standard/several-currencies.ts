import { columnOf } from '../../engine/analysed-table';
import { identifier, sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { parameter } from '../check-parameters';
import { countedSql, roleColumn, ROW, tableSql, whole, type CheckedRows } from '../checks-sql';

/** `f1`: currency of the row, `f2`: usual currency of the rows that should share one, `f3`: number of rows with it, `f4`: number of all. */
export const severalCurrencies: CheckDefinition = {
  needs: ['currency'],
  parameters: [parameter('share', '90', ['51', '100'])],
  isUsedAtFirst: true,
  findings: ({ rows, parameters }) => {
    const table = tableSql(rows);
    const currency = identifier(roleColumn(rows, 'currency').sqlName);
    const scope = scopeColumn(rows);
    const within = scope === null ? sql`TRUE` : identifier(scope.orderSqlName);
    const isKnown = scope === null ? sql`TRUE` : sql`${within} IS NOT NULL`;
    return sql`WITH counted AS (SELECT ${within} AS w, ${currency} AS c, count(*) AS n FROM ${table}
        WHERE ${isKnown} GROUP BY ALL),
      usual AS (SELECT w, arg_max(c, n) FILTER (c IS NOT NULL) AS most, max(n) FILTER (c IS NOT NULL) AS top,
        sum(n) AS total FROM counted GROUP BY w)
      SELECT ${ROW}, ${currency} AS f1, most AS f2, CAST(top AS VARCHAR) AS f3, CAST(total AS VARCHAR) AS f4
      FROM ${table} JOIN usual ON ${within} = w
      WHERE ${currency} IS DISTINCT FROM most AND top * 100 >= total * ${whole(parameters.share)}`;
  },
  judged: ({ rows }) => {
    const scope = scopeColumn(rows);
    return scope === null
      ? null
      : countedSql(tableSql(rows), sql`${identifier(scope.orderSqlName)} IS NOT NULL`);
  },
  explain: ({ t, count }, [currency, most, top, all]) => {
    const figures = { usual: most ?? '', top: count(top).formatted, all: count(all).formatted };
    return currency === null || currency === ''
      ? t('no-currency', figures)
      : t('several-currencies', { ...figures, currency });
  },
};

function scopeColumn({ table, currencyScope }: CheckedRows) {
  return currencyScope === null ? null : columnOf(table, currencyScope);
}
