import { sqlTypes } from '../column-record';
import { currencies } from '../company/markets';
import { dayNumber } from '../date-text';
import {
  bitField,
  dateField,
  dateTimeField,
  dictionaryField,
  NULL_PART,
  numberField,
  wideNumberField,
} from '../field';
import { isOneIn, modulo, pick } from '../hash';
import { revisionOf, type PriceSource } from '../price-source';
import { dayAround, modified, skewedCode, wideAmount } from '../values';
import { AWKWARD_TEXTS, awkwardTexts, longRemarks, namesOfManyLanguages } from './awkward-texts';
import { fieldList, KEY } from './field-list';

const TABLE = 'Test_Patterns';
const amount = wideAmount(710, 4);
const everyDigit = wideAmount(720, 1);
const written = modified(740);

/** Dates that programs often handle incorrectly: the first and last possible dates, leap days, and changes of daylight saving time. */
const DAYS = [
  dayNumber(1, 1, 1),
  dayNumber(1582, 10, 15),
  dayNumber(1899, 12, 31),
  dayNumber(1900, 2, 28),
  dayNumber(1900, 3, 1),
  dayNumber(1970, 1, 1),
  dayNumber(2000, 2, 29),
  dayNumber(2024, 2, 29),
  dayNumber(2026, 3, 29),
  dayNumber(2026, 10, 25),
  dayNumber(2038, 1, 19),
  dayNumber(9999, 12, 31),
];
const nearby = dayAround(738, 400);

/** A source whose values are hard to display, count, sort or write. They are test data, and not data of the demo company. */
export const testPatterns: PriceSource = {
  name: 'TestPatterns',
  displayName: 'Test patterns',
  description: 'Awkward values: 18 digits, many scripts, markup, formulas, long texts, odd dates.',
  sourceTable: TABLE,
  baseRowCount: 6_000,
  isStatic: false,
  fields: fieldList(TABLE, [
    [
      'PatternNo',
      sqlTypes.bigint(),
      (record) => numberField(record, (id) => 700_000 + id, { isMonotone: true }),
      KEY,
    ],
    [
      'Text',
      sqlTypes.nvarchar(1000),
      (record) => dictionaryField(record, awkwardTexts, (id) => modulo(id, AWKWARD_TEXTS.length)),
    ],
    [
      'Name',
      sqlTypes.nvarchar(1000),
      (record) =>
        dictionaryField(record, namesOfManyLanguages, (id) => pick(id, 702, namesOfManyLanguages().size)),
    ],
    [
      'Remark',
      sqlTypes.nvarchar(0),
      (record) =>
        dictionaryField(record, longRemarks, (id) =>
          isOneIn(id, 703, 3) ? -1 : pick(id, 704, longRemarks().size),
        ),
    ],
    [
      'Amount',
      sqlTypes.decimal(18, 4, '#,##0.00'),
      (record) => wideNumberField(record, amount.majorAt, amount.minorAt),
      { isPriceColumn: true },
    ],
    [
      'Volume',
      sqlTypes.decimal(18, 4, '#,##0.0000'),
      (record) => wideNumberField(record, everyDigit.majorAt, everyDigit.minorAt),
    ],
    [
      'Factor',
      sqlTypes.decimal(18, 14),
      (record) =>
        numberField(
          record,
          (id, version) => pick(id, 726 + revisionOf(id, version), 1_000_000) * 9_000_000_000 + 1,
        ),
    ],
    [
      'Quantity',
      sqlTypes.int('#,##0'),
      (record) => numberField(record, (id) => [1, 1, 1, 10, 25, 100, 1000, 25000][pick(id, 729, 8)] ?? 1),
    ],
    [
      'Currency',
      sqlTypes.varchar(3),
      (record) =>
        dictionaryField(
          record,
          currencies,
          skewedCode(728, () => currencies().size, 30),
        ),
    ],
    [
      'Day',
      sqlTypes.date(),
      (record) =>
        dateField(record, (id, version) => {
          if (isOneIn(id, 732, 9)) return NULL_PART;
          return isOneIn(id, 733, 3) ? (DAYS[pick(id, 734, DAYS.length)] ?? NULL_PART) : nearby(id, version);
        }),
    ],
    ['Moment', sqlTypes.datetime2(), (record) => dateTimeField(record, written.dayAt, written.tickAt)],
    [
      'Flag',
      sqlTypes.bit(),
      (record) => bitField(record, (id) => (isOneIn(id, 735, 6) ? NULL_PART : pick(id, 736, 2))),
    ],
  ]),
};
