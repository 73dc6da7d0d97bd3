import { subtractDecimals } from '@/lib/formats/decimal';
import { sql } from '../../engine/sql';
import type { CheckDefinition } from '../check-definition';
import { parameter } from '../check-parameters';
import { countedSql, foundSql, heldPrices, tenths } from '../checks-sql';

/** Finds prices that have changed too much. `f1` is the price, `f2` the earlier one. */
export const changed: CheckDefinition = {
  needs: ['price', 'earlierPrice'],
  parameters: [parameter('percent', '20', ['0', '10000'], 1)],
  sourceRole: 'earlierPrice',
  isUsedAtFirst: true,
  findings: (query) => {
    const { percent } = query.parameters;
    const {
      table,
      figures,
      units: [p, e],
    } = heldPrices(query, 'earlierPrice');
    return foundSql(
      query.rows,
      sql`${e} <> 0 AND abs(${p} - ${e}) * 1000 > abs(${e}) * ${tenths(percent)}`,
      figures,
      table,
    );
  },
  judged: (query) => {
    const {
      table,
      units: [p, e],
    } = heldPrices(query, 'earlierPrice');
    return countedSql(table, sql`${p} IS NOT NULL AND ${e} <> 0`);
  },
  distance: ({ price, other }) => sql`abs(${price} - ${other})`,
  explain: ({ t, price, signedPercentOf }, [own, before]) => {
    const [p, earlier] = [own ?? '0', before ?? '0'];
    return t('changed', {
      price: price(p),
      earlier: price(earlier),
      percent: signedPercentOf(subtractDecimals(p, earlier), earlier.replace(/^-/, '')),
    });
  },
};
