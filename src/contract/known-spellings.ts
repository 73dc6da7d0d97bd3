import type { ComparisonOp } from './extraction';
import type { ServiceDescription } from './service-description';

/**
 * Names under which services are known to have what docs/service-contract.md leaves open, the most frequent first. The
 * service check (src/service-check) tries them in requests, and looks for them in answers. Answers are compared word by
 * word, without regard to case, so `totalCount` here also stands for `TotalCount` and `total_count`.
 */

/** Addresses that may list price columns. */
export const PRICE_LIST_ADDRESSES: readonly string[] = [
  '/api/prices',
  '/api/price-columns',
  '/api/pricecolumns',
  '/api/priceColumns',
  '/api/price_columns',
  '/api/prices/columns',
  '/api/v1/prices',
  '/api/v2/prices',
  '/api/v3/prices',
  '/api/v1/price-columns',
  '/api/v2/price-columns',
  '/api/v3/price-columns',
  '/api/lists/prices',
  '/api/pricelists',
  '/api/price-lists',
  '/api/v1/price-lists',
  '/api/v2/price-lists',
  '/api/sources',
];

/** Addresses at which services often have an OpenAPI document, which lists all their addresses. */
export const DOCUMENT_ADDRESSES: readonly string[] = [
  '/api/openapi.json',
  '/openapi.json',
  '/swagger/v1/swagger.json',
  '/openapi/v1.json',
  '/v3/api-docs',
  '/api/swagger.json',
  '/api/swagger/v1/swagger.json',
  '/api/v1/openapi.json',
  '/swagger.json',
];

/** Words in the addresses of price columns and their rows, in the singular. */
export const ADDRESS_WORDS: readonly string[] = ['price', 'pricing', 'column', 'source', 'tariff'];

/** What may follow the address of a price column in an address that only reads its rows. */
export const SEARCH_ENDINGS: readonly string[] = ['/query', '/search'];

/** Names of members that lead to rows, in a price column's own record. */
export const ROWS_LINK_WORDS: readonly string[] = [
  'rows',
  'data',
  'query',
  'search',
  'extract',
  'extraction',
  'records',
];

type Names = readonly string[];

/** Members of a price column in an answer. */
export const PRICE_COLUMN_SPELLINGS = {
  name: ['name', 'id', 'code', 'key', 'slug', 'priceColumn', 'columnName', 'identifier'],
  displayName: ['displayName', 'label', 'title', 'caption', 'text', 'name'],
  description: ['description', 'about', 'summary', 'remark', 'comment', 'note', 'info'],
  sourceTable: ['sourceTable', 'table', 'tableName', 'source', 'from'],
  fields: ['fields', 'columns', 'members', 'attributes', 'sourceFields', 'metadata'],
} as const satisfies Readonly<Record<string, Names>>;

/** Members of a field in an answer. */
export const FIELD_SPELLINGS: Readonly<Record<keyof ServiceDescription['priceColumns']['field'], Names>> = {
  name: ['name', 'id', 'columnName', 'fieldName', 'column', 'field', 'key', 'code'],
  typeName: ['typeName', 'type', 'sqlType', 'columnType', 'fieldType', 'valueType', 'kind'],
  column_id: ['columnId', 'position', 'ordinal', 'index', 'columnNumber', 'sequence'],
  max_length: ['maxLength', 'length', 'typeLength', 'maximumLength', 'size'],
  precision: ['precision', 'digits', 'typeDigits', 'typePrecision'],
  scale: ['scale', 'decimals', 'typeDecimals', 'typeScale', 'decimalPlaces'],
  is_nullable: ['isNullable', 'null', 'allowsNull', 'optional'],
  default_value: ['defaultValue', 'default', 'defaultExpression'],
  is_unique: ['isUnique'],
  is_primary_key: ['isPrimaryKey', 'primary', 'pk'],
  enableInABC: ['enableInAbc', 'inAbc', 'abc', 'enableInABC'],
  typeName_display: ['typeNameDisplay', 'typeLabel', 'typeDisplay', 'displayType', 'typeText'],
  precision_display: ['precisionDisplay', 'digitsLabel', 'typeDigitsLabel', 'precisionLabel'],
  table_name: ['tableName', 'table', 'sourceTable'],
  DATA_TYPE: ['dataType', 'datatype', 'category', 'group'],
  FORMATTING: ['formatting', 'format', 'pattern', 'displayFormat', 'numberFormat'],
  ALIGN: ['align', 'alignment'],
  ViewSecurityRightID: [
    'viewSecurityRightId',
    'rightView',
    'viewRight',
    'viewPermission',
    'readRight',
    'rightRead',
  ],
  EditSecurityRightID: [
    'editSecurityRightId',
    'rightEdit',
    'editRight',
    'editPermission',
    'writeRight',
    'rightWrite',
  ],
  EditTableSecurityRightID: [
    'editTableSecurityRightId',
    'rightEditTable',
    'editTableRight',
    'tableEditRight',
    'editTablePermission',
  ],
  canEdit: ['canEdit', 'editable', 'isEditable', 'writable'],
  IsKey: ['isKey', 'keyField'],
  Condition: ['condition', 'where'],
  isPriceColumn: ['isPriceColumn', 'isPrice'],
  filterable: ['filterable', 'filter', 'searchable', 'supportsFilter'],
  sortable: ['sortable', 'sort', 'orderable', 'supportsSort'],
};

