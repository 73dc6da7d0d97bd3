import type { AskedPage, Dialect } from './dialect';
import {
  COMPARISON_OPS,
  InexpressibleValueError,
  type ExtractPageInput,
  type ExtractionQuery,
  type FilterCondition,
  type FurtherPageInput,
  type SortRule,
  type TypedField,
} from './extraction';
import { isKeyOfQuery, isLocalKey, newLocalKey } from './local-key';
import { isRecord, listOf, pathSteps } from './member-path';
import { COLUMN_PLACE, PRICE_COLUMN_PLACE, type ServiceDescription } from './service-description';
import { dateFields, type DateField, type DateFields, type WireDates } from './wire-dates';
import { isJsonNumber } from '@/lib/base/decimal-grammar';
import { JsonText, parseKeepingNumbers, writeJson } from '@/lib/base/json-text';
import { parseJson } from '@/lib/base/parse-json';

type Extraction = ServiceDescription['extraction'];
type Snapshots = NonNullable<Extraction['snapshot']>;
type FirstPageInput = Extract<ExtractPageInput, { readonly cacheKey?: undefined }>;
type Members = readonly (readonly [name: string, value: unknown])[];

/** Returns the functions that write requests for rows as a description says, and read the filters of such a request. */
export function requestWriters(
  of: Extraction,
  dates: WireDates | null,
): Pick<
  Dialect['extraction'],
  'path' | 'headers' | 'isGone' | 'traits' | 'untoldKey' | 'body' | 'lookBody' | 'filters' | 'sameQuery'
> {
  const { page, size, snapshot, constants } = of;
  const keyName = keyInRequests(of);
  const [before = '', after = ''] = of.path.split(PRICE_COLUMN_PLACE);

  function paging(asked: AskedPage): Members {
    const count = page.style === 'number' ? asked.page - 1 : (asked.page - 1) * asked.pageSize;
    return [
      [page.name, count + page.first],
      [size.name, asked.pageSize],
    ];
  }

  const first = (input: FirstPageInput): JsonText =>
    written([
      ...paging(input),
      ...queryMembers(of, input.query, input.typedFields, dates),
      ...Object.entries(snapshot?.ask ?? {}),
      ...Object.entries(constants ?? {}),
    ]);

  /** Returns the members of a request's body that are not about the page or the snapshot: its query, and the constants. */
  function queryOf(body: string): Members {
    const others = new Set([page.name, size.name, ...Object.keys(snapshot?.ask ?? {})]);
    return Object.entries(parseKeepingNumbers(body) as object).filter(([name]) => !others.has(name));
  }

  const queryText = (body: string): string => written(queryOf(body)).text;
  const repeatsQuery = snapshot === null || snapshot.repeatQuery;

  /** Returns the body of the first request of the input's snapshot, if further requests repeat it and it is known. */
  function repeatedBody(input: ExtractPageInput): string | null {
    if (!repeatsQuery) return null;
    return input.cacheKey === undefined ? first(input).text : (input.repeats ?? null);
  }

  function further(input: FurtherPageInput): JsonText {
    const repeats = repeatedBody(input);
    return written([
      ...paging(input),
      ...(repeats === null ? Object.entries(constants ?? {}) : queryOf(repeats)),
      ...(snapshot?.send === 'body' ? [[keyName, wireKey(of, input.cacheKey)] as const] : []),
    ]);
  }

  function filters(body: string, fields?: readonly TypedField[]): readonly FilterCondition[] | null {
    try {
      const found = filtersInBody(body);
      if (found === null || found.length === 0 || dates === null) return found;
      const ofDates = dateFields(dates, fields);
      const read = found.map((condition) => readDates(condition, ofDates.get(condition.column), dates));
      // A time that is shown twice is asked for twice.
      return [...new Map(read.map((condition) => [JSON.stringify(condition), condition])).values()];
    } catch {
      return null;
    }
  }

  function filtersInBody(body: string): readonly FilterCondition[] | null {
    try {
      return filtersOf(of, parseJson(body));
    } catch {
      return null;
    }
  }

  return {
    path: (priceColumn, cacheKey) => {
      const path = before + encodeURIComponent(priceColumn) + after;
      return cacheKey === undefined || snapshot?.send !== 'query'
        ? path
        : `${path}?${encodeURIComponent(keyName)}=${encodeURIComponent(cacheKey)}`;
    },
    headers: (cacheKey) =>
      cacheKey === undefined || snapshot?.send !== 'header' ? {} : { [keyName]: cacheKey },
    isGone: (input) => {
      if (input.cacheKey === undefined) return false;
      if (snapshot !== null) return isLocalKey(input.cacheKey) || !isSendable(snapshot, input.cacheKey);
      return input.repeats == null || !isKeyOfQuery(input.cacheKey, queryText(input.repeats));
    },
    traits: (input) => {
      const isTimeTold = snapshot !== null && snapshot.created !== null;
      const isEndTold = snapshot !== null && snapshot.expires !== null;
      const repeats = repeatedBody(input);
      const isCounted = of.total === null;
      return isTimeTold && isEndTold && repeats === null && !isCounted
        ? null
        : { isStable: snapshot !== null, isTimeTold, isEndTold, isCounted, repeats };
    },
    untoldKey: (input) => {
      if (snapshot !== null || input.cacheKey !== undefined) return input.cacheKey;
      return newLocalKey(queryText(first(input).text));
    },
    body: (input) => (input.cacheKey === undefined ? first(input) : further(input)),
    lookBody: (query, rowCount, fields) =>
      written([
        ...paging({ page: 1, pageSize: rowCount }),
        ...queryMembers(of, query, fields, dates),
        ...Object.entries(constants ?? { bypassTotalCount: true }),
      ]),
    filters,
    sameQuery: (body, asked, pageSize) => {
      if (filtersInBody(body) === null) return null;
      const members = Object.entries(parseKeepingNumbers(body) as object);
      const own: Members = [...paging({ page: 1, pageSize }), [of.fields.name, asked]];
      return written([...own, ...members.filter(([name]) => own.every(([other]) => other !== name))]).text;
    },
  };
}

