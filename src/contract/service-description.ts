import * as z from 'zod';
import { COLUMN_MEMBER_NAMES, SQL_TYPE_NAMES } from './column.schema';
import { EXTRACTION_PERMISSION, RIGHTS_CLAIM, VALUE_SEPARATOR } from './extraction';
import { pathSteps, valueAt, type MemberPath } from './member-path';
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
const path = z.union([
  z.string().min(1).max(MAX_PATH_LENGTH).refine(isPath),
  // For names with dots.
  z.array(name).min(1).max(MAX_PATH_STEPS),
]);
const address = z.string().max(MAX_PATH_LENGTH).refine(isAddress);
const columnPattern = z
  .string()
  .max(MAX_NAME_LENGTH)
  .refine((text) => text.split(COLUMN_PLACE).length === 2);
/** Members that are added to a request body unchanged. */
const members = z
  .record(name, z.union([z.string().max(MAX_NAME_LENGTH), z.number(), z.boolean(), z.null()]))
  .refine(isShort);

/** Tells values that services may have, and that the console cannot follow yet, from mistakes. */
interface LaterForm {
  readonly isLater: (value: unknown) => boolean;
}
const laterForms = z.registry<LaterForm>();

function oneOf(...values: readonly unknown[]): LaterForm {
  return { isLater: (value) => values.includes(value) };
}

/** The names that a description can translate in a field: the members of the contract's column metadata record, and two more. */
export const FIELD_MEMBERS = [...COLUMN_MEMBER_NAMES, 'filterable', 'sortable'] as const;
type FieldMember = (typeof FIELD_MEMBERS)[number];

const wrapped = z.strictObject({
  data: path.default('Data').meta({ description: 'Where the data of an answer is.' }),
  errors: path.default('Errors').meta({ description: 'Where the messages of a refusal are.' }),
  succeeded: path.default('Succeeded').meta({ description: 'Where true says that the call has succeeded.' }),
});

const rights = z.strictObject({
  claim: path.nullable().default(RIGHTS_CLAIM).meta({
    description: 'The claim of the access token that lists the rights of a person; null: rights are unknown.',
  }),
  extraction: name
    .default(EXTRACTION_PERMISSION)
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
  list: path
    .or(z.literal(''))
    .default('')
    .meta({
      description:
        'Where the list is in the data; empty: the data itself. An object of records counts as a list.',
      examples: ['items'],
    }),
  name: path.default('name').meta({ description: 'What identifies a price column in addresses.' }),
  displayName: path.default('displayName').meta({ description: 'Its name for people.' }),
  description: path.default('description').meta({ description: 'Its description for people.' }),
  sourceTable: path.default('sourceTable').meta({ description: 'The table of its prices.' }),
  fields: path
    .default('fields')
    .meta({ description: 'Where the records of its fields are.' })
    .register(laterForms, oneOf(null)),
  field: field.prefault({}).meta({ description: 'The members of a field.' }),
  types: z
    .record(name, z.enum(SQL_TYPE_NAMES))
    .refine(isShort)
    .default({})
    .meta({
      description: "The service's own names of types, and the SQL types that they stand for.",
      examples: [{ String: 'nvarchar' }],
    }),
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
  max: z
    .literal(10_000)
    .default(10_000)
    .meta({ description: 'The most rows of a page.' })
    .register(laterForms, { isLater: (value) => typeof value === 'number' && value > 0 }),
});