/** Names of types other than those of SQL, in lower case, with the SQL types that they stand for. */
export const TYPE_SPELLINGS: Readonly<Record<string, string>> = {
  string: 'nvarchar',
  str: 'nvarchar',
  character: 'nvarchar',
  code: 'varchar',
  ansistring: 'varchar',
  guid: 'uniqueidentifier',
  uuid: 'uniqueidentifier',
  number: 'decimal',
  currency: 'decimal',
  amount: 'decimal',
  double: 'float',
  single: 'real',
  whole: 'int',
  integer: 'int',
  int32: 'int',
  long: 'bigint',
  int64: 'bigint',
  short: 'smallint',
  int16: 'smallint',
  byte: 'tinyint',
  day: 'date',
  dateonly: 'date',
  moment: 'datetime2',
  timestamp: 'datetime2',
  legacydatetime: 'datetime',
  instant: 'datetime2',
  datetimeoffset: 'datetime2',
  boolean: 'bit',
  bool: 'bit',
  flag: 'bit',
  logical: 'bit',
};

/** Members of the body of an extraction. */
export const BODY_SPELLINGS = {
  size: [
    'nrOfRecords',
    'pageSize',
    'page_size',
    'PageSize',
    'limit',
    'size',
    'take',
    'top',
    'count',
    'rows',
    'perPage',
    'per_page',
    'maxResults',
  ],
  page: [
    'page',
    'pageNumber',
    'page_number',
    'PageNumber',
    'Page',
    'pageIndex',
    'page_index',
    'PageIndex',
    'pageNo',
  ],
  offset: ['offset', 'skip', 'start', 'from', 'Skip', 'Offset', 'startRow', 'start_row', 'startIndex'],
  fields: [
    'fields',
    'select',
    'columns',
    'Fields',
    'Columns',
    'attributes',
    'properties',
    'fieldNames',
    'field_names',
    'projection',
    'members',
    'Members',
    'Select',
  ],
  filters: [
    'filters',
    'filter',
    'where',
    'conditions',
    'criteria',
    'Filters',
    'Where',
    'predicates',
    'restrictions',
    'match',
    'Filter',
    'Conditions',
    'Criteria',
  ],
  sort: [
    'orderby',
    'orderBy',
    'order_by',
    'sort',
    'order',
    'OrderBy',
    'Sort',
    'sortBy',
    'sort_by',
    'sorting',
  ],
} as const satisfies Readonly<Record<string, Names>>;

/** Members of a condition. */
export const CONDITION_SPELLINGS = {
  column: [
    'columnName',
    'column',
    'field',
    'name',
    'property',
    'member',
    'key',
    'column_name',
    'fieldName',
    'field_name',
    'attribute',
    'Column',
    'Field',
    'Name',
    'Member',
    'Property',
  ],
  operator: [
    'op',
    'operator',
    'is',
    'operation',
    'comparison',
    'comparator',
    'type',
    'condition',
    'Operator',
    'how',
    'test',
    'Op',
    'Comparison',
  ],
  value: [
    'value',
    'to',
    'values',
    'operand',
    'val',
    'Value',
    'against',
    'with',
    'argument',
    'Values',
    'Operand',
  ],
} as const satisfies Readonly<Record<string, Names>>;

/** Words for operators. A service that has the word at one place of a list often has the words at the same place of the others. */
export const OPERATOR_SPELLINGS: Readonly<Record<ComparisonOp, Names>> = {
  equals: ['equals', 'eq', '=', 'Equals', 'EQ', 'equal', '==', 'is'],
  notEquals: ['notEquals', 'ne', '<>', 'NotEquals', 'NE', 'notEqual', '!=', 'isNot', 'neq', 'not_equals'],
  containsAny: [
    'containsAny',
    'in',
    'in',
    'ContainsAny',
    'IN',
    'anyOf',
    'in',
    'oneOf',
    'any',
    'contains_any',
    'any_of',
  ],
  isNull: ['isNull', 'null', 'is null', 'IsNull', 'NULL', 'empty', 'is_null', 'isEmpty'],
  isNotNull: [
    'isNotNull',
    'not_null',
    'is not null',
    'IsNotNull',
    'NOT_NULL',
    'notEmpty',
    'is_not_null',
    'isNotEmpty',
    'notNull',
  ],
  greaterThan: ['greaterThan', 'gt', '>', 'GreaterThan', 'GT', 'greater', '>', 'after', 'greater_than'],
  lessThan: ['lessThan', 'lt', '<', 'LessThan', 'LT', 'less', '<', 'before', 'less_than'],
  greaterThanOrEquals: [
    'greaterThanOrEquals',
    'ge',
    '>=',
    'GreaterThanOrEquals',
    'GE',
    'greaterOrEqual',
    '>=',
    'from',
    'gte',
    'greaterThanOrEqual',
    'greater_than_or_equals',
  ],
  lessThanOrEquals: [
    'lessThanOrEquals',
    'le',
    '<=',
    'LessThanOrEquals',
    'LE',
    'lessOrEqual',
    '<=',
    'to',
    'lte',
    'lessThanOrEqual',
    'less_than_or_equals',
  ],
  contains: ['contains', 'contains', 'like', 'Contains', 'LIKE', 'includes', 'has', 'substringof'],
  startsWith: [
    'startsWith',
    'starts',
    'starts with',
    'StartsWith',
    'STARTS',
    'beginsWith',
    'startswith',
    'starts_with',
    'prefix',
  ],
  endsWith: [
    'endsWith',
    'ends',
    'ends with',
    'EndsWith',
    'ENDS',
    'finishesWith',
    'endswith',
    'ends_with',
    'suffix',
  ],
};

