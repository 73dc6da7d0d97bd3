import type { PlantedError } from './company/planted';
import type { CellText } from './field';
import { rowCountOf, rowIdAt, type PriceSource, type SourceState } from './price-source';
import { costErrorOf, costForPricing } from './sources/cost-for-pricing';
import { customerErrorOf, customerPrice } from './sources/customer-price';
import { priceHistory } from './sources/price-history';
import { promotionPrice } from './sources/promotion-price';
import { regionalPrice } from './sources/regional-price';
import { salesErrorOf, salesPrice } from './sources/sales-price';
import { tenderPrice } from './sources/tender-price';
import { testPatterns } from './sources/test-patterns';
import { wideSourceNamed } from './sources/wide-price';

export const RESIZABLE_SOURCE_NAME = salesPrice.name;

/** The source of every price column, in the order in which the service lists them. */
export const PRICE_SOURCES: readonly PriceSource[] = [
  salesPrice,
  costForPricing,
  customerPrice,
  regionalPrice,
  promotionPrice,
  tenderPrice,
  priceHistory,
  testPatterns,
];

export function findPriceSource(name: string): PriceSource | null {
  return PRICE_SOURCES.find((source) => source.name === name) ?? wideSourceNamed(name);
}

/** Returns the row at `rowIndex` (0-based, in key order) as an object of exact texts. Needs no service. */
export function rowAt(priceColumnName: string, rowIndex: number, version = 0): Record<string, CellText> {
  const source = knownSource(priceColumnName);
  const id = rowIdAt(source, rowIndex, version);
  return Object.fromEntries(source.fields.map((field) => [field.record.name, field.valueAt(id, version)]));
}

/** Returns the number of rows of a price column; `state` defaults to version 0 with the default number of rows. */
export function rowCountAt(priceColumnName: string, state: Partial<SourceState> = {}): number {
  const source = knownSource(priceColumnName);
  return rowCountOf(source, { version: 0, baseRowCount: source.baseRowCount, ...state });
}

/** Returns the intentional error in the row at `rowIndex` (0-based, in key order), which checks must find; null if it has none. */
export function plantedAt(priceColumnName: string, rowIndex: number, version = 0): PlantedError | null {
  const source = knownSource(priceColumnName);
  return PLANTED.get(source.name)?.(rowIdAt(source, rowIndex, version)) ?? null;
}

const PLANTED: ReadonlyMap<string, (id: number) => PlantedError | null> = new Map([
  ['SalesPrice', salesErrorOf],
  ['CostForPricing', costErrorOf],
  ['CustomerPrice', customerErrorOf],
]);

function knownSource(name: string): PriceSource {
  const source = findPriceSource(name);
  if (source === null) throw new Error(`There is no price column ${name}.`);
  return source;
}