function written(members: Members): JsonText {
  return new JsonText(writeJson(Object.fromEntries(members)));
}

/** Returns the members that a query adds to a request body. Throws InexpressibleValueError. */
function queryMembers(
  of: Extraction,
  query: ExtractionQuery,
  fields: readonly TypedField[] | undefined,
  dates: WireDates | null,
): Members {
  const { fields: askedFields, filters, sort } = of;
  const types = fields?.map(({ name, type }) => [name, type] as const) ?? [];
  const typeOf = new Map(filters.values === 'typed' ? types : []);
  const ofDates: DateFields = query.filters.length === 0 ? new Map() : dateFields(dates, fields);
  const asked = query.filters.map((condition) => {
    if (of.operators[condition.op] === null)
      throw new InexpressibleValueError(condition.column, 'missing-operator');
    return dates === null ? condition : writtenDates(condition, ofDates.get(condition.column), dates);
  });
  const conditions = asked.map((condition): readonly [column: string, condition: Members] => {
    const { column, op } = condition;
    const word = of.operators[op];
    // The operator of a time that is never shown is another one.
    if (word === null) throw new InexpressibleValueError(column, 'no-such-moment');
    const isEpoch = ofDates.has(column) && of.dates === 'epoch-ms' && filters.values === 'typed';
    const value = wireValue(of, condition, isEpoch ? 'number' : typeOf.get(column));
    return [
      column,
      [
        [filters.operator, word],
        [filters.value, value],
      ],
    ];
  });
  const members: [name: string, value: unknown][] = [];
  if (query.fields !== null) members.push([askedFields.name, query.fields]);
  else if (askedFields.all === 'empty') members.push([askedFields.name, []]);
  else if (askedFields.all === 'listed') members.push([askedFields.name, namesOf(fields)]);
  if (conditions.length > 0) {
    const list = conditions.map(([column, rest]) => Object.fromEntries([[filters.column, column], ...rest]));
    members.push([filters.name, filters.style === 'list' ? list : groupedByColumn(conditions)]);
  }
  const ruleTooMany = sort.max === null ? undefined : query.sort[sort.max];
  if (ruleTooMany !== undefined) throw new InexpressibleValueError(ruleTooMany.column, 'too-many-sort-rules');
  if (query.sort.length > 0) members.push([sort.name, query.sort.map((rule) => wireSort(of, rule))]);
  return members;
}

