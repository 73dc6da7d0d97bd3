import type * as z from 'zod';
import type { AskedPage, Dialect } from './dialect';
import type { EnvelopeContent } from './envelope.schema';
import type { TypedField } from './extraction';
import type { extractedPageSchema } from './extraction.schema';
import { isRecord, listOf, pathSteps, reader } from './member-path';
import { isHeaderPlace, type ServiceDescription } from './service-description';
import { dateFields, momentOf, type DateFields, type WireDates } from './wire-dates';
import { keyText } from './write-requests';
import type { BodyChunks } from '@/lib/base/body-chunks';
import { createByteWriter, encoded, type ByteWriter } from '@/lib/base/byte-writer';
import { afterSpace, arrayStart, endOfValue } from '@/lib/base/json-scan';
import { writeJson } from '@/lib/base/json-text';
import { parseJson } from '@/lib/base/parse-json';

type Extraction = ServiceDescription['extraction'];
type PageMember = Exclude<keyof z.input<typeof extractedPageSchema>, 'data'>;

const MINUTE_MS = 60_000;
/** The end of what does not expire: the last moment that every program can write. */
const NEVER = '9999-12-31T23:59:59.999Z';
/** Replaces the rows in an answer while the members around them are parsed. */
const ROWS_MARK = 'rows';

/** Returns the functions that read pages of rows where a description has their parts. */
export function pageReaders(
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
