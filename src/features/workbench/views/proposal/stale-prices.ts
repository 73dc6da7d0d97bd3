import type { ComparisonEngine } from '../../rows-read/engine/analysis-engine';
import { ROW_INDEX, type AnalysedColumn, type AnalysedTable } from '../../rows-read/engine/analysed-table';
import { identifier, sql, type Sql } from '../../rows-read/engine/sql';
import type { ComparedSide } from '../../rows-read/matching/matched-sides';
import { joinColumns, type Join } from '../../rows-read/steps/joined-columns';

/** Prices that were proposed in a file and have moved since: a table in the engine, of `row_index`. */
export interface StalePrices {
  readonly sqlName: string;
  readonly rowCount: number;
  /** Prices of the file whose rows are there. */
  readonly found: number;
  /** Prices of the file that no row has the key of. */
  readonly gone: number;
  /** Rows whose key stands in the file more than once: nothing is said of them. */
  readonly several: number;
}

const ROW = identifier(ROW_INDEX);

/**
 * Compares the old prices of a file with the prices of the rows, by a key whose columns have the same names on both sides. Rejects with
 * EngineError, or the signal's reason; throws RangeError for columns that a side lacks.
 */
export async function findStalePrices(
  engine: ComparisonEngine,
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
    // No rule asks for a day.
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
    // With its engine the table is gone.
    await engine.drop(joined.sqlName).catch(() => undefined);
  }
}

/** Returns the condition of the rows whose price has moved. */
export function staleSql({ sqlName }: StalePrices): Sql {
  return sql`${ROW} IN (SELECT ${ROW} FROM ${identifier(sqlName)})`;
}
