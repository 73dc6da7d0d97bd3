import type { ColumnMatch, SeveralRule } from '../conditions/added-columns';
import { resolveDay } from '../conditions/relative-day';
import type { AnalysisEngine } from '../engine/analysis-engine';
import { columnOf, ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import { identifier, joined, sql, type Sql } from '../engine/sql';
import { furtherDigitsSql } from '../engine/subset-sql';
import { comparableSql, type ColumnPair, type ColumnTraits } from '../matching/compared-values';
import type { MatchedSides, Side } from '../matching/matched-sides';
import { keyParts, keyedRows, readTraits, rowsWithKeys, sameKeys, type KeyParts } from '../matching/row-keys';
import { validOnSql } from './conditions-sql';

/** The rows from which columns are taken, as a table in the same engine. */
export interface ReferenceSide {
  readonly table: AnalysedTable;
  /** Whether the table contains all rows of the source. If not, a row without a match in the table may still have one in the source. */
  readonly isWhole: boolean;
  /** How many digits of a second its dates have at most; null or absent for all digits. */
  readonly secondDigits?: number | null;
  /** Whether its texts are never empty; absent if they may be empty. */
  readonly lacksEmptyTexts?: boolean;
}

/** Describes which columns are taken from the reference rows, and how rows are matched. */
export interface Join {
  readonly keys: readonly ColumnMatch[];
  /** The names of columns of the reference rows, each with its new name. */
  readonly columns: readonly { readonly name: string; readonly as: string }[];
  /** The name of the column that contains the number of matching rows ("partners"). */
  readonly partnersAs: string;
  readonly several: SeveralRule;
  readonly isLenient: boolean;
  /** The day (`YYYY-MM-DD`) against which relative days are resolved. */
  readonly today: string;
}

/** The number of rows that have a partner, and of those that have none, by reason. The counts add up to all rows. */
export interface PartnerCounts {
  readonly found: number;
  /** Rows whose key no reference row has, or whose key is incomplete. */
  readonly missing: number;
  /** Rows whose key several reference rows have, and the rule does not decide between these. */
  readonly several: number;
  /** Rows whose key no reference row has so far, because the source was not read completely. */
  readonly unknown: number;
}

/** The taken columns, as a table in the engine with `row_index`. Each row occurs once. */
export interface JoinedColumns {
  readonly sqlName: string;
  /** The columns with their new names, followed by the column that counts partners. */
  readonly columns: readonly AnalysedColumn[];
  readonly partners: AnalysedColumn;
  readonly counts: PartnerCounts;
}

const ROW = identifier(ROW_INDEX);
const ROW_ID = identifier('rowid');

/**
 * Finds the partner of each row among the reference rows by its key, and takes columns from it. Rows never multiply, because the reference
 * rows are first grouped by their key. Texts are equal byte for byte, and numbers and dates by value. A text equals a number or date if it
 * is a notation of it. A key with null matches nothing. `prefix`: the start of the columns' identifiers, which no other column may have.
 * The caller drops the result's table. Rejects with EngineError, with the signal's reason, or with RangeError for missing columns.
 */
export async function joinColumns(
  engine: AnalysisEngine,
  table: AnalysedTable,
  reference: ReferenceSide,
  join: Join,
  { prefix, signal }: { readonly prefix: string; readonly signal: AbortSignal },
): Promise<JoinedColumns> {
  const { table: others, isWhole, secondDigits = null, lacksEmptyTexts = false } = reference;
  if (join.keys.length === 0) throw new RangeError('There is no key to match rows by.');
  const pairs = join.keys.map(({ current, reference: other }, index): ColumnPair => {
    return {
      name: String(index),
      earlier: columnOf(others, other),
      later: columnOf(table, current),
      secondDigits,
      isEmptyNone: lacksEmptyTexts,
    };
  });
  const taken = join.columns.map(({ name, as }, index) => {
    return takenColumn(columnOf(others, name), as, `${prefix}${index}`);
  });
  const sides: MatchedSides = { earlier: { table: others }, later: { table } };
  const parts = keyParts(pairs, await readTraits(engine, sides, pairs, signal), (pair, side, traits) =>
    joinableSql(pair, side, traits, join.isLenient),
  );
  const partners = partnersColumn(join.partnersAs, `${prefix}n`);
  const rows = sql`SELECT r.${ROW} AS ${ROW}, ${taken.flatMap(({ copied }) => copied)}${taken.length === 0 ? sql`` : sql`,`}
      CAST(partner_rows AS DECIMAL(18, 0)) AS ${identifier(partners.sqlName)}
    FROM (${matchedRows(sides, parts, join, taken, isWhole)}) AS r
    LEFT JOIN ${identifier(others.sqlName)} AS o ON o.${ROW_ID} = r.partner`;
  const { sqlName } = await engine.materialise([rows], signal);
  try {
    return {
      sqlName,
      columns: [...taken.map(({ column }) => column), partners],
      partners,
      counts: await countPartners(engine, sqlName, partners, signal),
    };
  } catch (error) {
    // If the engine has ended, the table no longer exists, so the failure is ignored.
    await engine.drop(sqlName).catch(() => undefined);
    throw error;
  }
}

/** Returns a query of rows with joined columns. The engine applies conditions on `row_index` to both tables. */
function withJoinedSql(
  { sqlName, columns }: AnalysedTable,
  joined: Pick<JoinedColumns, 'sqlName' | 'columns'>,
): { readonly rows: Sql; readonly columns: readonly AnalysedColumn[] } {
  const own = columns.flatMap(physicalNames).map((name) => sql`r.${identifier(name)}`);
  const taken = joined.columns.flatMap(physicalNames).map((name) => sql`j.${identifier(name)}`);
  return {
    rows: sql`SELECT ${[sql`r.${ROW_ID} AS ${ROW_ID}`, sql`r.${ROW}`, ...own, ...taken]}
      FROM ${identifier(sqlName)} AS r JOIN ${identifier(joined.sqlName)} AS j ON j.${ROW} = r.${ROW}`,
    columns: [...columns, ...joined.columns],
  };
}

/** The rows read, joined with columns of sources, as a view in the engine. */
export interface JoinedRows {
  readonly table: AnalysedTable;
  /** The counts for each source, in the order of the sources. */
  readonly counts: readonly PartnerCounts[];
  /** Drops the view and the tables of joined columns. */
  readonly drop: () => Promise<void>;
}

/** Joins sources in turn, because keys may name earlier columns. Joins all of them or none. Rejects like `joinColumns`. */
export async function joinSources(
  engine: AnalysisEngine,
  table: AnalysedTable,
  sources: readonly { readonly reference: ReferenceSide; readonly join: Join }[],
  signal: AbortSignal,
): Promise<JoinedRows> {
  const kept: string[] = [];
  const counts: PartnerCounts[] = [];
  const drop = async () => {
    for (const sqlName of kept.toReversed()) await engine.drop(sqlName);
  };
  let current = table;
  try {
    for (const [index, { reference, join }] of sources.entries()) {
      const joined = await joinColumns(engine, current, reference, join, { prefix: `a${index}_`, signal });
      kept.push(joined.sqlName);
      counts.push(joined.counts);
      const { rows, columns } = withJoinedSql(current, joined);
      const sqlName = await engine.createView(rows, signal);
      kept.push(sqlName);
      current = { sqlName, columns, isView: true };
    }
    return { table: current, counts, drop };
  } catch (error) {
    // If the engine has ended, the tables no longer exist, so the failure is ignored.
    await drop().catch(() => undefined);
    throw error;
  }
}

/** Returns a query of each row with its `partner` (a `rowid` of the reference rows) and `partner_rows` (how many rows the rule leaves). */
function matchedRows(
  sides: MatchedSides,
  parts: KeyParts,
  join: Join,
  taken: readonly TakenColumn[],
  isWhole: boolean,
): Sql {
  const found = sql`SELECT ${parts.names}, ${partnerFigures(join, taken)}
    FROM ${candidates(sides, parts, join, taken)} GROUP BY ${parts.names}`;
  // Rows with an incomplete key match nothing. No condition of the join excludes them, because it would keep the engine from hashing.
  const current = rowsWithKeys(sides, 'later', parts, [ROW, sql`${parts.isMissing.later} AS lacks_key`]);
  const none = isWhole ? sql`0` : sql`CASE WHEN lacks_key THEN 0 END`;
  return sql`SELECT c.${ROW} AS ${ROW}, coalesce(partner_rows, ${none}) AS partner_rows,
      CASE WHEN partner_rows = 1 THEN partner END AS partner
    FROM ${current} AS c LEFT JOIN (${found}) AS f ON ${sameKeys(sql`c`, sql`f`, parts)}`;
}

/** Returns a subquery, in parentheses, of the reference rows that the rule admits, with their keys. */
function candidates(
  sides: MatchedSides,
  parts: KeyParts,
  { several, today }: Join,
  taken: readonly TakenColumn[],
): Sql {
  const { table } = sides.earlier;
  const number = sql`${ROW_ID} AS r`;
  switch (several.kind) {
    case 'empty':
      return keyedRows(sides, 'earlier', parts, [number]);
    case 'valid-on': {
      const day = resolveDay(several.day, today) ?? several.day;
      const isValid = validOnSql(columnOf(table, several.from), columnOf(table, several.to), day);
      return keyedRows(sides, 'earlier', parts, [number], sql`(${isValid})`);
    }
    case 'least':
    case 'greatest':
    case 'latest': {
      const order = orderOf(columnOf(table, several.column));
      const direction = several.kind === 'least' ? sql`ASC` : sql`DESC`;
      const nameOf = (index: number) => identifier(`by${index}`);
      const values = taken.flatMap(({ from }) => valueNames(from).map((name) => identifier(name)));
      const keyed = keyedRows(sides, 'earlier', parts, [
        number,
        ...new Map(values.map((value) => [value.text, value])).values(),
        ...order.map((value, index) => sql`${value} AS ${nameOf(index)}`),
      ]);
      const ranks = order.map((_, index) => sql`${nameOf(index)} ${direction} NULLS LAST`);
      return sql`(SELECT * FROM ${keyed} QUALIFY rank() OVER (PARTITION BY ${parts.names} ORDER BY ${ranks}) = 1)`;
    }
  }
}

/** Returns the expressions by which a column is ordered. Dates are ordered by all digits of their second. */
function orderOf(column: AnalysedColumn): readonly Sql[] {
  const order = identifier(column.orderSqlName);
  return column.type === 'date' ? [order, furtherDigitsSql(column)] : [order];
}

/** Returns how many reference rows are left for a key, and one of them. Several rows count as one if all taken values are the same. */
function partnerFigures({ several }: Join, taken: readonly TakenColumn[]): readonly Sql[] {
  const partner = sql`min(r) AS partner`;
  if (several.kind === 'empty' || several.kind === 'valid-on') {
    return [sql`count(*) AS partner_rows`, partner];
  }
  const same = taken.flatMap(({ from }) =>
    valueNames(from).map((name) => {
      const value = identifier(name);
      return sql`min(${value}) IS NOT DISTINCT FROM max(${value}) AND count(${value}) IN (0, count(*))`;
    }),
  );
  const areSame = same.length === 0 ? sql`TRUE` : joined(same, ' AND ');
  return [sql`CASE WHEN ${areSame} THEN 1 ELSE count(*) END AS partner_rows`, partner];
}

interface TakenColumn {
  readonly from: AnalysedColumn;
  readonly column: AnalysedColumn;
  /** The values of the reference row, whose alias is `o`, with their new identifiers. */
  readonly copied: readonly Sql[];
}

function takenColumn(from: AnalysedColumn, name: string, prefix: string): TakenColumn {
  const isOrderedApart = from.orderSqlName !== from.sqlName;
  const column: AnalysedColumn = {
    ...from,
    name,
    sqlName: prefix,
    orderSqlName: isOrderedApart ? `${prefix}_order` : prefix,
    misfitSqlName: from.misfitSqlName === null ? null : `${prefix}_misfit`,
  };
  const names = physicalNames(column);
  const copied = physicalNames(from).map(
    (each, index) => sql`o.${identifier(each)} AS ${identifier(names[index] ?? '')}`,
  );
  return { from, column, copied };
}

/** Returns the identifiers of all SQL columns that a column consists of. */
function physicalNames({ sqlName, orderSqlName, misfitSqlName }: AnalysedColumn): readonly string[] {
  return [
    sqlName,
    ...(orderSqlName === sqlName ? [] : [orderSqlName]),
    ...(misfitSqlName === null ? [] : [misfitSqlName]),
  ];
}

/** Returns the identifiers of the SQL columns by which two values of a column differ. */
function valueNames({ sqlName, misfitSqlName }: AnalysedColumn): readonly string[] {
  return misfitSqlName === null ? [sqlName] : [sqlName, misfitSqlName];
}

function partnersColumn(name: string, sqlName: string): AnalysedColumn {
  return { name, type: 'number', scale: 0, sqlName, orderSqlName: sqlName, misfitSqlName: null };
}

async function countPartners(
  engine: AnalysisEngine,
  sqlName: string,
  { sqlName: partners }: AnalysedColumn,
  signal: AbortSignal,
): Promise<PartnerCounts> {
  const name = identifier(partners);
  const { rows } = await engine.query(
    sql`SELECT count(*) FILTER (${name} = 1), count(*) FILTER (${name} = 0), count(*) FILTER (${name} > 1),
      count(*) FILTER (${name} IS NULL) FROM ${identifier(sqlName)}`,
    { signal, maxRows: 1 },
  );
  const [found = 0, missing = 0, several = 0, unknown = 0] = (rows[0] ?? []).map(Number);
  return { found, missing, several, unknown };
}

/** Returns the expressions by which keys are compared. A text equals a number by value: 7 equals "7.0" and "007". */
function joinableSql(pair: ColumnPair, side: Side, traits: ColumnTraits, isLenient: boolean): readonly Sql[] {
  const column = pair[side];
  const other = pair[side === 'earlier' ? 'later' : 'earlier'];
  if (column.type === other.type) {
    const values = comparableSql(pair, side, traits);
    return column.type === 'text' && isLenient ? values.map(lenientSql) : values;
  }
  const types = new Set([column.type, other.type]);
  if (!types.has('text')) return comparableSql(pair, side, traits);
  const written = types.has('number')
    ? writtenNumberSql(column)
    : types.has('date')
      ? writtenMomentSql(column)
      : (comparableSql(pair, side, traits)[0] ?? sql`NULL`);
  return [isLenient ? lenientSql(written) : written];
}

/** Matches spaces and invisible characters at either end of a text. */
const AROUND = String.raw`^[\s\p{Z}\x{200B}\x{2060}\x{FEFF}]+|[\s\p{Z}\x{200B}\x{2060}\x{FEFF}]+$`;

/** Returns a text for lenient comparisons. Accents are kept, because they distinguish words, but their Unicode notation is unified. */
function lenientSql(text: Sql): Sql {
  return sql`lower(nfc_normalize(regexp_replace(${text}, ${AROUND}, '', 'g')))`;
}

/** Returns a number without redundant zeros, and a text that is not a number unchanged. */
function writtenNumberSql({ type, sqlName, scale, misfitSqlName }: AnalysedColumn): Sql {
  const value = identifier(sqlName);
  if (type === 'number') {
    const text = sql`CAST(${value} AS VARCHAR)`;
    const short = (scale ?? 0) === 0 ? text : sql`rtrim(rtrim(${text}, '0'), '.')`;
    return misfitSqlName === null ? short : sql`coalesce(${identifier(misfitSqlName)}, ${short})`;
  }
  const trimmed = sql`trim(${value})`;
  const unpadded = sql`regexp_replace(${trimmed}, ${'^([-+]?)0+([0-9])'}, ${'\\1\\2'})`;
  const unsigned = sql`regexp_replace(${unpadded}, ${'^[+]'}, '')`;
  const short = sql`CASE WHEN contains(${trimmed}, '.') THEN rtrim(rtrim(${unsigned}, '0'), '.') ELSE ${unsigned} END`;
  const isNumber = sql`regexp_full_match(${trimmed}, ${'[-+]?[0-9]+([.][0-9]+)?'})`;
  return sql`CASE WHEN ${isNumber} THEN CASE WHEN ${short} = '-0' THEN '0' ELSE ${short} END ELSE ${value} END`;
}

const ISO_MOMENT = '[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?)?';

/** Returns a date as its timestamp, and a text that is not a date unchanged. */
function writtenMomentSql(column: AnalysedColumn): Sql {
  const value = identifier(column.sqlName);
  if (column.type === 'date') {
    const moment = sql`CASE WHEN ${furtherDigitsSql(column)} = '' THEN CAST(${identifier(column.orderSqlName)} AS VARCHAR) ELSE ${value} END`;
    return column.misfitSqlName === null
      ? moment
      : sql`coalesce(${identifier(column.misfitSqlName)}, ${moment})`;
  }
  const moment = sql`CAST(TRY_CAST(${value} AS TIMESTAMP) AS VARCHAR)`;
  return sql`CASE WHEN regexp_full_match(${value}, ${ISO_MOMENT}) THEN coalesce(${moment}, ${value}) ELSE ${value} END`;
}
