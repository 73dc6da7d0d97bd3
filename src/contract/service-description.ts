import * as z from 'zod';
import { COLUMN_MEMBER_NAMES, SQL_TYPE_NAMES } from './column.schema';
import { pathSteps, valueAt } from './member-path';
import { MAX_NAME_LENGTH } from './limits';
import { ownMember } from '@/lib/base/own-member';

/** Raise this version only if older consoles would misunderstand a new description. Additional keys do not need a new version. */
const FORMAT_VERSION = 1;

/** The maximum length of a description, in characters of JSON. A description that sets every key has less than 4,000. */
const MAX_DESCRIPTION_LENGTH = 64_000;
/** The maximum number of member names in a path. `MAX_ENTRIES` is the greatest number of entries in a list of members. */
const MAX_PATH_STEPS = 8;
const MAX_ENTRIES = 100;
const MAX_PATH_LENGTH = 1_000;
/** One year. */
const MAX_LIFETIME_MINUTES = 525_600;

/** The placeholders for the name of a price column, and for the name of a field, in the patterns of a description. */
export const PRICE_COLUMN_PLACE = '{priceColumn}';
export const COLUMN_PLACE = '{column}';

const STEPS = /^(?:\/[\w.~-]+)+$/;

const name = z.string().min(1).max(MAX_NAME_LENGTH);
const path = z.string().min(1).max(MAX_PATH_LENGTH).refine(isPath);
const address = z.string().max(MAX_PATH_LENGTH).refine(isAddress);
const columnPattern = z
  .string()
  .max(MAX_NAME_LENGTH)
  .refine((text) => text.split(COLUMN_PLACE).length === 2);
/** Members that are added to a request body unchanged. */
const members = z
  .record(name, z.union([z.string().max(MAX_NAME_LENGTH), z.number(), z.boolean(), z.null()]))
  .refine(isShort);

/** The names that a description can translate in a field: the members of the contract's column metadata record, and two more. */
const FIELD_MEMBERS = [...COLUMN_MEMBER_NAMES, 'filterable', 'sortable'] as const;
type FieldMember = (typeof FIELD_MEMBERS)[number];

const wrapped = z.strictObject({
  data: path.default('Data').meta({ description: 'Where the data of an answer is.' }),
  errors: path.default('Errors').meta({ description: 'Where the messages of a refusal are.' }),
  succeeded: path.default('Succeeded').meta({ description: 'Where true says that the call has succeeded.' }),
});

const rights = z.strictObject({
  claim: path.nullable().default('rights').meta({
    description: 'The claim of the access token that lists the rights of a person; null: rights are unknown.',
  }),
  extraction: name
    .default('api-prices-extraction')
    .meta({ description: 'The right that price columns and extractions need.' }),
});

const field = z.strictObject(
  Object.fromEntries(
    FIELD_MEMBERS.map((member) => [
      member,
      path.default(member).meta({ description: `What the service calls \`${member}\` of a field.` }),
    ]),
  ) as Record<FieldMember, z.ZodDefault<typeof path>>,
);

const priceColumns = z.strictObject({
  path: address.default('/api/prices').meta({ description: 'The address that lists the price columns.' }),
  list: path.or(z.literal('')).default('').meta({
    description:
      'Where the list is in the data; empty: the data itself. An object of records counts as a list.',
  }),
  name: path.default('name').meta({ description: 'What identifies a price column in addresses.' }),
  displayName: path.default('displayName').meta({ description: 'Its name for people.' }),
  description: path.default('description').meta({ description: 'Its description for people.' }),
  sourceTable: path.default('sourceTable').meta({ description: 'The table of its prices.' }),
  fields: path.default('fields').meta({ description: 'Where the records of its fields are.' }),
  field: field.prefault({}).meta({ description: 'The members of a field.' }),
  types: z
    .record(name, z.enum(SQL_TYPE_NAMES))
    .refine(isShort)
    .default({})
    .meta({ description: "The service's own names of types, and the SQL types that they stand for." }),
});

const page = z.strictObject({
  style: z.enum(['number', 'offset']).default('number').meta({
    description: 'How a page is asked for: by its number, or by the number of rows before it.',
  }),
  name: name.default('page').meta({ description: 'The member of the body.' }),
  first: z
    .literal([0, 1])
    .default(1)
    .meta({ description: 'The number of the first page, or the offset of the first row.' }),
});