/** Rules of a sort order that are objects: the member with the column, the member with the direction, and both directions. */
export const SORT_OBJECT_SPELLINGS: readonly (readonly [
  column: string,
  direction: string,
  ascending: string,
  descending: string,
])[] = [
  ['column', 'direction', 'asc', 'desc'],
  ['field', 'direction', 'asc', 'desc'],
  ['field', 'dir', 'asc', 'desc'],
  ['by', 'way', 'up', 'down'],
  ['name', 'direction', 'asc', 'desc'],
  ['columnName', 'direction', 'asc', 'desc'],
  ['column', 'order', 'asc', 'desc'],
  ['field', 'order', 'asc', 'desc'],
  ['property', 'direction', 'ASC', 'DESC'],
  ['column', 'direction', 'ascending', 'descending'],
  ['field', 'direction', 'ascending', 'descending'],
];

/** Rules of a sort order that are texts. */
export const SORT_TEXT_SPELLINGS: readonly (readonly [ascending: string, descending: string])[] = [
  ['{column}', '{column} desc'],
  ['{column} asc', '{column} desc'],
  ['{column}', '-{column}'],
  ['+{column}', '-{column}'],
  ['{column} ASC', '{column} DESC'],
  ['{column}:asc', '{column}:desc'],
  ['{column},asc', '{column},desc'],
  ['{column}:ASC', '{column}:DESC'],
];

/** Members of a body that ask for a snapshot. */
export const SNAPSHOT_ASKS: readonly (readonly [name: string, value: string | boolean])[] = [
  ['useCache', true],
  ['use_cache', true],
  ['UseCache', true],
  ['cache', true],
  ['snapshot', true],
  ['useSnapshot', true],
  ['use_snapshot', true],
  ['createSnapshot', true],
  ['create_snapshot', true],
  ['keep', 'snapshot'],
  ['keepResult', true],
  ['freeze', true],
  ['Freeze', true],
  ['Snapshot', true],
];

/** Members of a page of rows in an answer. */
export const PAGE_SPELLINGS = {
  total: [
    'totalRecords',
    'total',
    'totalCount',
    'count',
    'recordCount',
    'rowCount',
    'totalRows',
    'totalResults',
    'totalItems',
    'ofRows',
    'numberOfRecords',
    'odata.count',
  ],
  pageOf: ['page', 'pageNumber', 'offset', 'pageIndex', 'currentPage', 'skip', 'start', 'number'],
  key: ['cacheKey', 'snapshotId', 'snapshotKey', 'snapshot', 'key', 'cacheId', 'resultId', 'id', 'version'],
  created: [
    'cacheCreated',
    'created',
    'createdAt',
    'snapshotTakenAt',
    'takenAt',
    'taken',
    'snapshotCreated',
    'timestamp',
  ],
  expires: ['cacheExpires', 'expires', 'expiresAt', 'validUntil', 'snapshotEnds', 'ends', 'until', 'expiry'],
  rows: ['data', 'items', 'rows', 'results', 'records', 'value', 'content'],
  columns: ['columns', 'fields', 'names', 'header', 'columnNames'],
} as const satisfies Readonly<Record<string, Names>>;

/** Members of an envelope around an answer. */
export const ENVELOPE_SPELLINGS = {
  errors: ['errors', 'error', 'messages', 'problems'],
  succeeded: ['succeeded', 'success', 'isSuccess', 'ok', 'isSuccessful'],
} as const satisfies Readonly<Record<string, Names>>;

/** Headers of an answer that may hold the number of all rows, and the key of a snapshot; in lower case. */
export const TOTAL_HEADERS: Names = [
  'x-total-count',
  'x-total',
  'x-total-records',
  'total-count',
  'x-pagination-total',
];
export const KEY_HEADERS: Names = ['x-cache-key', 'x-snapshot', 'x-snapshot-id', 'x-snapshot-key'];

/** Rights that may allow extractions. */
export const EXTRACTION_RIGHT_WORDS: Names = ['extract', 'extraction', 'price', 'prices', 'read'];
