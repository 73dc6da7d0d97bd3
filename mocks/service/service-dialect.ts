import {
  COLUMN_PLACE,
  DEFAULT_DESCRIPTION,
  PRICE_COLUMN_PLACE,
  type ServiceDescription,
} from '@/contract/service-description';
import { valueAt, type MemberPath } from '@/contract/member-path';
import { hash } from '@mocks/data/hash';
import { RIGHTS } from '@mocks/data/rights';
import type { PriceSource } from '@mocks/data/price-source';
import { clockTime, dateCell, isDateType, localDate } from './dialect-dates';
import { ADDRESSES, type EndpointName, type Route } from './endpoint-name';
import { badRequest } from './refusal';

// Implements service descriptions in the reference service, separately from the console (src/contract/create-dialect.ts). Requests are
// converted to those of the contract, which the endpoints check, and responses are written as the description says.

type Extraction = ServiceDescription['extraction'];
type Json = Readonly<Record<string, unknown>>;

/** Whether a description does not differ from the contract. */
export function isContract(description: ServiceDescription): boolean {
  return JSON.stringify({ ...description, $schema: undefined }) === JSON.stringify(DEFAULT_DESCRIPTION);
}

/** Returns the addresses of a service that follows a description, below its base path. */
export function addressesOf({ priceColumns, extraction, events }: ServiceDescription): typeof ADDRESSES {
  const paths: Partial<Record<EndpointName, string>> = {
    prices: priceColumns.path,
    extraction: extraction.path,
    ...(events.path !== null && { events: events.path }),
  };
  const described = (name: EndpointName): Pick<Route, 'method'> & { readonly path: string } => ({
    ...ADDRESSES[name],
    path: paths[name] ?? ADDRESSES[name].path,
  });
  return {
    token: ADDRESSES.token,
    'item-table': ADDRESSES['item-table'],
    prices: described('prices'),
    extraction: described('extraction'),
    events: described('events'),
  };
}

/** Returns the name that a snapshot's key has in requests. */
function keyName({ snapshot }: Extraction): string {
  return snapshot === null ? '' : (stepsOf(snapshot.key).at(-1) ?? '');
}

/** Returns the name of the header that has a snapshot's key; null if no header has it. */
export function keyHeaderOf({ extraction }: ServiceDescription): string | null {
  return extraction.snapshot?.send === 'header' ? keyName(extraction) : null;
}

/** Returns the name of the only parameter that an address may have; null if it may have none. */
export function parameterOf({ extraction }: ServiceDescription, endpoint: EndpointName): string | null {
  return endpoint === 'extraction' && extraction.snapshot?.send === 'query' ? keyName(extraction) : null;
}

function stepsOf(path: MemberPath): readonly string[] {
  return typeof path === 'string' ? path.split('.') : path;
}

/** Returns the object with a value added at the end of a path. Keeps the other members on the path. */
function withValue(json: Json, [step = '', ...rest]: readonly string[], value: unknown): Json {
  if (rest.length === 0) {
    const before = valueAt(json, [step]);
    // Members that were written before their object are kept.
    const whole = isObject(before) && isObject(value) ? { ...before, ...value } : value;
    return Object.fromEntries([...Object.entries(json), [step, whole]]);
  }
  const inside = Object.hasOwn(json, step) ? valueAt(json, [step]) : {};
  if (!isObject(inside)) throw new Error(`The description puts two things at ${step}.`);
  return Object.fromEntries([...Object.entries(json), [step, withValue(inside, rest, value)]]);
}

function withValues(
  values: readonly (readonly [path: MemberPath | null | undefined, value: unknown])[],
): Json {
  return values.reduce<Json>(
    (json, [path, value]) => (path == null ? json : withValue(json, stepsOf(path), value)),
    {},
  );
}