const fields = z.strictObject({
  name: name.default('fields').meta({ description: 'The member of the body with the fields wanted.' }),
  all: z
    .enum(['absent', 'empty'])
    .default('absent')
    .meta({ description: 'How all fields are asked for: without the member, or with an empty list.' })
    .register(laterForms, oneOf('listed')),
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
  separator: z
    .literal(VALUE_SEPARATOR)
    .default(VALUE_SEPARATOR)
    .meta({ description: 'What separates joined values.' })
    .register(laterForms, { isLater: (value) => typeof value === 'string' && value !== '' }),
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
  keys: z.enum(['text', 'number']).default('text').meta({
    description: 'Whether keys are texts or numbers, in answers, requests and events.',
  }),
  send: z
    .enum(['body', 'query'])
    .default('body')
    .meta({ description: 'Where requests for further pages have the key.' })
    .register(laterForms, oneOf('header')),
  repeatQuery: z
    .literal(false)
    .default(false)
    .meta({ description: 'Whether requests for further pages repeat the query.' })
    .register(laterForms, oneOf(true)),
  created: path
    .default('cacheCreated')
    .meta({ description: 'When the snapshot was taken.' })
    .register(laterForms, oneOf(null)),
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
    .meta({
      description: 'How long the service keeps a snapshot, if answers do not say when it ends.',
      examples: [30],
    }),
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
  method: z
    .literal('POST')
    .default('POST')
    .meta({ description: 'The method of the request.' })
    .register(laterForms, oneOf('GET', 'PUT', 'PATCH', 'QUERY')),
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
    examples: [{ bypassTotalCount: false }],
  }),
  snapshot: snapshot
    .prefault({})
    .meta({ description: 'How snapshots are taken and read.' })
    .register(laterForms, oneOf(null)),
  rows: path.default('data').meta({ description: 'Where the rows are in the data of an answer.' }),
  row: z
    .enum(['object', 'array'])
    .default('object')
    .meta({ description: 'Whether a row is an object, or an array of values.' }),
  columns: path.optional().meta({
    description: 'Where the names of the values are, if rows are arrays.',
    examples: ['columns'],
  }),
  total: path
    .default('totalRecords')
    .meta({ description: 'Where the number of all rows is.' })
    .register(laterForms, { isLater: (value) => value === null || valueAt(value, ['header']) !== undefined }),
  pageOf: path.nullable().default('page').meta({
    description: 'Where an answer says which page it is, counted as in requests; null: it does not say.',
  }),
  dates: z
    .literal('iso')
    .default('iso')
    .meta({ description: 'How dates are written.' })
    .register(laterForms, oneOf('iso-utc', 'epoch-ms', 'dotnet')),
});

const events = z.strictObject({
  path: address
    .nullable()
    .default(null)
    .meta({
      description: 'The address of the event stream; null: as `eventsAddress` of config.json says.',
      examples: ['/events'],
    }),
  key: path.default('cacheKey').meta({ description: 'Where an event has the key of the snapshot.' }),
  priceColumn: path.default('priceColumn').meta({ description: 'Where an event has the price column.' }),
});