function namesOf(fields: readonly TypedField[] = []): readonly string[] {
  if (fields.length === 0) throw new Error('The fields are not known.');
  return fields.map(({ name }) => name);
}

/** Returns a condition with its dates as the service writes them. Throws InexpressibleValueError. */
function writtenDates(
  condition: FilterCondition,
  field: DateField | undefined,
  dates: WireDates,
): FilterCondition {
  if (field === undefined) return condition;
  const { column, op } = condition;
  const written = condition.values.map((value) => {
    const comparison = dates.written(value, op, field);
    if (comparison === null) throw new InexpressibleValueError(column, 'no-such-moment');
    return comparison;
  });
  return { column, op: written[0]?.op ?? op, values: written.map(({ value }) => value) };
}

/** Returns a condition with its dates as the console writes them. */
function readDates(
  condition: FilterCondition,
  field: DateField | undefined,
  dates: WireDates,
): FilterCondition {
  if (field === undefined) return condition;
  const read = (value: string) => String(dates.read(value, field)).replace(/T00:00:00(?:\.0*)?$/, '');
  const values = condition.values.map((value) =>
    read(value).replace(/\.(\d*?)0+$/, (_, rest: string) => rest && `.${rest}`),
  );
  return { ...condition, values };
}

function groupedByColumn(conditions: readonly (readonly [column: string, condition: Members])[]): unknown {
  const columns = new Map<string, unknown[]>();
  for (const [column, members] of conditions) {
    const others = columns.get(column) ?? [];
    others.push(Object.fromEntries(members));
    columns.set(column, others);
  }
  return Object.fromEntries(columns);
}

/** `type` is the column's type if the service expects numbers and booleans as JSON values, and undefined if it expects text. */
function wireValue(
  { filters }: Extraction,
  { op, column, values }: FilterCondition,
  type: string | undefined,
): unknown {
  const typed = (value: string): unknown => {
    if (type === 'number' && isJsonNumber(value)) return new JsonText(value);
    if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
    return value;
  };
  if (op === 'isNull' || op === 'isNotNull') return NO_VALUES[filters.noValue];
  if (op !== 'containsAny') return typed(values[0] ?? '');
  if (filters.lists === 'array') return values.map(typed);
  if (values.some((value) => value.includes(filters.separator)))
    throw new InexpressibleValueError(column, 'comma-in-list', filters.separator);
  return values.join(filters.separator);
}

/** An undefined member is not written. */
const NO_VALUES = { empty: '', null: null, absent: undefined } as const;

function wireSort({ sort }: Extraction, { column, direction }: SortRule): unknown {
  const isDescending = direction === 'descending';
  if (sort.style === 'objects') {
    const [ascending, descending] = sort.values;
    return Object.fromEntries([
      [sort.column, column],
      [sort.direction, isDescending ? descending : ascending],
    ]);
  }
  return (isDescending ? sort.descending : sort.ascending).replace(COLUMN_PLACE, () => column);
}

/** Members of a body that were not read yet. */
type Unread = Map<string, unknown>;

/** Takes a member off the unread ones; undefined if it is not there. */
function taken(unread: Unread, name: string): unknown {
  const value = unread.get(name);
  unread.delete(name);
  return value;
}

/**
 * Reads the filters of a body that takes a snapshot; null for anything else. A member that no part of the description names may hold
 * filters of another description, so the body is then unknown.
 */
