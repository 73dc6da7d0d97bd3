import * as z from 'zod';
import type { PriceColumn, PriceField, ServiceAbilities } from './column';
import { columnFromRecord } from './column.schema';
import type { Dialect } from './dialect';
import type { Endpoint } from './endpoint';
import {
  cutText,
  limitIssue,
  MAX_FIELDS,
  MAX_NAME_LENGTH,
  MAX_PRICE_COLUMNS,
  MAX_PRICE_FIELDS,
  MAX_TEXT_LENGTH,
  METADATA_BYTES,
} from './limits';
import { COMPARISON_OPS, EXTRACTION_PERMISSION, VALUE_SEPARATOR } from './extraction';
import { isRecord } from './member-path';
import { DEFAULT_DESCRIPTION, FIELD_MEMBERS, MEMBERS_OF_ABSENT } from './service-description';
import { ownMember } from '@/lib/base/own-member';

const priceColumnSchema = z.object({
  name: z.string().min(1).max(MAX_NAME_LENGTH),
  displayName: z.string(),
  description: z.string().nullish(),
  sourceTable: z.string(),
  fields: z.array(z.custom<Record<string, unknown>>(isRecord)),
});

const priceColumnsSchema = z.array(priceColumnSchema).superRefine((priceColumns, context) => {
  const fieldCount = priceColumns.reduce((sum, each) => sum + (isTooWide(each) ? 0 : each.fields.length), 0);
  if (priceColumns.length > MAX_PRICE_COLUMNS) {
    context.addIssue(limitIssue('price-columns', MAX_PRICE_COLUMNS));
  } else if (fieldCount > MAX_FIELDS) {
    context.addIssue(limitIssue('all-fields', MAX_FIELDS));
  }
});

/** `GET /api/prices`: every configured price column with its source fields (docs/service-contract.md, section 5). */
export const priceColumnsEndpoint: Endpoint<void, PriceColumn[]> = {
  name: 'price-columns',
  method: 'GET',
  path: () => '/api/prices',
  maxBytes: METADATA_BYTES,
  isRead: true,
  permission: EXTRACTION_PERMISSION,
  decode: (data) => decodePriceColumns(data),
  inDialect: (dialect) => {
    const { priceColumns, description } = dialect;
    return {
      ...priceColumnsEndpoint,
      path: () => priceColumns.path,
      permission: description.rights.extraction,
      decode: (data) =>
        decodePriceColumns(priceColumns.data(data)).map((priceColumn) => {
          const described = withoutAbsentMembers(withAbilities(priceColumn, dialect), dialect);
          return description.priceColumns.fields === null
            ? { ...described, areFieldsListed: false }
            : described;
        }),
    };
  },
};

function decodePriceColumns(data: unknown): PriceColumn[] {
  return priceColumnsSchema.parse(data).map((record) => priceColumnFromRecord(record));
}

/** Returns a price column without marks for members that the service is described not to have. */
function withoutAbsentMembers(priceColumn: PriceColumn, dialect: Dialect | null | undefined): PriceColumn {
  const { fields, field: members } = dialect?.description.priceColumns ?? DEFAULT_DESCRIPTION.priceColumns;
  if (fields === null) return priceColumn;
  const absent = new Set(FIELD_MEMBERS.filter((member) => members[member] === null).map(String));
  if (absent.size === 0) return priceColumn;
  const isLacking = (member: string) => !absent.has(member);
  return {
    ...priceColumn,
    fields: priceColumn.fields.map((field) => ({
      ...field,
      incompleteMembers: field.incompleteMembers.filter(isLacking),
    })),
  };
}

/** Returns a price column with what the service of a dialect can do; null or undefined: what the contract says. */
function withAbilities(priceColumn: PriceColumn, dialect: Dialect | null | undefined): PriceColumn {
  return dialect == null ? priceColumn : { ...priceColumn, abilities: abilitiesIn(dialect) };
}

