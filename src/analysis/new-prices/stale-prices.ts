import type { AnalysisEngine } from '../engine/analysis-engine';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../engine/analysed-table';
import { identifier, sql, type Sql } from '../engine/sql';
import type { ComparedSide } from '../matching/matched-sides';
import { joinColumns, type Join } from '../steps/joined-columns';

/** The prices that have changed since they were exported in a proposal. They are a table in the engine with the column `row_index`. */
export interface StalePrices {
  readonly sqlName: string;
  readonly rowCount: number;
  /** The number of prices in the file whose key a row has. */
  readonly found: number;
  /** The number of prices in the file whose key no row has. */
  readonly gone: number;
  /** The number of rows whose key occurs several times in the file. They are not compared. */
  readonly several: number;
}

/**
 * The head of the column of old prices in every language (`proposal.fileHeads.oldValue`). The file may be in another language than the
 * page, which loads only the messages of its own language.
 */
export const OLD_VALUE_HEADS: readonly string[] = ['Old value', 'Alter Wert'];

const ROW = identifier(ROW_INDEX);

/**
 * Compares the old prices in a file with the current prices. The key columns have the same names on both sides. Rejects with EngineError
 * or the signal's reason. Throws RangeError if a side lacks a column.
 */
export async function findStalePrices(
  engine: AnalysisEngine,
  { table, price }: { readonly table: AnalysedTable; readonly price: AnalysedColumn },
  file: Pick<ComparedSide, 'table' | 'secondDigits' | 'lacksEmptyTexts'>,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<StalePrices> {
  const join: Join = {
    keys: keys.map((name) => ({ current: name, reference: name })),
    columns: [{ name: price.name, as: price.name }],
    partnersAs: 'partners',
    several: { kind: 'empty' },
    isLenient: false,
    // The day is empty, because this comparison has no relative days.
    today: '',
  };
  const options = { prefix: 'proposed_', signal };
  const { secondDigits = null, lacksEmptyTexts = false } = file;
  const ofRows = { table, isWhole: true, lacksEmptyTexts };
  const back = await joinColumns(engine, file.table, ofRows, join, options);
  await engine.drop(back.sqlName);
  const reference = { table: file.table, isWhole: true, secondDigits, lacksEmptyTexts };
  const joined = await joinColumns(engine, table, reference, join, options);
  try {
    const { found, several } = joined.counts;
    const [was] = joined.columns.map(({ sqlName }) => identifier(sqlName));
    const { sqlName, rowCount } = await engine.materialise(
      [
        sql`SELECT j.${ROW} FROM ${identifier(joined.sqlName)} AS j JOIN ${identifier(table.sqlName)} AS r ON r.${ROW} = j.${ROW}
          WHERE j.${identifier(joined.partners.sqlName)} = 1 AND j.${was ?? ROW} IS DISTINCT FROM r.${identifier(price.sqlName)}`,
      ],
      signal,
    );
    return { sqlName, rowCount, found, several, gone: back.counts.missing };
  } finally {
    // Dropping fails if the engine has ended, but then the table no longer exists either.
    await engine.drop(joined.sqlName).catch(() => undefined);
  }
}

/** Returns the condition for the rows whose price has changed. */
export function staleSql({ sqlName }: StalePrices): Sql {
  return sql`${ROW} IN (SELECT ${ROW} FROM ${identifier(sqlName)})`;
}
