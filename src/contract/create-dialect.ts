import type * as z from 'zod';
import type { AskedPage, Dialect } from './dialect';
import { errorMessages, isServiceResponse, openEnvelope, type EnvelopeContent } from './envelope.schema';
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
import type { extractedPageSchema } from './extraction.schema';
import { isKeyOfQuery, isLocalKey, newLocalKey } from './local-key';
import { isRecord, pathSteps, valueAt, type MemberPath } from './member-path';
import {
  COLUMN_PLACE,
  DEFAULT_DESCRIPTION,
  FIELD_MEMBERS,
  isHeaderPlace,
  MEMBERS_OF_ABSENT,
  PRICE_COLUMN_PLACE,
  type ServiceDescription,
} from './service-description';
import { createWireDates, type DateField, type WireDates } from './wire-dates';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { createByteWriter, encoded, type ByteWriter } from '@/lib/base/byte-writer';
import { isJsonNumber } from '@/lib/base/decimal-grammar';
import { afterSpace, arrayStart, endOfValue } from '@/lib/base/json-scan';
import { JsonText, parseKeepingNumbers, writeJson } from '@/lib/base/json-text';
import { ownMember } from '@/lib/base/own-member';
import { parseJson } from '@/lib/base/parse-json';

type Extraction = ServiceDescription['extraction'];
type Snapshots = NonNullable<Extraction['snapshot']>;
type PageMember = Exclude<keyof z.input<typeof extractedPageSchema>, 'data'>;
type FirstPageInput = Extract<ExtractPageInput, { readonly cacheKey?: undefined }>;
type Members = readonly (readonly [name: string, value: unknown])[];

const MINUTE_MS = 60_000;
/** The end of what does not expire: the last moment that every program can write. */
const NEVER = '9999-12-31T23:59:59.999Z';
/** Replaces the rows in an answer while the members around them are parsed. */
const ROWS_MARK = 'rows';

/** Returns the dialect of a described service: how it writes its messages. Returns null if it writes them as the contract says. */
export function createDialect(description: ServiceDescription): Dialect | null {
  if (JSON.stringify({ ...description, $schema: undefined }) === JSON.stringify(DEFAULT_DESCRIPTION))
    return null;
  const envelope = envelopeReaders(description.envelope);
  const keyOfEvent = reader(description.events.key);
  const priceColumnOfEvent = reader(description.events.priceColumn);
  const createdOfEvent = reader(description.events.created);
  const dates = createWireDates(description.extraction);
  return {
    description,
    ...envelope,
    priceColumns: { path: description.priceColumns.path, data: priceColumnsReader(description.priceColumns) },
    extraction: {
      goneStatus: description.extraction.snapshot?.goneStatus ?? [],
      maxPageSize: description.extraction.size.max,
      totalHeader: isHeaderPlace(description.extraction.total) ? description.extraction.total.header : null,
      ...requestWriters(description.extraction, dates),
      ...pageReaders(description, envelope.openEnvelope, dates),
    },
    eventName: description.events.name,
    event: (json) => ({
      priceColumn: priceColumnOfEvent(json),
      cacheKey: keyText(description.extraction, keyOfEvent(json)),
      created: momentOf(dates, createdOfEvent(json)),
    }),
  };
}

/** Returns a function that reads the value at a path such as `result.items`. */
function reader(path: MemberPath): (json: unknown) => unknown {
  const steps = pathSteps(path);
  return (json) => valueAt(json, steps);
}

function envelopeReaders(
  envelope: ServiceDescription['envelope'],
): Pick<Dialect, 'openEnvelope' | 'errorMessages' | 'isServiceResponse'> {
  if (envelope === 'none') {
    return {
      openEnvelope: (json) => ({ succeeded: true, data: json }),
      errorMessages,
      isServiceResponse: (json) => typeof json === 'object' && json !== null,
    };
  }
  const [dataOf, errorsOf, successOf] = [
    reader(envelope.data),
    reader(envelope.errors),
    reader(envelope.succeeded),
  ];
  // A refusal may also have a message beside the envelope, so all members of the answer are kept.
  const inContract = (json: unknown) => ({
    ...(isRecord(json) && json),
    Data: dataOf(json),
    Errors: errorsOf(json),
    Succeeded: successOf(json),
  });
  return {
    openEnvelope: (json) => openEnvelope(inContract(json)),
    errorMessages: (json) => errorMessages(inContract(json)),
    isServiceResponse: (json) => isServiceResponse(inContract(json)),
  };
}