function abilitiesIn({ description: { extraction, priceColumns } }: Dialect): ServiceAbilities {
  const { operators, filters, sort, fields: asked } = extraction;
  const { fields, field } = priceColumns;
  const missing = COMPARISON_OPS.filter((op) => operators[op] === null);
  return {
    missingOperators: missing,
    joinsLists: filters.lists === 'join',
    ...(filters.separator !== VALUE_SEPARATOR && { listSeparator: filters.separator }),
    ...(sort.max !== null && { maxSortRules: sort.max }),
    ...(asked.all === 'listed' && { listsAllFields: true }),
    ...((fields === null || field.filterable === null || field.sortable === null) && { hidesUses: true }),
  };
}

/** `sampledRows`: the number of rows from which the fields were read; absent if the service has listed them. */
const storedSchema = priceColumnSchema.extend({ sampledRows: z.int().nonnegative().optional() });

export type PriceColumnRecord = z.output<typeof storedSchema>;

/** Returns a record that can be stored, and from which `storedPriceColumn` restores the price column. */
export function priceColumnRecord(priceColumn: PriceColumn): PriceColumnRecord {
  const { name, displayName, description, sourceTable, fields } = priceColumn;
  const sampledRows = fields[0]?.guessedFromRows;
  return {
    name,
    displayName,
    description,
    sourceTable,
    fields: fields.map(({ raw }) => ({ ...raw })),
    ...(sampledRows !== undefined && { sampledRows }),
  };
}

/**
 * Reads a stored price column; null if it is not one. A record does not say what the service can do. `dialect`: that of the service
 * which its queries go to; null if none do, or if the service does what the contract says.
 */
export function storedPriceColumn(record: unknown, dialect: Dialect | null | undefined): PriceColumn | null {
  const result = storedSchema.safeParse(record);
  return result.success && !isTooWide(result.data)
    ? withoutAbsentMembers(withAbilities(priceColumnFromRecord(result.data), dialect), dialect)
    : null;
}

/** Whether a price column has too many fields. It cannot be opened then, but the response stays valid for the others. */
function isTooWide({ fields }: Pick<PriceColumnRecord, 'fields'>): boolean {
  return fields.length > MAX_PRICE_FIELDS;
}

function priceColumnFromRecord(record: PriceColumnRecord): PriceColumn {
  const { name, displayName, description, sourceTable, fields, sampledRows } = record;
  const read = (field: Record<string, unknown>, ordinal: number) =>
    sampledRows === undefined
      ? fieldFromRecord(field, ordinal)
      : sampledFieldFromRecord(field, ordinal, sampledRows);
  return {
    name,
    displayName: displayName === '' ? name : cutText(displayName, MAX_NAME_LENGTH),
    description: description == null ? null : cutText(description, MAX_TEXT_LENGTH),
    sourceTable: cutText(sourceTable, MAX_NAME_LENGTH),
    ...(isTooWide(record) ? { fields: [], fieldLimit: MAX_PRICE_FIELDS } : { fields: fields.map(read) }),
  };
}

function fieldFromRecord(record: Record<string, unknown>, ordinal: number): PriceField {
  const column = columnFromRecord(record, ordinal);
  const flags = ['filterable', 'sortable'].filter((member) => typeof ownMember(record, member) !== 'boolean');
  return {
    ...column,
    incompleteMembers: [...column.incompleteMembers, ...flags],
    isFilterable: record['filterable'] === true,
    isSortable: record['sortable'] === true,
  };
}

/** Returns a field that was read from `rowCount` rows. `record` has its name and its guessed type. */
export function sampledFieldFromRecord(
  record: Record<string, unknown>,
  ordinal: number,
  rowCount: number,
): PriceField {
  const raw = { ...record, ...MEMBERS_OF_ABSENT, guessedFromRows: rowCount };
  return {
    ...fieldFromRecord(raw, ordinal),
    raw,
    incompleteMembers: [],
    guessedFromRows: rowCount,
  };
}
