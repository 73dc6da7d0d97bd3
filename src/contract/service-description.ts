import * as z from 'zod';
import { COLUMN_MEMBER_NAMES, SQL_TYPE_NAMES } from './column.schema';
import { EXTRACTION_PERMISSION, RIGHTS_CLAIM, VALUE_SEPARATOR } from './extraction';
import type { MemberPath } from './member-path';
import { MAX_NAME_LENGTH } from './limits';

/** Raise this version only if older consoles would misunderstand a new description. Additional keys do not need a new version. */
export const FORMAT_VERSION = 1;

/** The maximum number of member names in a path. `MAX_ENTRIES` is the greatest number of entries in a list of members. */
const MAX_PATH_STEPS = 8;
const MAX_ENTRIES = 100;
const MAX_PATH_LENGTH = 1_000;
/** The limits for the rows of a page. The grid never asks for less than a screen. */
const MIN_PAGE_ROWS = 50;
export const MAX_PAGE_ROWS = 10_000;
/** One year. */
const MAX_LIFETIME_MINUTES = 525_600;

/** The placeholders for the name of a price column, and for the name of a field, in the patterns of a description. */
export const PRICE_COLUMN_PLACE = '{priceColumn}';
export const COLUMN_PLACE = '{column}';

/** The name of a header field: a token of RFC 9110. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
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
const headerPlace = z.strictObject({
  header: z
    .string()
    .max(MAX_NAME_LENGTH)
    .regex(HEADER_NAME)
    .meta({
      description: 'The header of the answer, in upper or lower case.',
      examples: ['X-Total-Count'],
    }),
});
/** Members that are added to a request body unchanged. */
const members = z
  .record(name, z.union([z.string().max(MAX_NAME_LENGTH), z.number(), z.boolean(), z.null()]))
  .refine(isShort);

/** Tells values that services may have, and that the console cannot follow yet, from mistakes. */
interface LaterForm {
  readonly isLater: (value: unknown) => boolean;
}
export const laterForms = z.registry<LaterForm>();

function oneOf(...values: readonly unknown[]): LaterForm {
  return { isLater: (value) => values.includes(value) };
}

/** The names that a description can translate in a field: the members of the contract's column metadata record, and two more. */
export const FIELD_MEMBERS = [...COLUMN_MEMBER_NAMES, 'filterable', 'sortable'] as const;
type FieldMember = (typeof FIELD_MEMBERS)[number];

/**
 * The values of members that a described service does not have. It enforces view rights itself, so what it sends may be viewed, and
 * nothing counts as editable. Fields count as filterable and sortable until the service refuses it. All other members have the most
 * cautious value.
 */
export const MEMBERS_OF_ABSENT: Readonly<Partial<Record<FieldMember, unknown>>> = {
  ViewSecurityRightID: null,
  EditSecurityRightID: null,
  EditTableSecurityRightID: null,
  canEdit: false,
  filterable: true,
  sortable: true,
};

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
  form: z.enum(['list', 'text']).default('list').meta({
    description: 'Whether the claim is a list of rights, or one text in which blanks separate them.',
  }),
});

const field = z.strictObject({
  ...(Object.fromEntries(
    FIELD_MEMBERS.map((member) => [
      member,
      path
        .nullable()
        .default(member)
        .meta({
          description: `What the service calls \`${member}\` of a field; null: it has no such member.`,
        }),
    ]),
  ) as Record<FieldMember, z.ZodDefault<z.ZodNullable<typeof path>>>),
  name: path.default('name').meta({ description: 'What the service calls `name` of a field.' }),
});

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
  fields: path.nullable().default('fields').meta({
    description: 'Where the records of its fields are; null: nowhere. They are then read from rows.',
  }),
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
    .int()
    .min(MIN_PAGE_ROWS)
    .max(MAX_PAGE_ROWS)
    .default(MAX_PAGE_ROWS)
    .meta({ description: 'The most rows of a page, from 50 to 10000.' }),
});