const size = z.strictObject({
  name: name.default('nrOfRecords').meta({ description: 'The member of the body with the rows of a page.' }),
  max: z.literal(10_000).default(10_000).meta({ description: 'The most rows of a page.' }),
});

const fields = z.strictObject({
  name: name.default('fields').meta({ description: 'The member of the body with the fields wanted.' }),
  all: z
    .enum(['absent', 'empty'])
    .default('absent')
    .meta({ description: 'How all fields are asked for: without the member, or with an empty list.' }),
});

const filters = z.strictObject({
  name: name.default('filters').meta({ description: 'The member of the body with the conditions.' }),
  style: z.enum(['list', 'by-column']).default('list').meta({
    description: 'A list of conditions, or an object with the conditions of each column.',
  }),
  column: name.default('columnName').meta({ description: 'The member of a condition with its column.' }),
  operator: name.default('op').meta({ description: 'The member of a condition with its operator.' }),
  value: name.default('value').meta({ description: 'The member of a condition with its value.' }),
  values: z.enum(['text', 'typed']).default('text').meta({
    description: 'Whether every value is a text, or numbers and booleans are written as such.',
  }),
  lists: z.enum(['join', 'array']).default('join').meta({
    description: 'Whether several values are one text, separated by commas, or an array.',
  }),
  separator: z.literal(',').default(',').meta({ description: 'What separates joined values.' }),
});

/** The words for operators. `equals` cannot be null, because every service can compare values for equality. */
const operators = z.strictObject({
  equals: name.default('equals').meta({ description: 'The word for `equals`.' }),
  notEquals: optionalWord('notEquals'),
  containsAny: optionalWord('containsAny'),
  isNull: optionalWord('isNull'),
  isNotNull: optionalWord('isNotNull'),
  greaterThan: optionalWord('greaterThan'),
  lessThan: optionalWord('lessThan'),
  greaterThanOrEquals: optionalWord('greaterThanOrEquals'),
  lessThanOrEquals: optionalWord('lessThanOrEquals'),
  contains: optionalWord('contains'),
  startsWith: optionalWord('startsWith'),
  endsWith: optionalWord('endsWith'),
});

function optionalWord(operator: string) {
  return name
    .nullable()
    .default(operator)
    .meta({ description: `The word for \`${operator}\`; null: the service has no such operator.` });
}

const sort = z.strictObject({
  name: name.default('orderby').meta({ description: 'The member of the body with the sort order.' }),
  style: z.enum(['texts', 'objects']).default('texts').meta({
    description: 'Whether a rule of the order is a text or an object.',
  }),
  ascending: columnPattern.default(COLUMN_PLACE).meta({ description: 'The text that sorts ascending.' }),
  descending: columnPattern
    .default(`${COLUMN_PLACE} desc`)
    .meta({ description: 'The text that sorts descending.' }),
  column: name.default('column').meta({ description: 'The member of an object with its column.' }),
  direction: name.default('direction').meta({ description: 'The member of an object with its direction.' }),
  values: z
    .tuple([name, name])
    .default(['asc', 'desc'])
    .meta({ description: 'The words for ascending and descending.' }),
});

const snapshot = z.strictObject({
  ask: members
    .default({ useCache: true })
    .meta({ description: 'The members of the body that ask for a snapshot.' }),
  key: path.default('cacheKey').meta({
    description:
      'Where the key of the snapshot is in an answer. Its last name is that of the key in requests.',
  }),
  send: z
    .enum(['body', 'query'])
    .default('body')
    .meta({ description: 'Where requests for further pages have the key.' }),
  repeatQuery: z.literal(false).default(false).meta({
    description: 'Whether requests for further pages repeat the query.',
  }),
  created: path.default('cacheCreated').meta({ description: 'When the snapshot was taken.' }),
  expires: path
    .nullable()
    .default('cacheExpires')
    .meta({ description: 'When the service deletes it; null: after `lifetimeMinutes`.' }),
  lifetimeMinutes: z
    .number()
    .positive()
    .max(MAX_LIFETIME_MINUTES)
    .nullable()
    .default(null)
    .meta({ description: 'How long the service keeps a snapshot, if answers do not say when it ends.' }),
  goneStatus: z
    .array(z.int().min(400).max(499).refine(mayMeanGone))
    .min(1)
    .max(10)
    .default([410])
    .meta({ description: 'The statuses that mean that a snapshot is no longer there.' }),
});

