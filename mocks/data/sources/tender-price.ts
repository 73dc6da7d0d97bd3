import { sqlTypes } from '../column-record';
import { dateField, numberField, serialField } from '../field';
import type { PriceSource } from '../price-source';
import { dayAround, priceAt } from '../values';
import { articleNumber } from '../company/articles';
import { fieldList, KEY } from './field-list';

const TABLE = 'Item_Tender';

/** A source without rows. */
export const tenderPrice: PriceSource = {
  name: 'TenderPrice',
  displayName: 'Tender price',
  description: null,
  sourceTable: TABLE,
  baseRowCount: 0,
  isStatic: true,
  fields: fieldList(TABLE, [
    [
      'ItemNumber',
      sqlTypes.nvarchar(128),
      (record) => serialField(record, (id) => id, articleNumber, { isMonotone: true }),
      KEY,
    ],
    [
      'TenderValue',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => numberField(record, priceAt(510)),
      { isPriceColumn: true },
    ],
    ['ClosesOn', sqlTypes.date(), (record) => dateField(record, dayAround(520, 90))],
  ]),
};