const fields = z.strictObject({
  name: name.default('fields').meta({ description: 'The member of the body with the fields wanted.' }),
  all: z.enum(['absent', 'empty', 'listed']).default('absent').meta({
    description: 'How all fields are asked for: without the member, with an empty list, or by their names.',
  }),
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
    description: 'Whether several values are one text with separators, or an array.',
  }),
  separator: name.default(VALUE_SEPARATOR).meta({ description: 'What separates joined values.' }),
  noValue: z.enum(['empty', 'null', 'absent']).default('empty').meta({
    description: 'The value of a condition without one, such as `isNull`: an empty text, null, or no member.',
  }),
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
  max: z
    .int()
    .min(1)
    .max(MAX_ENTRIES)
    .nullable()
    .default(null)
    .meta({ description: 'The most rules of an order; null: any number.', examples: [1] }),
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
    .enum(['body', 'query', 'header'])
    .default('body')
    .meta({ description: 'Where requests for further pages have the key.' }),
  repeatQuery: z.boolean().default(false).meta({
    description: 'Whether requests for further pages repeat the fields, the conditions and the order.',
  }),
  created: path
    .nullable()
    .default('cacheCreated')
    .meta({ description: 'When the snapshot was taken; null: answers do not say it.' }),
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
    .nullable()
    .prefault({})
    .meta({ description: 'How snapshots are taken and read; null: the service keeps no snapshots.' }),
  rows: path.default('data').meta({ description: 'Where the rows are in the data of an answer.' }),
  row: z
    .enum(['object', 'array'])
    .default('object')
    .meta({ description: 'Whether a row is an object, or an array of values.' }),
  columns: path.optional().meta({
    description: 'Where the names of the values are, if rows are arrays.',
    examples: ['columns'],
  }),
  total: path.or(headerPlace).nullable().default('totalRecords').meta({
    description:
      'Where the number of all rows is: a place, or a header of the answer; null: answers do not say it, and the console counts.',
  }),
  pageOf: path.nullable().default('page').meta({
    description: 'Where an answer says which page it is, counted as in requests; null: it does not say.',
  }),
  dates: z.enum(['iso', 'iso-utc', 'epoch-ms', 'dotnet']).default('iso').meta({
    description:
      'How dates are written: without a time zone; as moments with a time zone; as milliseconds since 1970; or as /Date(milliseconds)/.',
  }),
  zone: z
    .string()
    .max(MAX_NAME_LENGTH)
    .refine(isTimeZone)
    .default('UTC')
    .meta({
      description: "The time zone of the service's calendar, in which dates that are moments are shown.",
      examples: ['Europe/Vienna'],
    }),
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
  created: path.default('created').meta({ description: 'When the snapshot of an event was taken.' }),
  name: name.default('price-source-changed').meta({ description: 'The name of an event in the stream.' }),
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

/** Where an answer has the number of all rows. */
export type TotalPlace = MemberPath | { readonly header: string };

/** Whether the number of all rows is in a header of the answer. */
export function isHeaderPlace(place: TotalPlace | null): place is { readonly header: string } {
  return place !== null && typeof place === 'object' && 'header' in place;
}

export type ServiceDescription = z.output<typeof serviceDescriptionSchema>;

/** The description that an empty file means: the names in docs/service-contract.md. */
export const DEFAULT_DESCRIPTION: ServiceDescription = serviceDescriptionSchema.parse({});

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

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

/**
 * Headers that the console, a browser or a server that passes requests on uses for something else, or that browsers do not let a page set
 * (Fetch, forbidden request-header).
 */
const TAKEN_HEADERS = new Set(
  `authorization client_id content-type accept traceparent tracestate x-upstream-address x-session-binding
  x-session-kept x-correlation-id x-request-id accept-language user-agent cache-control pragma accept-charset accept-encoding access-control-request-headers
  access-control-request-method access-control-request-private-network connection content-length cookie cookie2 date dnt expect
  host keep-alive origin referer set-cookie te trailer transfer-encoding upgrade via x-http-method x-http-method-override
  x-method-override`.split(/\s+/),
);

/** Whether a request can have a header of this name beside its other headers. */
export function isFreeHeader(text: string): boolean {
  const lower = text.toLowerCase();
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text) && !TAKEN_HEADERS.has(lower) && !/^(?:proxy|sec)-/.test(lower);
}

/** Whether a status may mean that a snapshot is gone. The excluded statuses concern the account, the address or the load. */
function mayMeanGone(status: number): boolean {
  return ![401, 403, 421, 429].includes(status);
}