const extraction = z.strictObject({
  path: z
    .string()
    .max(MAX_PATH_LENGTH)
    .refine(isExtractionAddress)
    .default(`/api/prices/${PRICE_COLUMN_PLACE}`)
    .meta({ description: 'The address of an extraction.' }),
  method: z.literal('POST').default('POST').meta({ description: 'The method of the request.' }),
  page: page.prefault({}).meta({ description: 'How a page is asked for.' }),
  size: size.prefault({}).meta({ description: 'How the size of a page is asked for.' }),
  fields: fields.prefault({}).meta({ description: 'How fields are asked for.' }),
  filters: filters.prefault({}).meta({ description: 'How conditions are written.' }),
  operators: operators
    .prefault({})
    .meta({ description: 'The words of the operators; null: the service has no such operator.' }),
  sort: sort.prefault({}).meta({ description: 'How the sort order is written.' }),
  constants: members.optional().meta({
    description: 'Members that go with every body. They replace `bypassTotalCount` of a first look.',
  }),
  snapshot: snapshot.prefault({}).meta({ description: 'How snapshots are taken and read.' }),
  rows: path.default('data').meta({ description: 'Where the rows are in the data of an answer.' }),
  row: z
    .enum(['object', 'array'])
    .default('object')
    .meta({ description: 'Whether a row is an object, or an array of values.' }),
  columns: path.optional().meta({ description: 'Where the names of the values are, if rows are arrays.' }),
  total: path.default('totalRecords').meta({ description: 'Where the number of all rows is.' }),
  pageOf: path.nullable().default('page').meta({
    description: 'Where an answer says which page it is, counted as in requests; null: it does not say.',
  }),
  dates: z.literal('iso').default('iso').meta({ description: 'How dates are written.' }),
});

const events = z.strictObject({
  path: address
    .nullable()
    .default(null)
    .meta({ description: 'The address of the event stream; null: as `eventsAddress` of config.json says.' }),
  key: path.default('cacheKey').meta({ description: 'Where an event has the key of the snapshot.' }),
  priceColumn: path.default('priceColumn').meta({ description: 'Where an event has the price column.' }),
});

/** The schema of a service description: names for the parts of messages that the interface document leaves open (docs/service.md). */
export const serviceDescriptionSchema = z.strictObject({
  $schema: z.string().max(MAX_PATH_LENGTH).optional().meta({
    description: 'Where editors find this schema. The console does not read it.',
  }),
  version: z
    .literal(FORMAT_VERSION)
    .default(FORMAT_VERSION)
    .meta({ description: 'The version of the format of this description.' }),
  envelope: z
    .union([z.literal('none'), wrapped])
    .prefault({})
    .meta({ description: 'What answers are wrapped in; "none": nothing, and the status of HTTP decides.' }),
  rights: rights.prefault({}).meta({ description: 'Where the rights of a person are known from.' }),
  priceColumns: priceColumns.prefault({}).meta({ description: 'The list of price columns.' }),
  extraction: extraction.prefault({}).meta({ description: 'The extraction of rows.' }),
  events: events.prefault({}).meta({ description: 'The stream of changes of sources.' }),
});

export type ServiceDescription = z.output<typeof serviceDescriptionSchema>;

/** The description that an empty file means: the names in docs/service-contract.md. */
export const DEFAULT_DESCRIPTION: ServiceDescription = serviceDescriptionSchema.parse({});

/** A problem found in a description. */
export interface DescriptionProblem {
  /** The path to the key with the problem, joined by dots; null for the whole description. */
  readonly key: string | null;
  readonly kind:
    | 'not-json'
    | 'too-long'
    | 'newer-version'
    | 'wrong-value'
    | 'unknown-key'
    /** Services may have this form, but the console does not support it yet. */
    | 'not-yet'
    /** The key has no effect beside the other keys. */
    | 'no-effect'
    /** Two parts of one message have the same name. */
    | 'same-name';
  /** A valid value, in the notation of the file; null if the key and the kind explain enough. */
  readonly expected: string | null;
}

export type DescriptionResult =
  | { readonly ok: true; readonly description: ServiceDescription }
  | { readonly ok: false; readonly problems: readonly DescriptionProblem[] };