/** Returns a number that differs from description to description; null for the contract. */
function saltOf(description: ServiceDescription): number | null {
  if (isContract(description)) return null;
  const bytes = new TextEncoder().encode(JSON.stringify(description));
  return bytes.reduce((salt, byte) => hash(byte, salt), 0);
}

/** Returns the members of an answer in an order that differs from description to description: readers must not count on one. */
function inAnyOrder<Member>(description: ServiceDescription, members: readonly Member[]): readonly Member[] {
  const salt = saltOf(description);
  if (salt === null) return members;
  return members
    .map((member, index) => ({ member, rank: hash(index, salt) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ member }) => member);
}

/** Returns records as a list, or, under some descriptions, as an object by their names. */
function listOrObject(
  description: ServiceDescription,
  records: readonly (readonly [name: string, record: Json])[],
  salt: number,
): unknown {
  const ofDescription = saltOf(description);
  return ofDescription !== null && hash(ofDescription, salt) % 2 === 0
    ? Object.fromEntries(records)
    : records.map(([, record]) => record);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the body of a successful response. */
export function successBody(description: ServiceDescription, data: unknown): unknown {
  const { envelope } = description;
  if (envelope === 'none') return data;
  return withValues(
    inAnyOrder(description, [
      [envelope.data, data],
      [envelope.errors, []],
      [envelope.succeeded, true],
    ]),
  );
}

/** Returns the body of a refusal, which is a bare message if the service has no envelope. */
export function refusalBody({ envelope }: ServiceDescription, messages: readonly unknown[]): unknown {
  if (envelope === 'none') return { message: messages.map(String).join(' ') };
  return withValues([
    [envelope.data, null],
    [envelope.errors, messages],
    [envelope.succeeded, false],
  ]);
}

/** Returns the status that the service uses in place of the contract's `status`. */
export function statusOf({ extraction }: ServiceDescription, status: number): number {
  return status === 410 ? (extraction.snapshot?.goneStatus[0] ?? status) : status;
}

/** Returns the ids that the service uses for rights, by their ids in the contract. */
export function rightIdsOf({ rights }: ServiceDescription, ids: readonly string[]): string[] {
  return ids.map((id) => (id === RIGHTS.extractPrices ? rights.extraction : id));
}

/** Returns the claims of an access token that list its rights. */
export function rightsClaims(description: ServiceDescription, ids: readonly string[]): Json {
  const { claim, form } = description.rights;
  const listed = rightIdsOf(description, ids);
  return withValues([[claim, form === 'text' ? listed.join(' ') : listed]]);
}

/** Returns the data of an event, as JSON. */
export function eventData(
  { events, extraction }: ServiceDescription,
  { priceColumn, cacheKey, created }: Readonly<Record<'priceColumn' | 'cacheKey' | 'created', string>>,
): string {
  const data = withValues([
    [events.priceColumn, priceColumn],
    [events.key, writtenKey(extraction, cacheKey)],
    [events.created, clockTime(extraction, Date.parse(created))],
  ]);
  return jsonText(data);
}

const NUMBER_MARK = 'number:';
const MARKED_NUMBERS = new RegExp(`"${NUMBER_MARK}(\\d+)"`, 'g');

/** Returns a key, which has hexadecimal digits, in the form of the description. `jsonText` writes what is returned. */
function writtenKey({ snapshot }: Extraction, key: string): string {
  return snapshot?.keys !== 'number' ? key : `${NUMBER_MARK}${BigInt(`0x${key}`)}`;
}

/** Writes JSON, with the numbers that a JavaScript number could not hold. */
function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(MARKED_NUMBERS, '$1');
}