function priceColumnsReader(of: ServiceDescription['priceColumns']): Dialect['priceColumns']['data'] {
  const listOfData = reader(of.list);
  const read = {
    name: reader(of.name),
    displayName: reader(of.displayName),
    description: reader(of.description),
    sourceTable: reader(of.sourceTable),
    fields: of.fields === null ? null : reader(of.fields),
  };
  const members = Object.entries(of.field).flatMap(([member, path]) =>
    path === null ? [] : [[member, pathSteps(path)] as const],
  );
  const absent = Object.entries(MEMBERS_OF_ABSENT).filter(([member]) => ownMember(of.field, member) === null);
  const translated = new Set<string | undefined>([...FIELD_MEMBERS, ...members.map(([, steps]) => steps[0])]);

  function fieldRecord([key, field]: readonly [key: string | null, field: unknown]): unknown {
    if (!isRecord(field)) return field;
    const known = members.flatMap(([member, steps]): Members => {
      const found = valueAt(field, steps);
      const value = member === 'name' ? (found ?? key ?? undefined) : found;
      if (value === undefined) return [];
      const isType = member === 'typeName' && typeof value === 'string';
      return [[member, isType ? (ownMember(of.types, value) ?? value) : value]];
    });
    const further = Object.entries(field).filter(([member]) => !translated.has(member));
    return Object.fromEntries([...absent, ...known, ...further]);
  }

  return (data) =>
    recordsOf(listOfData(data))?.map(([key, record]) =>
      isRecord(record)
        ? {
            name: read.name(record) ?? key,
            displayName: read.displayName(record) ?? '',
            description: read.description(record) ?? null,
            sourceTable: read.sourceTable(record) ?? '',
            fields: read.fields === null ? [] : recordsOf(read.fields(record))?.map(fieldRecord),
          }
        : record,
    );
}

/** Returns the entries of a list, or of an object of records by their names; undefined for anything else. */
function recordsOf(list: unknown): readonly (readonly [key: string | null, record: unknown])[] | undefined {
  if (Array.isArray(list)) return list.map((record: unknown) => [null, record]);
  if (!isRecord(list)) return undefined;
  const records = Object.entries(list);
  // Otherwise the list is at another place within the object.
  return records.every(([, record]) => isRecord(record)) ? records : undefined;
}

function keyInRequests({ snapshot }: Extraction): string {
  return snapshot === null ? '' : (pathSteps(snapshot.key).at(-1) ?? '');
}