/** Reads a description from the text of a file. Never throws. */
export function parseServiceDescription(text: string): DescriptionResult {
  if (text.length > MAX_DESCRIPTION_LENGTH) return wholeProblem('too-long', String(MAX_DESCRIPTION_LENGTH));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return wholeProblem('not-json', null);
  }
  return readServiceDescription(json);
}

/** Reads a description and lists all of its problems. Never throws. */
export function readServiceDescription(json: unknown): DescriptionResult {
  if (isNewer(json)) {
    return {
      ok: false,
      problems: [{ key: 'version', kind: 'newer-version', expected: String(FORMAT_VERSION) }],
    };
  }
  const result = serviceDescriptionSchema.safeParse(json);
  const problems = result.success
    ? [...partProblems(result.data), ...uselessKeys(result.data, json), ...doubledNames(result.data)]
    : distinct(result.error.issues.flatMap(problemsOfIssue));
  if (!result.success || problems.length > 0) return { ok: false, problems };
  if (JSON.stringify(result.data).length > MAX_DESCRIPTION_LENGTH)
    return wholeProblem('too-long', String(MAX_DESCRIPTION_LENGTH));
  return { ok: true, description: result.data };
}

function wholeProblem(kind: DescriptionProblem['kind'], expected: string | null): DescriptionResult {
  return { ok: false, problems: [{ key: null, kind, expected }] };
}

/** Whether a description has a format version that only later consoles understand. */
function isNewer(json: unknown): boolean {
  const version = z.object({ version: z.int() }).safeParse(json).data?.version ?? FORMAT_VERSION;
  return version > FORMAT_VERSION;
}

/** The values that the console supports so far, for keys that will allow other forms later. */
const POSSIBLE_SO_FAR: Readonly<Record<string, string>> = {
  'priceColumns.fields': '"fields"',
  'extraction.method': '"POST"',
  'extraction.size.max': '10000',
  'extraction.fields.all': '"absent" | "empty"',
  'extraction.filters.separator': '","',
  'extraction.snapshot': '{ "key": "cacheKey", … }',
  'extraction.snapshot.send': '"body" | "query"',
  'extraction.snapshot.repeatQuery': 'false',
  'extraction.snapshot.created': '"cacheCreated"',
  'extraction.total': '"totalRecords"',
  'extraction.dates': '"iso"',
};

/** Examples of valid values, for keys whose default value alone does not show what is allowed. */
const EXPECTED: Readonly<Record<string, string>> = {
  $schema: '"./service.schema.json"',
  envelope: '{ "data": "Data", "errors": "Errors", "succeeded": "Succeeded" } | "none"',
  rights: '{ "claim": "rights", "extraction": "api-prices-extraction" }',
  'rights.claim': '"rights" | null',
  priceColumns: '{ "path": "/api/prices", … }',
  'priceColumns.list': '"" | "items"',
  'priceColumns.field': '{ "name": "name", … }',
  'priceColumns.types': '{ "String": "nvarchar", … }',
  extraction: '{ "path": "/api/prices/{priceColumn}", … }',
  'extraction.page': '{ "style": "number", "name": "page", "first": 1 }',
  'extraction.page.style': '"number" | "offset"',
  'extraction.page.first': '0 | 1',
  'extraction.filters': '{ "name": "filters", … }',
  'extraction.filters.style': '"list" | "by-column"',
  'extraction.filters.values': '"text" | "typed"',
  'extraction.filters.lists': '"join" | "array"',
  'extraction.operators': '{ "equals": "equals", "contains": null, … }',
  'extraction.sort': '{ "name": "orderby", … }',
  'extraction.sort.style': '"texts" | "objects"',
  'extraction.constants': '{ "bypassTotalCount": false }',
  'extraction.snapshot.expires': '"cacheExpires" | null',
  'extraction.snapshot.lifetimeMinutes': '30 | null',
  'extraction.row': '"object" | "array"',
  'extraction.columns': '"columns"',
  'extraction.pageOf': '"page" | null',
  events: '{ "path": null, "key": "cacheKey", "priceColumn": "priceColumn" }',
  'events.path': '"/events" | null',
};