/** Returns the key that a request has, as it was stored. Throws a Refusal (400) for one of another form than described. */
function storedKey({ snapshot }: Extraction, key: unknown): string | null {
  if (snapshot === null || key === undefined || key === null) return null;
  if (snapshot.keys === 'text') {
    if (typeof key === 'string') return key;
    throw badRequest('The key of a snapshot is a text.');
  }
  const digits = isSentNumber(key) ? key.sentNumber : snapshot.send !== 'body' ? key : null;
  if (typeof digits !== 'string' || !/^\d+$/.test(digits))
    throw badRequest('The key of a snapshot is a number.');
  return BigInt(digits).toString(16).padStart(KEY_LENGTH, '0');
}

/** In hexadecimal digits: `randomId`. */
const KEY_LENGTH = 32;

interface PriceColumnContent {
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly sourceTable: string;
  readonly fields: readonly Json[];
}

/** Returns the data of the response that lists the price columns. */
export function priceColumnsData(
  description: ServiceDescription,
  list: readonly PriceColumnContent[],
): unknown {
  const { priceColumns: of } = description;
  const typeNames = new Map(Object.entries(of.types).map(([name, sqlType]) => [sqlType, name]));
  const field = (record: Json): Json =>
    withValues(
      Object.entries(of.field).map(([member, path]) => {
        const value = valueAt(record, [member]);
        const isType = member === 'typeName' && typeof value === 'string';
        return [path, isType ? (typeNames.get(value) ?? value) : value] as const;
      }),
    );
  const fields = (each: PriceColumnContent) =>
    listOrObject(
      description,
      each.fields.map((record) => [String(record['name']), field(record)]),
      1,
    );
  // A service with addresses of its own lists where the rows are. Clients that know the address ignore the member.
  const rowsLink = isContract(description) ? null : 'links.rows';
  const record = (each: PriceColumnContent) =>
    withValues(
      inAnyOrder(description, [
        [of.name, each.name],
        [of.displayName, each.displayName],
        [of.description, each.description],
        [of.sourceTable, each.sourceTable],
        [of.fields, fields(each)],
        [rowsLink, description.extraction.path.replace(PRICE_COLUMN_PLACE, encodeURIComponent(each.name))],
      ]),
    );
  const records = listOrObject(
    description,
    list.map((each) => [each.name, record(each)]),
    2,
  );
  return of.list === '' ? records : withValues([[of.list, records]]);
}

export interface PageContent {
  readonly columns: readonly string[];
  /** The SQL types of the columns. */
  readonly typeNames: readonly string[];
  readonly pageSize: number;
  readonly page: number;
  readonly totalRecords: number;
  readonly snapshot: {
    readonly cacheKey: string;
    readonly cacheCreated: string;
    readonly cacheExpires: string;
  } | null;
}

function isInBody(total: Extraction['total']): total is string | string[] {
  return typeof total === 'string' || Array.isArray(total);
}

/** Returns the headers in which an answer says how many rows there are, and those that let pages of other origins read it. */
export function totalHeaders(
  { extraction: { total } }: ServiceDescription,
  { totalRecords }: Pick<PageContent, 'totalRecords'>,
): Readonly<Record<string, string>> {
  if (total === null || isInBody(total)) return {};
  // HTTP/2 writes all names in lower case.
  const name = total.header.toLowerCase();
  return { [name]: String(totalRecords), 'Access-Control-Expose-Headers': name };
}

/** A placeholder for the rows of a page, which are already JSON. */
const ROWS_MARK = '\u0000rows\u0000';

/** Returns the parts of a response's body before and after the rows of a page. */
export function aroundRows(description: ServiceDescription, page: PageContent): readonly [string, string] {
  const { extraction: of } = description;
  const { snapshot } = page;
  const count = of.page.style === 'number' ? page.page - 1 : (page.page - 1) * page.pageSize;
  const members: readonly (readonly [path: MemberPath | null | undefined, value: unknown])[] = [
    [of.rows, ROWS_MARK],
    [of.row === 'array' ? of.columns : null, page.columns],
    [isInBody(of.total) ? of.total : null, page.totalRecords],
    [of.pageOf, count + of.page.first],
    ...(snapshot === null || of.snapshot === null
      ? []
      : ([
          [of.snapshot.key, writtenKey(of, snapshot.cacheKey)],
          [of.snapshot.created, clockTime(of, Date.parse(snapshot.cacheCreated))],
          [of.snapshot.expires, clockTime(of, Date.parse(snapshot.cacheExpires))],
        ] as const)),
  ];
  const data = withValues(inAnyOrder(description, members));
  const [before = '', after = ''] = jsonText(successBody(description, data)).split(JSON.stringify(ROWS_MARK));
  return [`${before}[`, `]${after}`];
}

