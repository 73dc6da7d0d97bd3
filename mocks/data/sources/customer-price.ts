import { sqlTypes } from '../column-record';
import {
  dateField,
  dateTimeField,
  dictionaryField,
  numberField,
  serialField,
  wideNumberField,
  NULL_PART,
  type PartAt,
} from '../field';
import { isOneIn, modulo, pick } from '../hash';
import type { PriceSource } from '../price-source';
import { dayAround, modified, priceAt, validTo, wideAmount } from '../values';
import { articleNames } from '../vocabulary';
import { articleNameCode, articleNumber, articleOf } from './articles';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_Customer_ContractPrice';
const CUSTOMERS_PER_ARTICLE = 12;
const article = articleOf(CUSTOMERS_PER_ARTICLE);
const volume = wideAmount(620, 1);
const validFrom = dayAround(630, 700);
const agreed = modified(640);
const agreedDay: PartAt = (id, version) => (isOneIn(id, 650, 9) ? NULL_PART : agreed.dayAt(id, version));

/** Keyed by two columns together; every volume has 18 significant digits. */
export const customerPrice: PriceSource = {
  name: 'CustomerPrice',
  displayName: 'Customer contract price',
  description: 'Prices agreed with single customers, and the volume the contract is about.',
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
      (record) => numberField(record, priceAt(610, 40)),
      { isPriceColumn: true },
    ],
    [
      'ContractVolume',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => wideNumberField(record, volume.majorAt, volume.minorAt),
    ],
    ['ValidFrom', sqlTypes.date(), (record) => dateField(record, validFrom), { is_nullable: false }],
    ['ValidTo', sqlTypes.date(), (record) => dateField(record, validTo(validFrom, 631))],
    ['AgreedAt', sqlTypes.datetime2(), (record) => dateTimeField(record, agreedDay, agreed.tickAt)],
  ]),
};

// Grows with the row within an article, so that article and customer together are the key order.
function customerAt(id: number, version: number): number {
  return 10_000 + modulo(id, CUSTOMERS_PER_ARTICLE) * 731 + pick(article(id, version), 600, 700);
}