/** Returns the key of a snapshot as text; undefined for a key of another form than described, which a request could not repeat. */
function keyText({ snapshot }: Extraction, key: unknown): string | undefined {
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

function momentOf(dates: WireDates | null, value: unknown): unknown {
  return dates === null ? value : dates.moment(value);
}

type DateFields = ReadonlyMap<string, DateField>;

/** Returns the fields whose dates are converted. Throws if their types are not known, because an unconverted date is a wrong one. */
function dateFields(dates: WireDates | null, fields: readonly TypedField[] | undefined): DateFields {
  if (dates === null) return new Map();
  if (fields === undefined) throw new Error('The types of the fields are not known.');
  return new Map(
    fields.flatMap(({ name, type, sqlType = '' }) =>
      type === 'date' ? [[name, { isDay: sqlType.trim().toLowerCase() === 'date' }] as const] : [],
    ),
  );
}

function requestWriters(
  of: Extraction,
  dates: WireDates | null,
): Omit<
  Dialect['extraction'],
  'goneStatus' | 'maxPageSize' | 'totalHeader' | keyof ReturnType<typeof pageReaders>
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

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function pageReaders(
  { envelope, extraction: of }: ServiceDescription,
  open: (json: unknown) => EnvelopeContent,
  dates: WireDates | null,
): Pick<Dialect['extraction'], 'data' | 'rows' | 'rewritten' | 'rewrittenRows'> {
  const { page, snapshot } = of;
  const rowsOf = reader(of.rows);
  const columnsOf = reader(of.columns ?? '');
  const totalOf = totalReader(of.total);
  const keyOf = reader(snapshot?.key ?? '');
  const createdOf = snapshot === null || snapshot.created === null ? null : reader(snapshot.created);
  const pageOf = of.pageOf === null ? null : reader(of.pageOf);
  const expiresOf = snapshot === null || snapshot.expires === null ? null : reader(snapshot.expires);
  const rowsInAnswer = [...(envelope === 'none' ? [] : pathSteps(envelope.data)), ...pathSteps(of.rows)];

  function pageNumber(told: unknown, { pageSize }: AskedPage): unknown {
    if (typeof told !== 'number') return told;
    const count = told - page.first;
    return page.style === 'number' ? count + 1 : count / pageSize + 1;
  }

  /** Returns the members of a page other than its rows, under the names of the contract. */
  function membersOf(
    data: unknown,
    asked: AskedPage,
    header: string | null,
  ): Readonly<Record<PageMember, unknown>> {
    const cacheCreated = createdOf === null ? new Date().toISOString() : momentOf(dates, createdOf(data));
    return {
      totalRecords: totalOf(data, asked, header),
      page: pageOf === null ? asked.page : pageNumber(pageOf(data), asked),
      cacheKey: snapshot === null ? asked.cacheKey : keyText(of, keyOf(data)),
      cacheCreated,
      cacheExpires: snapshot === null ? NEVER : endOf(data, cacheCreated),
    };
  }

  function endOf(data: unknown, created: unknown): unknown {
    return expiresOf === null
      ? momentAfter(created, (snapshot?.lifetimeMinutes ?? 0) * MINUTE_MS)
      : momentOf(dates, expiresOf(data));
  }

  function columnNames(data: unknown): readonly string[] {
    const told = listOf(columnsOf(data));
    const names = told?.filter((name) => typeof name === 'string') ?? [];
    if (told === null || names.length < told.length) throw new Error('The columns are no names.');
    if (new Set(names).size < names.length) throw new Error('Two columns have the same name.');
    return names;
  }

  function rows(data: unknown, fields: readonly TypedField[] | undefined): unknown {
    const found = rowsInWireDates(data);
    const list = dates === null ? null : listOf(found);
    if (dates === null || list === null) return found;
    const ofDates = dateFields(dates, fields);
    return ofDates.size === 0 ? list : list.map((row) => withReadDates(row, ofDates, dates));
  }

  function rowsInWireDates(data: unknown): unknown {
    const found = rowsOf(data);
    const list = of.row === 'object' ? null : listOf(found);
    if (list === null) return found;
    const names = columnNames(data);
    return list.map((row) => {
      const cells = listOf(row);
      if (cells?.length !== names.length) throw rowMismatch();
      return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
    });
  }

  function inContract(
    content: EnvelopeContent,
    page: (data: unknown) => readonly [before: string, rest: BodyChunks],
  ): BodyChunks {
    if (!content.succeeded)
      return [encoded(writeJson({ Data: null, Errors: content.messages, Succeeded: false }))];
    const [before, rest] = page(content.data);
    return [encoded(`{"Data":${before}`), ...rest, encoded(',"Errors":null,"Succeeded":true}')];
  }

  /** Rewrites an answer in the notation of the contract, with its rows and with the members that `members` returns. */
  function inContractText(
    text: string,
    fields: readonly TypedField[] | undefined,
    members: (data: unknown) => Readonly<Record<string, unknown>>,
  ): BodyChunks {
    const start = arrayStart(text, rowsInAnswer);
    // A refusal has no rows, and a member name with an escape is not found. The whole text is parsed instead.
    if (start === null) {
      return inContract(open(parseJson(text)), (data) => [
        writeJson({ ...members(data), data: rows(data, fields) }),
        [],
      ]);
    }
    const end = endOfValue(text, start);
    if (end === -1) throw new SyntaxError('The text is not valid JSON.');
    const rest = parseJson(`${text.slice(0, start)}["${ROWS_MARK}"]${text.slice(end)}`);
    return inContract(open(rest), (data) => {
      // If the mark is not at the path of the rows, a member of the path occurs twice, and the rows are ambiguous.
      if (listOf(rowsOf(data))?.[0] !== ROWS_MARK) throw new Error(pathSteps(of.rows).join('.'));
      const ofDates = dateFields(dates, fields);
      const list =
        of.row === 'array'
          ? rowObjects(text, start, columnNames(data), ofDates, dates)
          : dates === null || ofDates.size === 0
            ? encoded(text.slice(start, end))
            : rowsWithDates(text, start, ofDates, dates);
      const written = writeJson(members(data));
      return [`${written.slice(0, -1)}${written === '{}' ? '' : ','}"data":`, [list, encoded('}')]];
    });
  }

  return {
    rows,
    data: (data, asked, header = null) => ({
      ...membersOf(data, asked, header),
      data: rows(data, asked.typedFields),
    }),
    rewritten: (text, asked, header = null) =>
      inContractText(text, asked.typedFields, (data) => membersOf(data, asked, header)),
    rewrittenRows: (text, typedFields) => inContractText(text, typedFields, () => ({})),
  };
}

function withReadDates(row: unknown, fields: DateFields, dates: WireDates): unknown {
  if (!isRecord(row)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = fields.get(name);
      return [name, field === undefined ? value : dates.read(value, field)];
    }),
  );
}

/** Returns a function that reads the number of all rows; it returns null if neither the answer nor the request says it. */
function totalReader(
  total: Extraction['total'],
): (data: unknown, asked: AskedPage, header: string | null) => unknown {
  if (total === null) return (_, { rowCount }) => rowCount ?? null;
  if (!isHeaderPlace(total)) {
    const totalOf = reader(total);
    return (data) => totalOf(data);
  }
  return (_data, _asked, header) => {
    // Browsers hide a header of another origin unless the service exposes it.
    if (header === null || !/^\d+$/.test(header.trim())) throw new Error(`header ${total.header}`);
    return Number(header);
  };
}

