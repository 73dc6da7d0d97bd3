import { sql, type Sql } from './sql';

/** Returns a decimal as a whole number of units of its last place. The point is removed from its text, because a product could overflow. */
export function wideUnitsSql(decimal: Sql): Sql {
  return sql`CAST(replace(CAST(${decimal} AS VARCHAR), '.', '') AS HUGEINT)`;
}

/** Returns a decimal, which must fit into `digits` digits of which `scale` are decimal places, in units of 10^-`places`. */
export function narrowUnitsSql(decimal: Sql, digits: number, scale: number, places: number): Sql {
  return sql`CAST(CAST(${decimal} AS DECIMAL(${digits}, ${scale})) * ${powerSql(places)} AS BIGINT)`;
}

/** Returns ten to the `power`, which must be positive, as a decimal. */
export function powerSql(power: number): Sql {
  return sql`CAST(${`1${'0'.repeat(power)}`} AS DECIMAL(${power + 1}, 0))`;
}
