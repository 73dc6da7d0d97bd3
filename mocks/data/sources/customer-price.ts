import { sqlTypes } from '../column-record';
import { articleNameCode, articleNames, articleNumber, articleOf, costOf } from '../company/articles';
import { piecePrice } from '../company/list-price';
import { GERMAN_LIST } from '../company/markets';
import { errorLottery, mistaken, type PlantedError } from '../company/planted';
import {
  dateField,
  dateTimeField,
  dictionaryField,
  NULL_PART,
  numberField,
  serialField,
  type PartAt,
} from '../field';
import { isOneIn, modulo, pick } from '../hash';
import type { PriceSource } from '../price-source';
import { agreedFactor, dayAround, modified, validTo } from '../values';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_Customer_ContractPrice';
const CUSTOMERS_PER_ARTICLE = 12;
/** The largest discount is far below the smallest margin, so that no contract price is below the cost. */
const LARGEST_DISCOUNT_PERCENT = 28;

const article = articleOf(CUSTOMERS_PER_ARTICLE);
const validFrom = dayAround(630, 700);
const agreed = modified(640);
const agreedDay: PartAt = (id, version) => (isOneIn(id, 650, 9) ? NULL_PART : agreed.dayAt(id, version));

export const customerErrorOf: (id: number) => PlantedError | null = errorLottery(660, {
  missing: 250,
  zero: 40,
  'times-10': 60,
  'times-100': 40,
  tenth: 40,
  'below-cost': 200,
});

/** The source of prices agreed with individual customers. Its key consists of two columns. */
export const customerPrice: PriceSource = {
  name: 'CustomerPrice',
  displayName: 'Customer contract price',
  description: 'Prices in euros agreed with single customers, and the volume the contract is about.',
  sourceTable: TABLE,
  baseRowCount: 120_000,
  isStatic: false,
  fields: fieldList(TABLE, [
    ['ItemNumber', sqlTypes.nvarchar(128), (record) => serialField(record, article, articleNumber), KEY],
    [
      'CustomerNumber',
      sqlTypes.varchar(20),
      (record) => serialField(record, customerAt, (serial) => `K${serial}`),
      KEY,
    ],
    [
      'Name',
      sqlTypes.nvarchar(1000),
      (record) =>
        dictionaryField(record, articleNames, (id, version) => articleNameCode(article(id, version))),
    ],
    [
      'ContractValue',
      sqlTypes.decimal(18, 4, '#,##0.0000'),
      (record) => numberField(record, valueAt),
      { isPriceColumn: true },
    ],
    [
      'ContractVolume',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => numberField(record, (id) => VOLUMES[pick(id, 620, VOLUMES.length)] ?? 0),
    ],
    ['ValidFrom', sqlTypes.date(), (record) => dateField(record, validFrom), { is_nullable: false }],
    ['ValidTo', sqlTypes.date(), (record) => dateField(record, validTo(validFrom, 631))],
    ['AgreedAt', sqlTypes.datetime2(), (record) => dateTimeField(record, agreedDay, agreed.tickAt)],
  ]),
};

/** The agreed volumes in pieces per year, in ten-thousandths. */
const VOLUMES = [100, 250, 500, 1_000, 2_500, 5_000, 7_500, 10_000, 25_000, 60_000].map(
  (pieces) => pieces * 10_000,
);

// Customer numbers grow from row to row within an article, so that rows are in the order of the key (article, customer).
function customerAt(id: number, version: number): number {
  return 10_000 + modulo(id, CUSTOMERS_PER_ARTICLE) * 731 + pick(article(id, version), 600, 40) * 17;
}

function valueAt(id: number, version: number): number {
  const error = customerErrorOf(id);
  const of = article(id, version);
  if (error === 'below-cost') return Math.floor((costOf(of) * (75 + pick(id, 611, 20))) / 10_000) * 100;
  const discount = 4 + pick(customerAt(id, version), 612, LARGEST_DISCOUNT_PERCENT - 3);
  const price = (piecePrice(of, GERMAN_LIST) * (100 - discount) * agreedFactor(id, 613, version)) / 100;
  return mistaken(Math.round(price / 100) * 100, error);
}