/** Returns the time `ms` after `moment`, or undefined if `moment` is not a date-time. */
function momentAfter(moment: unknown, ms: number): string | undefined {
  const start = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
  return Number.isNaN(start) ? undefined : new Date(start + ms).toISOString();
}

const MARKS = {
  open: 0x5b,
  close: 0x5d,
  comma: 0x2c,
  openObject: 0x7b,
  closeObject: 0x7d,
  quote: 0x22,
  colon: 0x3a,
} as const;

/** Rewrites the rows that begin at `start`, which are objects, in UTF-8, and converts their dates. All other text stays as it is. */
function rowsWithDates(
  text: string,
  start: number,
  fields: DateFields,
  dates: WireDates,
): Uint8Array<ArrayBuffer> {
  const rows = createByteWriter();
  const notObjects = () => new Error('The rows are no objects.');
  // What stands before this index has been written.
  let writtenEnd = start;
  let at = afterSpace(text, start + 1);
  while (text.charCodeAt(at) === MARKS.openObject) {
    at = afterSpace(text, at + 1);
    while (text.charCodeAt(at) === MARKS.quote) {
      const nameEnd = endOfValue(text, at);
      const name = text.slice(at + 1, nameEnd - 1);
      const field = fields.get(name.includes('\\') ? unescaped(text.slice(at, nameEnd)) : name);
      at = afterSpace(text, nameEnd);
      if (nameEnd === -1 || text.charCodeAt(at) !== MARKS.colon) throw notObjects();
      at = afterSpace(text, at + 1);
      const end = endOfValue(text, at);
      if (end <= at) throw notObjects();
      if (field !== undefined) {
        rows.writeText(text, writtenEnd, at);
        writeWhole(rows, dates.rewritten(text.slice(at, end), field));
        writtenEnd = end;
      }
      at = afterSpace(text, end);
      if (text.charCodeAt(at) !== MARKS.comma) break;
      at = afterSpace(text, at + 1);
    }
    if (text.charCodeAt(at) !== MARKS.closeObject) throw notObjects();
    at = afterSpace(text, at + 1);
    if (text.charCodeAt(at) !== MARKS.comma) break;
    at = afterSpace(text, at + 1);
  }
  if (text.charCodeAt(at) !== MARKS.close) throw notObjects();
  rows.writeText(text, writtenEnd, at + 1);
  return rows.written();
}

function unescaped(json: string): string {
  return String(JSON.parse(json));
}

function writeWhole(rows: ByteWriter, text: string): void {
  rows.writeText(text, 0, text.length);
}

/**
 * Rewrites the rows that begin at `start`, which are arrays of values, as objects in UTF-8. The text of each value stays as it is, and
 * so does every digit. A page has hundreds of thousands of values, and a text of as many parts would take four times as long.
 */
function rowObjects(
  text: string,
  start: number,
  names: readonly string[],
  fields: DateFields,
  dates: WireDates | null,
): Uint8Array<ArrayBuffer> {
  const dateAt = names.map((name) => fields.get(name));
  const leads = names.map((name, index) => encoded(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`));
  const rows = createByteWriter();
  let at = afterSpace(text, start + 1);
  rows.writeByte(MARKS.open);
  if (text.charCodeAt(at) === MARKS.close) {
    rows.writeByte(MARKS.close);
    return rows.written();
  }
  for (;;) {
    if (text.charCodeAt(at) !== MARKS.open) throw rowMismatch();
    at = afterSpace(text, at + 1);
    rows.writeByte(MARKS.openObject);
    for (const [index, lead] of leads.entries()) {
      const end = endOfValue(text, at);
      if (end <= at) throw rowMismatch();
      rows.writeBytes(lead);
      const field = dateAt[index];
      if (dates === null || field === undefined) rows.writeText(text, at, end);
      else writeWhole(rows, dates.rewritten(text.slice(at, end), field));
      at = afterSpace(text, end);
      if (index === leads.length - 1) break;
      if (text.charCodeAt(at) !== MARKS.comma) throw rowMismatch();
      at = afterSpace(text, at + 1);
    }
    if (text.charCodeAt(at) !== MARKS.close) throw rowMismatch();
    rows.writeByte(MARKS.closeObject);
    at = afterSpace(text, at + 1);
    const mark = text.charCodeAt(at);
    if (mark !== MARKS.close && mark !== MARKS.comma) throw rowMismatch();
    rows.writeByte(mark);
    if (mark === MARKS.close) return rows.written();
    at = afterSpace(text, at + 1);
  }
}

function rowMismatch(): Error {
  return new Error('A row has another number of values than there are columns.');
}