/** The schema of a service description: names for the parts of messages that the interface document leaves open (docs/service.md). */
export const serviceDescriptionSchema = z.strictObject({
  $schema: z
    .string()
    .max(MAX_PATH_LENGTH)
    .optional()
    .meta({
      description: 'Where editors find this schema. The console does not read it.',
      examples: ['./service.schema.json'],
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
    ? [
        ...lostMembers(json),
        ...partProblems(result.data),
        ...uselessKeys(result.data, json),
        ...doubledNames(result.data),
      ]
    : distinct(result.error.issues.flatMap((issue) => problemsOfIssue(issue, json)));
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

/** Returns the schema of a key, with its default; null for an entry of a list. */
function schemaAt(steps: readonly string[]): z.ZodType | null {
  let schema: z.ZodType = serviceDescriptionSchema;
  for (const step of steps) {
    const object = formsOf(schema).find((form) => form instanceof z.ZodObject);
    const record = formsOf(schema).find((form) => form instanceof z.ZodRecord);
    const members: Readonly<Record<string, z.core.$ZodType>> = object?.shape ?? {};
    const found = ownMember(members, step) ?? record?.valueType;
    if (!(found instanceof z.ZodType)) return null;
    schema = found;
  }
  return schema;
}

/** Returns the schemas that a value may fit, without defaults. */
function formsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodNullable) return [...formsOf(schema.unwrap()), z.null()];
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return formsOf(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(formsOf) : [schema];
}

/** Returns the single values that a form allows; none for a form that allows any text or number. */
function valuesOf(form: z.core.$ZodType): readonly unknown[] {
  if (form instanceof z.ZodEnum) return form.options;
  if (form instanceof z.ZodLiteral) return [...form.values];
  return form instanceof z.ZodNull ? [null] : [];
}

/** Says what would be right at a key, in the notation of the file. */
function expectedAt(key: string): string {
  if (key === '') return '{ … }';
  const steps = pathSteps(key);
  const schema = schemaAt(steps);
  const forms = schema === null ? [] : formsOf(schema);
  const examples = schema?.meta()?.['examples'];
  const given: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const example = given ?? valueAt(DEFAULT_DESCRIPTION, steps) ?? null;
  const values = forms.flatMap(valuesOf);
  const isAnyText = forms.some((form) => valuesOf(form).length === 0);
  // An entry of a list: the list says what would be right.
  if (forms.length === 0 || (isAnyText && example === null)) return expectedAt(steps.slice(0, -1).join('.'));
  const isPart = forms.some((form) => form instanceof z.ZodObject);
  const right = [
    ...(isAnyText && !values.includes(example) ? [isPart ? partText(example) : JSON.stringify(example)] : []),
    ...values.map((value) => JSON.stringify(value)),
  ];
  return right.join(' | ');
}

/** Writes a part of a description with its first key alone. */
function partText(part: unknown): string {
  const [[key, value] = []] = Object.entries(Object(part));
  return `{ ${JSON.stringify(key)}: ${JSON.stringify(value)}, … }`;
}

/** Returns the keys of a part, as they may stand in a file. */
function keysAt(key: string): readonly string[] {
  const schema = schemaAt(pathSteps(key));
  const form = schema && formsOf(schema).find((each) => each instanceof z.ZodObject);
  return Object.keys(form?.shape ?? {});
}

function isLaterAt(key: string, json: unknown): boolean {
  const steps = pathSteps(key);
  const schema = schemaAt(steps);
  const form = schema && laterForms.get(schema);
  return form?.isLater(valueAt(json, steps)) === true;
}

function problemsOfIssue(issue: z.core.$ZodIssue, json: unknown): DescriptionProblem[] {
  const key = keyOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((unknown) => ({
      key: keyOf([...issue.path, unknown]),
      kind: 'unknown-key',
      expected: keysNear(unknown, keysAt(key)),
    }));
  }
  if (issue.code === 'invalid_union') {
    const branches: readonly (readonly z.core.$ZodIssue[])[] = issue.errors;
    // The envelope is an object or `"none"`. For an object, the problems of its keys help more than a failed union.
    const inside = branches.find((branch) =>
      branch.some(({ path: at, code }) => at.length > 0 || code === 'unrecognized_keys'),
    );
    if (inside !== undefined)
      return inside.flatMap((each) =>
        problemsOfIssue({ ...each, path: [...issue.path, ...each.path] }, json),
      );
  }
  const kind = isLaterAt(key, json) ? 'not-yet' : 'wrong-value';
  return [{ key: key === '' ? null : key, kind, expected: expectedAt(key) }];
}

function keyOf(steps: readonly PropertyKey[]): string {
  return steps.map((step) => String(step).slice(0, MAX_NAME_LENGTH)).join('.');
}

/** Returns the key that differs only in upper and lower case, or else all keys of the part. */
function keysNear(unknown: string, keys: readonly string[]): string {
  const near = keys.filter((key) => key.toLowerCase() === unknown.toLowerCase());
  return (near.length > 0 ? near : keys.filter((key) => key !== '$schema')).join(', ');
}

/** The lists of members, in which the parser leaves out `__proto__`. */
const LISTS_OF_MEMBERS = ['priceColumns.types', 'extraction.constants', 'extraction.snapshot.ask'];

function lostMembers(json: unknown): DescriptionProblem[] {
  return LISTS_OF_MEMBERS.filter((key) => valueAt(json, [...pathSteps(key), '__proto__']) !== undefined).map(
    (key) => ({ key: `${key}.__proto__`, kind: 'wrong-value', expected: expectedAt(key) }),
  );
}

/** Returns the problems that appear only when several keys are seen together. */
function partProblems({
  extraction: { row, columns, snapshot: of },
}: ServiceDescription): DescriptionProblem[] {
  const missing = (key: string): DescriptionProblem => ({
    key,
    kind: 'wrong-value',
    expected: expectedAt(key),
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

/** A name or a place, and the key that has it. */
type Named<Name> = readonly (readonly [key: string, name: Name])[];

/** Finds names and paths that two parts of one message share: the message could not hold both, or a reader would confuse them. */
function doubledNames(description: ServiceDescription): DescriptionProblem[] {
  const { extraction: of } = description;
  const { page: asked, size: rows, filters: conditions, sort: order, snapshot: kept, constants } = of;
  const entriesOf = (key: string, part: Readonly<Record<string, unknown>>) =>
    Object.keys(part).map((member) => [`${key}.${member}`, member] as const);
  const keyInRequests = pathSteps(kept.key).at(-1) ?? '';
  const ofQuery: Named<string> = [
    ['extraction.page.name', asked.name],
    ['extraction.size.name', rows.name],
    ['extraction.fields.name', of.fields.name],
    ['extraction.filters.name', conditions.name],
    ['extraction.sort.name', order.name],
  ];
  const groups: readonly Named<string>[] = [
    [
      ...ofQuery,
      ...(kept.send === 'body' ? [['extraction.snapshot.key', keyInRequests] as const] : []),
      ...entriesOf('extraction.snapshot.ask', kept.ask),
      ...entriesOf('extraction.constants', constants ?? {}),
    ],
    // The body of a first look.
    [...(constants === undefined ? [['extraction.constants', 'bypassTotalCount'] as const] : []), ...ofQuery],
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
  const doubled = groups.flatMap((group) =>
    group.filter(([, each], index) => group.findIndex(([, other]) => other === each) < index),
  );
  const crossing = placesOfMessages(description).flatMap(crossingPlaces);
  return distinct(
    [...doubled, ...crossing].map(([key]): DescriptionProblem => ({
      key,
      kind: 'same-name',
      expected: null,
    })),
  );
}

type Places = Named<readonly string[]>;

/** Returns the places that are read in each message. */
function placesOfMessages({
  envelope,
  priceColumns: list,
  extraction: of,
  events: changes,
}: ServiceDescription) {
  const wrapping = envelope === 'none' ? null : envelope;
  const withinData = (
    places: readonly (readonly [key: string, place: MemberPath | null | undefined])[],
  ): Places =>
    places.flatMap(([key, place]) =>
      place == null ? [] : [[key, [...pathSteps(wrapping?.data ?? ''), ...pathSteps(place)]] as const],
    );
  const besideData: Places =
    wrapping === null
      ? []
      : [
          ['envelope.errors', pathSteps(wrapping.errors)],
          ['envelope.succeeded', pathSteps(wrapping.succeeded)],
        ];
  const page = withinData([
    ['extraction.rows', of.rows],
    ['extraction.columns', of.columns],
    ['extraction.total', of.total],
    ['extraction.pageOf', of.pageOf],
    ['extraction.snapshot.key', of.snapshot.key],
    ['extraction.snapshot.created', of.snapshot.created],
    ['extraction.snapshot.expires', of.snapshot.expires],
  ]);
  const event: Places = [
    // The description has no key for it.
    ['events', ['created']],
    ['events.key', pathSteps(changes.key)],
    ['events.priceColumn', pathSteps(changes.priceColumn)],
  ];
  return [
    [...page, ...besideData],
    [...withinData([['priceColumns.list', list.list]]), ...besideData],
    event,
  ];
}

/** Returns the places of which one leads through an earlier one, where something else is. */
function crossingPlaces(places: Places): Places {
  const isWithin = (one: readonly string[], other: readonly string[]) =>
    other.every((step, index) => step === one[index]);
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