function filtersOf(of: Extraction, body: unknown): readonly FilterCondition[] | null {
  if (!isRecord(body)) return null;
  const unread: Unread = new Map(Object.entries(body));
  const isPage = [of.page.name, of.size.name].every((name) => Number.isInteger(taken(unread, name)));
  const hasConstants = Object.entries({ ...of.snapshot?.ask, ...of.constants }).every(
    ([name, value]) => taken(unread, name) === value,
  );
  const hasFields = isListOf('string', taken(unread, of.fields.name), of.fields.all !== 'absent');
  const hasSort = isListOf(of.sort.style === 'texts' ? 'string' : 'object', taken(unread, of.sort.name));
  const conditions = conditionsOf(of, taken(unread, of.filters.name));
  return isPage && hasConstants && hasFields && hasSort && unread.size === 0 ? conditions : null;
}

/** Whether a member of a body is a list of values of a type. It may be missing unless it is required. */
function isListOf(type: 'string' | 'object', value: unknown, isRequired = false): boolean {
  if (value === undefined) return !isRequired;
  return listOf(value)?.every((entry) => typeof entry === type) === true;
}

/** Returns null if the conditions are written in another way than described. */
function conditionsOf(of: Extraction, given: unknown): readonly FilterCondition[] | null {
  if (given === undefined) return [];
  const conditions =
    of.filters.style === 'list' ? listedConditions(of, given) : conditionsByColumn(of, given);
  if (conditions === null || conditions.includes(null)) return null;
  return conditions.flatMap((condition) => condition ?? []);
}

type ReadConditions = readonly (FilterCondition | null)[] | null;

function listedConditions(of: Extraction, given: unknown): ReadConditions {
  const conditions = listOf(given)?.map((entry) => {
    const unread = unreadOf(entry);
    return conditionOf(of, taken(unread, of.filters.column), unread);
  });
  return conditions ?? null;
}

function conditionsByColumn(of: Extraction, given: unknown): ReadConditions {
  if (!isRecord(given)) return null;
  return Object.entries(given).flatMap(
    ([column, some]) => listOf(some)?.map((entry) => conditionOf(of, column, unreadOf(entry))) ?? [null],
  );
}

function unreadOf(entry: unknown): Unread {
  return new Map(isRecord(entry) ? Object.entries(entry) : []);
}

function conditionOf(
  { filters, operators }: Extraction,
  column: unknown,
  unread: Unread,
): FilterCondition | null {
  const word = taken(unread, filters.operator);
  const value = taken(unread, filters.value);
  const op = COMPARISON_OPS.find((each) => operators[each] === word);
  if (typeof column !== 'string' || column === '' || typeof word !== 'string' || op === undefined)
    return null;
  if (unread.size > 0) return null;
  if (op === 'isNull' || op === 'isNotNull') return { column, op, values: [] };
  if (op !== 'containsAny') return isScalar(value) ? { column, op, values: [String(value)] } : null;
  const joined = typeof value === 'string' ? value.split(filters.separator) : null;
  const values = filters.lists === 'array' ? listOf(value) : joined;
  return values?.every(isScalar) === true ? { column, op, values: values.map(String) } : null;
}

function keyInRequests({ snapshot }: Extraction): string {
  return snapshot === null ? '' : (pathSteps(snapshot.key).at(-1) ?? '');
}

/** Returns the key of a snapshot as text; undefined for a key of another form than described, which a request could not repeat. */
export function keyText({ snapshot }: Extraction, key: unknown): string | undefined {
  if (snapshot === null) return undefined;
  if (snapshot.keys === 'text') return typeof key === 'string' && isSendable(snapshot, key) ? key : undefined;
  if (typeof key === 'number') return String(key);
  // The parser returns a number as text if a JavaScript number cannot hold it.
  const isNumber = typeof key === 'string' && isJsonNumber(key) && String(Number(key)) !== key;
  return isNumber ? key : undefined;
}

/** Whether a request can have a key where the service expects it. */
function isSendable({ send }: Snapshots, key: string): boolean {
  return send !== 'header' || /^[!-~]+$/.test(key);
}

function wireKey({ snapshot }: Extraction, key: string): unknown {
  return snapshot?.keys === 'number' && isJsonNumber(key) ? new JsonText(key) : key;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