function expectedAt(key: string): string {
  const listed = ownMember(EXPECTED, key);
  if (listed !== undefined) return listed;
  const usual = valueAt(DEFAULT_DESCRIPTION, key === '' ? [] : pathSteps(key));
  if (key.startsWith('extraction.operators.') && key !== 'extraction.operators.equals')
    return `${JSON.stringify(usual)} | null`;
  if (usual !== undefined && usual !== null) return key === '' ? '{ … }' : JSON.stringify(usual);
  // The key belongs to an entry of a list of members, so the expected value of the whole list is returned.
  return expectedAt(key.split('.').slice(0, -1).join('.'));
}

/** The keys that each part of a description may have. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(serviceDescriptionSchema.shape),
  envelope: Object.keys(wrapped.shape),
  rights: Object.keys(rights.shape),
  priceColumns: Object.keys(priceColumns.shape),
  'priceColumns.field': Object.keys(field.shape),
  extraction: Object.keys(extraction.shape),
  'extraction.page': Object.keys(page.shape),
  'extraction.size': Object.keys(size.shape),
  'extraction.fields': Object.keys(fields.shape),
  'extraction.filters': Object.keys(filters.shape),
  'extraction.operators': Object.keys(operators.shape),
  'extraction.sort': Object.keys(sort.shape),
  'extraction.snapshot': Object.keys(snapshot.shape),
  events: Object.keys(events.shape),
};

function problemsOfIssue(issue: z.core.$ZodIssue): DescriptionProblem[] {
  const key = keyOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((unknown) => ({
      key: keyOf([...issue.path, unknown]),
      kind: 'unknown-key',
      expected: keysNear(unknown, ownMember(KEYS, key) ?? []),
    }));
  }
  if (issue.code === 'invalid_union') {
    const branches: readonly (readonly z.core.$ZodIssue[])[] = issue.errors;
    // The envelope is an object or `"none"`. For an object, the problems of its keys help more than a failed union.
    const inside = branches.find((branch) =>
      branch.some(({ path: at, code }) => at.length > 0 || code === 'unrecognized_keys'),
    );
    if (inside !== undefined)
      return inside.flatMap((each) => problemsOfIssue({ ...each, path: [...issue.path, ...each.path] }));
  }
  const possible = ownMember(POSSIBLE_SO_FAR, key);
  return possible === undefined
    ? [{ key: key === '' ? null : key, kind: 'wrong-value', expected: expectedAt(key) }]
    : [{ key, kind: 'not-yet', expected: possible }];
}

function keyOf(steps: readonly PropertyKey[]): string {
  return steps.map((step) => String(step).slice(0, MAX_NAME_LENGTH)).join('.');
}

/** Returns the key that differs only in upper and lower case, or else all keys of the part. */
function keysNear(unknown: string, keys: readonly string[]): string {
  const near = keys.filter((key) => key.toLowerCase() === unknown.toLowerCase());
  return (near.length > 0 ? near : keys.filter((key) => key !== '$schema')).join(', ');
}

/** Returns the problems that appear only when several keys are seen together. */
function partProblems({
  extraction: { row, columns, snapshot: of },
}: ServiceDescription): DescriptionProblem[] {
  const missing = (key: string): DescriptionProblem => ({
    key,
    kind: 'wrong-value',
    expected: ownMember(EXPECTED, key) ?? null,
  });
  return [
    ...(row === 'array' && columns === undefined ? [missing('extraction.columns')] : []),
    ...(of.expires === null && of.lifetimeMinutes === null
      ? [missing('extraction.snapshot.lifetimeMinutes')]
      : []),
  ];
}

/** Returns a problem for each key of `json` that has no effect beside the other keys. */
function uselessKeys(
  { extraction: { row, filters: of, sort: order, snapshot: kept } }: ServiceDescription,
  json: unknown,
): DescriptionProblem[] {
  const useless = [
    ...(of.style === 'by-column' ? ['extraction.filters.column'] : []),
    ...(order.style === 'objects' ? ['extraction.sort.ascending', 'extraction.sort.descending'] : []),
    ...(order.style === 'texts'
      ? ['extraction.sort.column', 'extraction.sort.direction', 'extraction.sort.values']
      : []),
    ...(row === 'object' ? ['extraction.columns'] : []),
    ...(kept.expires !== null && kept.lifetimeMinutes !== null
      ? ['extraction.snapshot.lifetimeMinutes']
      : []),
  ];
  return useless
    .filter((key) => valueAt(json, pathSteps(key)) !== undefined)
    .map((key) => ({ key, kind: 'no-effect', expected: null }));
}