/** Whether rows, which are objects with dates in ISO 8601, have to be written in another way. */
export function hasOtherRows({ extraction: { row, dates } }: ServiceDescription): boolean {
  return row === 'array' || dates !== 'iso';
}

/** Writes rows, JSON objects with exactly these columns, as the description says. Only dates change their text. */
export function otherRows(
  rows: string,
  { columns, typeNames }: Pick<PageContent, 'columns' | 'typeNames'>,
  { extraction: of }: ServiceDescription,
): string {
  const leads = columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column)}:`);
  const end = /"(?:[^"\\]|\\.)*"|[^",}]+/y;
  let at = 0;
  let written = '';
  while (at < rows.length) {
    if (rows[at] === ',') at += 1;
    const cells = leads.map((lead, index) => {
      if (!rows.startsWith(lead, at)) throw new Error('A row is written in another way.');
      end.lastIndex = at + lead.length;
      const [cell = ''] = end.exec(rows) ?? [];
      at += lead.length + cell.length;
      const typeName = typeNames[index] ?? '';
      return isDateType(typeName) ? dateCell(of, typeName, cell) : cell;
    });
    // Skips the closing brace of the row. A row without columns is `{}`.
    at += leads.length === 0 ? 2 : 1;
    const row =
      of.row === 'array'
        ? `[${cells.join(',')}]`
        : `{${cells.map((cell, index) => `${index === 0 ? '' : ','}${leads[index]?.slice(1) ?? ''}${cell}`).join('')}}`;
    written += `${written === '' ? '' : ','}${row}`;
  }
  return written;
}

/** A number in a request. It keeps the digits that were sent, which a JavaScript number could lose. */
interface SentNumber {
  readonly sentNumber: string;
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function isSentNumber(value: unknown): value is SentNumber {
  return isObject(value) && typeof value['sentNumber'] === 'string';
}

/** Parses the body of a request. Throws a Refusal (400). */
function parsedRequest(text: string): Json {
  const marked = text.replaceAll(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : `{"sentNumber":"${token}"}`,
  );
  let json: unknown;
  try {
    json = JSON.parse(marked);
  } catch {
    throw badRequest('The request body is not JSON.');
  }
  if (!isObject(json)) throw badRequest('The request body is no object.');
  return json;
}

const NUMBER_TYPES = new Set([
  'decimal',
  'numeric',
  'money',
  'int',
  'bigint',
  'smallint',
  'tinyint',
  'float',
]);

/** Converts a request body to that of the contract. Throws a Refusal (400) for a member that the description does not have. */
export function contractBody(
  text: string,
  { url: address, headers }: Pick<Request, 'url' | 'headers'>,
  description: ServiceDescription,
  source: PriceSource,
): string {
  const { extraction: of } = description;
  const left: Left = new Map(Object.entries(parsedRequest(text)));
  const take = (name: string) => taken(left, name);
  const pageSize = integerOf(take(of.size.name), of.size.name);
  if (pageSize > of.size.max) throw badRequest(`"${of.size.name}" is more than ${of.size.max}.`);
  const page = pageOf(of, integerOf(take(of.page.name), of.page.name), pageSize);
  const header = keyHeaderOf(description);
  const outside = header === null ? new URL(address).searchParams.get(keyName(of)) : headers.get(header);
  const key = storedKey(of, of.snapshot?.send === 'body' ? take(keyName(of)) : outside);
  for (const [name, value] of Object.entries(of.constants ?? {})) {
    if (!isSame(take(name), value)) throw badRequest(`"${name}" has to be ${JSON.stringify(value)}.`);
  }
  const asked = Object.entries(of.snapshot?.ask ?? {}).map(([name, value]) => ({
    isThere: left.has(name),
    isRight: isSame(take(name), value),
  }));
  const isSnapshotWanted = of.snapshot !== null && key === null && asked.every(({ isRight }) => isRight);
  if (key !== null && of.snapshot?.repeatQuery === true) {
    if (asked.some(({ isThere }) => isThere)) throw badRequest('A further page asks for a new snapshot.');
  } else if (!isSnapshotWanted && asked.some(({ isThere }) => isThere)) {
    throw badRequest('What asks for a snapshot is incomplete.');
  }
  const bypasses = of.constants === undefined ? take('bypassTotalCount') : undefined;
  const fields = take(of.fields.name);
  const hasQuery = key === null || of.snapshot?.repeatQuery === true;
  if (hasQuery && of.fields.all !== 'absent' && fields === undefined) {
    throw badRequest(`"${of.fields.name}" is missing.`);
  }
  const filters = take(of.filters.name);
  const order = take(of.sort.name);
  refuseRest(left);
  if (of.sort.max !== null && Array.isArray(order) && order.length > of.sort.max)
    throw badRequest(`"${of.sort.name}" has more than ${of.sort.max} rules.`);
  const isAll = of.fields.all === 'empty' && Array.isArray(fields) && fields.length === 0;
  return JSON.stringify({
    page,
    nrOfRecords: pageSize,
    ...(fields !== undefined && !isAll && { fields }),
    ...(filters !== undefined && { filters: filtersOf(of, filters, source) }),
    ...(order !== undefined && { orderby: listOf(order, of.sort.name).map((rule) => sortText(of, rule)) }),
    ...(bypasses !== undefined && { bypassTotalCount: bypasses }),
    ...(isSnapshotWanted && { useCache: true }),
    ...(key !== null && { cacheKey: key }),
  });
}

function pageOf({ page }: Extraction, sent: number, pageSize: number): number {
  const count = sent - page.first;
  const before = page.style === 'number' ? count : count / pageSize;
  if (!Number.isInteger(before) || before < 0) throw badRequest(`"${page.name}" is no page.`);
  return before + 1;
}

function integerOf(value: unknown, name: string): number {
  const number = isSentNumber(value) ? Number(value.sentNumber) : Number.NaN;
  if (!Number.isInteger(number)) throw badRequest(`"${name}" has to be a whole number.`);
  return number;
}

function isSame(sent: unknown, value: unknown): boolean {
  return isSentNumber(sent) ? typeof value === 'number' && Number(sent.sentNumber) === value : sent === value;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw badRequest(`"${name}" has to be a list.`);
  return value;
}

function filtersOf(of: Extraction, sent: unknown, source: PriceSource): Json[] {
  const { filters } = of;
  if (filters.style === 'list') {
    return listOf(sent, filters.name).map((filter) => {
      const left = membersOf(filter);
      return filterOf(of, String(taken(left, filters.column)), left, source);
    });
  }
  if (!isObject(sent)) throw badRequest(`"${filters.name}" has to be an object.`);
  return Object.entries(sent).flatMap(([column, conditions]) =>
    listOf(conditions, column).map((condition) => filterOf(of, column, membersOf(condition), source)),
  );
}

/** The members of a request that have not been read yet. */
type Left = Map<string, unknown>;

function membersOf(condition: unknown): Left {
  if (!isObject(condition)) throw badRequest('A condition has to be an object.');
  return new Map(Object.entries(condition));
}

/** Returns a member and removes it from the map; undefined if it is absent. */
function taken(left: Left, name: string): unknown {
  const value = left.get(name);
  left.delete(name);
  return value;
}

function refuseRest(left: Left): void {
  if (left.size === 0) return;
  throw badRequest(...[...left.keys()].map((name) => `The property "${name}" is not known.`));
}

function filterOf(of: Extraction, column: string, left: Left, source: PriceSource): Json {
  const { filters, operators } = of;
  const isAbsent = !left.has(filters.value);
  const word = taken(left, filters.operator);
  const value = taken(left, filters.value);
  const op = Object.entries(operators).find(([, each]) => each !== null && each === word)?.[0];
  if (op === undefined) throw badRequest(`There is no operator "${String(word)}".`);
  refuseRest(left);
  const typeName = source.fields.find(({ record }) => record.name === column)?.record.typeName ?? '';
  const one = (each: unknown) => valueText(of, typeName, each);
  if (op === 'isNull' || op === 'isNotNull') {
    const isRight =
      filters.noValue === 'absent' ? isAbsent : filters.noValue === 'null' ? value === null : value === '';
    if (!isRight) throw badRequest(`"${op}" has another value.`);
    return { columnName: column, op, value: '' };
  }
  if (op !== 'containsAny') return { columnName: column, op, value: one(value) };
  const values =
    filters.lists === 'join'
      ? joinedValues(value, filters.separator).map((each) => localText(of, typeName, each))
      : listOf(value, filters.value).map(one);
  // Refuses commas in values, because the engine reads a list as one text with commas.
  if (values.some((each) => each.includes(',')))
    throw badRequest('A value with a comma cannot be looked for.');
  return { columnName: column, op, value: values.join(',') };
}

function joinedValues(value: unknown, separator: string): readonly string[] {
  if (typeof value !== 'string') throw badRequest('Several values have to be one text.');
  return value.split(separator);
}

function localText(of: Extraction, typeName: string, text: string): string {
  return isDateType(typeName) ? localDate(of, typeName, text) : text;
}

/** Returns a value as text. Throws a Refusal (400) if the value does not have the form that the description requires. */
function valueText(of: Extraction, typeName: string, value: unknown): string {
  const isNumber = NUMBER_TYPES.has(typeName) || (isDateType(typeName) && of.dates === 'epoch-ms');
  const wanted =
    of.filters.values === 'text' ? 'text' : isNumber ? 'number' : typeName === 'bit' ? 'bit' : 'text';
  if (wanted === 'number' && isSentNumber(value)) return localText(of, typeName, value.sentNumber);
  if (wanted === 'bit' && typeof value === 'boolean') return String(value);
  if (wanted === 'text' && typeof value === 'string') return localText(of, typeName, value);
  throw badRequest(`The value has to be a ${wanted}.`);
}

function sortText({ sort }: Extraction, rule: unknown): string {
  if (sort.style === 'objects') {
    if (!isObject(rule)) throw badRequest('A rule of the order has to be an object.');
    const way = valueAt(rule, [sort.direction]);
    const index = sort.values.findIndex((word) => word === way);
    if (index === -1 || Object.keys(rule).length !== 2) throw badRequest('A rule of the order is not known.');
    return `${String(valueAt(rule, [sort.column]))}${index === 1 ? ' desc' : ''}`;
  }
  const text = String(rule);
  // Tries the longer pattern first, because the shorter one may also fit the texts of the longer one.
  const patterns = [
    { pattern: sort.ascending, suffix: '' },
    { pattern: sort.descending, suffix: ' desc' },
  ].toSorted((a, b) => b.pattern.length - a.pattern.length);
  for (const { pattern, suffix } of patterns) {
    const [before = '', after = ''] = pattern.split(COLUMN_PLACE);
    const isFit =
      text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
    if (isFit) return text.slice(before.length, text.length - after.length) + suffix;
  }
  throw badRequest(`"${text}" is no rule of the order.`);
}
