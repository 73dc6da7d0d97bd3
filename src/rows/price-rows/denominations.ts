import type { ColumnType, PriceField } from '@/contract/column';

export type DenominationKind = 'currency' | 'unit';

/** A field whose value is the currency or unit of the amounts in the same row. */
export interface Denomination {
  readonly kind: DenominationKind;
  readonly field: string;
}

/** The fields that hold the currency and the unit of a field's numbers. */
export interface Denominators {
  readonly known: readonly Denomination[];
  /** The currency and unit fields that the rows do not contain. */
  readonly unknown: readonly Denomination[];
}

type Described = Pick<PriceField, 'name' | 'foreignKey'> & { readonly type: ColumnType };

// The metadata does not mark currency and unit fields, so they are found by their names or by the tables to which they refer.
const NAMES: Readonly<Record<DenominationKind, RegExp>> = {
  currency:
    /curr?(?:ency)?_?(?:iso)?_?(?:code|key|id)?$|ccy(?:_?code)?$|^ccy|w(?:ä|ae)hrung|w(?:ä|ae)hrg|whr?g$|waer[sk]?$|^konwa$|devise(?!d)|divisa|moneda|monnaie|moneta(?!r)|valuta|^munt/i,
  unit: /(?:^|[_a-z])unit(?:ofmeasure|code|id)?$|einheit|(?:^|[_a-z])uom$/i,
};

/** Matches names in which "unit" means a part of a company. */
const ORGANIZATION =
  /(?:business|organi[sz]ation(?:al)?|org|operating|strategic|legal|reporting|administrative|management|accounting)_?unit|(?:gesch(?:ä|ae)fts|organisations|unternehmens|verwaltungs|betriebs|berichts)_?einheit/i;

/** Returns the fields that contain currencies and units. */
export function denominationsOf(fields: readonly Described[]): readonly Denomination[] {
  return fields.flatMap(({ name, type, foreignKey }) => {
    if (type !== 'text') return [];
    const kinds = (['currency', 'unit'] as const).filter(
      (kind) => isCalled(name, kind) || (foreignKey !== null && isCalled(foreignKey.table, kind)),
    );
    return kinds.slice(0, 1).map((kind) => ({ kind, field: name }));
  });
}

function isCalled(name: string, kind: DenominationKind): boolean {
  return NAMES[kind].test(name) && !ORGANIZATION.test(name);
}

/** Returns which denominations a field has: currency and unit for a price, a unit for a quantity, none for a key or percentage. */
export function denominationKindsOf(
  field: Pick<
    PriceField,
    'name' | 'type' | 'isKey' | 'isPrimaryKey' | 'foreignKey' | 'isPriceColumn' | 'scale' | 'formatting'
  >,
): readonly DenominationKind[] {
  if (field.type !== 'number' || field.isKey || field.isPrimaryKey || field.foreignKey !== null) return [];
  if (field.isPriceColumn === true) return ['currency', 'unit'];
  if (field.formatting.includes('%') || RATIO_NAMES.test(field.name)) return [];
  if (!hasPlaces(field) || QUANTITY_NAMES.test(field.name)) return ['unit'];
  return ['currency', 'unit'];
}

function hasPlaces({ scale, formatting }: Pick<PriceField, 'scale' | 'formatting'>): boolean {
  return scale === null ? /\.[0#]/.test(formatting) : scale > 0;
}

const RATIO_NAMES = /%|percent|prozent|factor|faktor|rate$|ratio|quote$/i;
const QUANTITY_NAMES = /quantity|menge|volume|volumen|weight|gewicht|stock|bestand/i;