/** Finds names and paths that two parts of one message share: the message could not hold both, or a reader would confuse them. */
function doubledNames({ extraction: of }: ServiceDescription): DescriptionProblem[] {
  const { page: asked, size: rows, filters: conditions, sort: order, snapshot: kept, constants = {} } = of;
  const entriesOf = (key: string, part: Readonly<Record<string, unknown>>) =>
    Object.keys(part).map((member) => [`${key}.${member}`, member] as const);
  const keyInRequests = pathSteps(kept.key).at(-1) ?? '';
  const groups: readonly (readonly (readonly [key: string, name: string])[])[] = [
    [
      ['extraction.page.name', asked.name],
      ['extraction.size.name', rows.name],
      ['extraction.fields.name', of.fields.name],
      ['extraction.filters.name', conditions.name],
      ['extraction.sort.name', order.name],
      ...(kept.send === 'body' ? [['extraction.snapshot.key', keyInRequests] as const] : []),
      ...entriesOf('extraction.snapshot.ask', kept.ask),
      ...entriesOf('extraction.constants', constants),
    ],
    [
      ...(conditions.style === 'list' ? [['extraction.filters.column', conditions.column] as const] : []),
      ['extraction.filters.operator', conditions.operator],
      ['extraction.filters.value', conditions.value],
    ],
    Object.entries(of.operators).flatMap(([operator, word]) =>
      word === null ? [] : [[`extraction.operators.${operator}`, word] as const],
    ),
    order.style === 'objects'
      ? [
          ['extraction.sort.column', order.column],
          ['extraction.sort.direction', order.direction],
        ]
      : [
          ['extraction.sort.ascending', order.ascending],
          ['extraction.sort.descending', order.descending],
        ],
    order.style === 'objects' ? order.values.map((word) => ['extraction.sort.values', word] as const) : [],
  ];
  const problem = ([key]: readonly [key: string, name: string]): DescriptionProblem => ({
    key,
    kind: 'same-name',
    expected: null,
  });
  const doubled = groups.flatMap((group) =>
    group.filter(([, each], index) => group.findIndex(([, other]) => other === each) < index),
  );
  return distinct([...doubled, ...crossingPlaces(of)].map(problem));
}

/** Returns the paths in a page that lead through, or are part of, an earlier path in the list. */
function crossingPlaces(
  of: ServiceDescription['extraction'],
): readonly (readonly [key: string, place: string])[] {
  const places = [
    ['extraction.rows', of.rows],
    ['extraction.columns', of.columns],
    ['extraction.total', of.total],
    ['extraction.pageOf', of.pageOf],
    ['extraction.snapshot.key', of.snapshot.key],
    ['extraction.snapshot.created', of.snapshot.created],
    ['extraction.snapshot.expires', of.snapshot.expires],
  ].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const isWithin = (one: string, other: string) => `${one}.`.startsWith(`${other}.`);
  return places.filter(([, each], index) =>
    places.slice(0, index).some(([, other]) => isWithin(each, other) || isWithin(other, each)),
  );
}

function distinct(problems: readonly DescriptionProblem[]): DescriptionProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.kind} ${problem.key}`, problem])).values()];
}

function isPath(text: string): boolean {
  const steps = text.split('.');
  return steps.length <= MAX_PATH_STEPS && steps.every((step) => step !== '');
}

/** Whether a text is a path below the service's address, without `..` steps. Only a sign-in may send a request to /token. */
function isAddress(text: string): boolean {
  return (
    STEPS.test(text) &&
    text.toLowerCase() !== '/token' &&
    text.split('/').every((step) => step !== '.' && step !== '..')
  );
}

function isExtractionAddress(text: string): boolean {
  const steps = text.split('/');
  return (
    steps.filter((step) => step === PRICE_COLUMN_PLACE).length === 1 &&
    isAddress(steps.map((step) => (step === PRICE_COLUMN_PLACE ? 'name' : step)).join('/'))
  );
}

function isShort(record: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(record).length <= MAX_ENTRIES;
}

/** Whether a status may mean that a snapshot is gone. The excluded statuses concern the account, the address or the load. */
function mayMeanGone(status: number): boolean {
  return ![401, 403, 421, 429].includes(status);
}
