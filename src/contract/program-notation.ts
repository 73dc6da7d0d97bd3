import * as z from 'zod';
import { DEFAULT_DESCRIPTION, isHeaderPlace } from './service-description';
import type { Dialect } from './dialect';
import { extractionBodyText } from './extraction.schema';
import { pathSteps, type MemberPath } from './member-path';
import { parseKeepingNumbers, writeJson } from '@/lib/base/json-text';
import { ownMember } from '@/lib/base/own-member';

const path = z.array(z.string()).readonly();

/**
 * What a program outside the console has to know about the messages of an extraction. A path is a list of member names. The default is
 * what the contract says.
 */
export const programNotationSchema = z.object({
  /** Whether the service has a description. Programs for a service without one are simpler, because the contract is known. */
  isDescribed: z.boolean(),
  /** What answers are wrapped in; null if they come bare. */
  envelope: z.object({ data: path, errors: path, succeeded: path }).nullable(),
  /** Paths below the data of an answer. */
  rows: path,
  /** Where the names of the values are if a row is an array of values; null if a row is an object. */
  columns: path.nullable(),
  /** Null if the number of all rows is in the header `totalHeader`, or if answers do not say it. */
  total: path.nullable(),
  totalHeader: z.string().nullable().default(null),
  /** Where the key of the snapshot is; null if the service keeps no snapshots. */
  key: path.nullable(),
  created: path.nullable(),
  expires: path.nullable(),
  /** Where an answer says which page it is; null if it does not say. */
  pageOf: path.nullable(),
  /** The value that asks for the first page, and how further pages are counted from it. */
  page: z.object({ style: z.enum(['number', 'offset']), first: z.number() }),
  /** The members of the body that asks for a further page, in their order. Page, size and key are put in by the program. */
  furtherBody: z
    .array(
      z.object({
        name: z.string(),
        value: z.union([
          z.string(),
          z.number(),
          z.boolean(),
          z.null(),
          z.object({ put: z.enum(['page', 'size', 'key']) }),
        ]),
      }),
    )
    .readonly(),
  /** The name of the parameter that has the key in the address of a further page; null if the body has the key. */
  keyInAddress: z.string().nullable(),
  /** The name of the header of a further page that has the key; null if no header has it. */
  keyInHeader: z.string().nullable().default(null),
  /**
   * The members of the first body that a further one leaves out, if it repeats the others (the query); null if it does not repeat the
   * query. A service without snapshots expects the whole query with each page.
   */
  repeatsWithout: z.array(z.string()).readonly().nullable().default(null),
  /** Whether the body has the key as a number, not as a text. */
  isKeyNumber: z.boolean(),
  /** Whether dates are ISO 8601 without a time zone. Programs leave others as the service writes them. */
  hasIsoDates: z.boolean().default(true),
  /** The statuses that mean that the snapshot is gone. */
  goneStatus: z.array(z.number()).readonly(),
});

export type ProgramNotation = z.output<typeof programNotationSchema>;
export type FurtherMember = ProgramNotation['furtherBody'][number];

/** Returns the notation of a described service, or that of the contract without a dialect. */
export function programNotation(dialect?: Dialect | null): ProgramNotation {
  const { envelope, extraction: of } = dialect?.description ?? DEFAULT_DESCRIPTION;
  const { snapshot } = of;
  const steps = (at: MemberPath | null | undefined) => (at == null ? null : pathSteps(at));
  const keyName = steps(snapshot?.key)?.at(-1) ?? '';
  const places: Readonly<Record<string, 'page' | 'size' | 'key'>> = {
    [of.page.name]: 'page',
    [of.size.name]: 'size',
    ...(snapshot?.send === 'body' && { [keyName]: 'key' }),
  };
  // A key of digits shows whether the service expects keys as numbers or as texts.
  const input = { priceColumn: '', page: 1, pageSize: 1, cacheKey: '1', columns: null };
  const body = furtherBodySchema.parse(JSON.parse(extractionBodyText(input, dialect)));
  return {
    isDescribed: dialect != null,
    envelope:
      envelope === 'none'
        ? null
        : {
            data: pathSteps(envelope.data),
            errors: pathSteps(envelope.errors),
            succeeded: pathSteps(envelope.succeeded),
          },
    rows: pathSteps(of.rows),
    columns: of.columns === undefined ? null : pathSteps(of.columns),
    total: of.total === null || isHeaderPlace(of.total) ? null : pathSteps(of.total),
    totalHeader: isHeaderPlace(of.total) ? of.total.header : null,
    key: steps(snapshot?.key),
    created: steps(snapshot?.created),
    expires: steps(snapshot?.expires),
    pageOf: of.pageOf === null ? null : pathSteps(of.pageOf),
    page: { style: of.page.style, first: of.page.first },
    furtherBody: Object.entries(body).map(([name, value]) => {
      const put = ownMember(places, name);
      return { name, value: put === undefined ? value : { put } };
    }),
    keyInAddress: snapshot?.send === 'query' ? keyName : null,
    keyInHeader: snapshot?.send === 'header' ? keyName : null,
    repeatsWithout: snapshot === null || snapshot.repeatQuery ? Object.keys(snapshot?.ask ?? {}) : null,
    isKeyNumber: snapshot?.send === 'body' && typeof ownMember(body, keyName) === 'number',
    hasIsoDates: of.dates === 'iso',
    goneStatus: snapshot?.goneStatus ?? [],
  };
}

const furtherBodySchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** The body of the first page, divided for programs that repeat the query with each page. All texts are JSON. */
export interface RepeatedQuery {
  /** The object of the members that each request repeats. */
  readonly query: string;
  /** The start of the object that asks for the first page: its own members, and what is between them and those of `query`. */
  readonly firstLead: string;
  /** Whether the query has no members, so that nothing separates them from others. */
  readonly isEmpty: boolean;
}

/** Divides the body of the first page; returns null if further pages do not repeat the query. */
export function repeatedQuery(
  { repeatsWithout, furtherBody }: ProgramNotation,
  body: string,
): RepeatedQuery | null {
  if (repeatsWithout === null) return null;
  const ofPage = furtherBody.flatMap(({ name, value }) => (isPut(value) ? [name] : []));
  const own = new Set([...ofPage, ...repeatsWithout]);
  const members = Object.entries(parseKeepingNumbers(body) as object);
  const textOf = (isOwn: boolean) =>
    writeJson(Object.fromEntries(members.filter(([name]) => own.has(name) === isOwn)));
  const query = textOf(false);
  const isEmpty = query === '{}';
  return { query, firstLead: leadOf(textOf(true), isEmpty), isEmpty };
}

/** Returns the start of an object, to which members of another one are added. */
function leadOf(object: string, isLast: boolean): string {
  return `${object.slice(0, -1)}${isLast ? '' : ','}`;
}

function isPut(value: FurtherMember['value']): value is Extract<FurtherMember['value'], object> {
  return typeof value === 'object' && value !== null;
}

/** Whether all pages are of one snapshot. Without snapshots, a row can move to another page while a program reads. */
export function hasSnapshots({ key }: ProgramNotation): boolean {
  return key !== null;
}

/** What a program says in its first lines, where each note is a line. */
export function programNotes(notation: ProgramNotation): readonly string[] {
  return [
    ...(hasSnapshots(notation) ? [] : [MOVING_ROWS]),
    ...(notation.hasIsoDates ? [] : [DATES_AS_WRITTEN]),
  ];
}

/** The same is said to users of the console in docs/service.md. */
export const DATES_AS_WRITTEN =
  'Dates stay as the service writes them: they are not converted to its calendar.';

/** What a program says if the service keeps no snapshots: before it reads in a comment, and afterwards on standard error. */
export const MOVING_ROWS =
  'This service keeps no snapshots: if its rows change while they are read, some can be missing or occur twice.';

/** The expressions of a program that ask for a further page. */
export interface FurtherPage {
  readonly page: string;
  readonly size: string;
  readonly key: string;
}

/**
 * Returns the members of the body for a further page, each with an expression of the program. `literal` writes the other values. If the
 * query is repeated, its members are not among them (`repeatedQuery`).
 */
export function furtherMembers(
  { furtherBody, repeatsWithout }: ProgramNotation,
  expressions: FurtherPage,
  literal: (value: Exclude<FurtherMember['value'], object> | null) => string,
): readonly (readonly [name: string, expression: string])[] {
  return furtherBody.flatMap(({ name, value }) => {
    if (isPut(value)) return [[name, expressions[value.put]] as const];
    // Constants are part of the query that is repeated.
    return repeatsWithout === null ? [[name, literal(value)] as const] : [];
  });
}

/**
 * Returns the JSON body for a further page, for a text of the program. `inside` writes JSON inside such a text, and the expressions are
 * written so that they can stand there, too. If the query is repeated, this is only the start of the body, which ends with the query.
 */
export function furtherJson(
  notation: ProgramNotation,
  expressions: FurtherPage,
  inside: (json: string) => string,
  repeated: RepeatedQuery | null = null,
): string {
  const members = furtherMembers(notation, expressions, (value) => inside(JSON.stringify(value)));
  const object = `{${members.map(([name, value]) => `${inside(JSON.stringify(name))}:${value}`).join(',')}}`;
  return repeated === null ? object : leadOf(object, repeated.isEmpty);
}

/** Returns the arithmetic by which a program asks for a page, in the notation that all languages share. `number` is 1 for the first page. */
export function pageExpression(
  { page: { style, first } }: ProgramNotation,
  number: string,
  size: string,
): string {
  const [count, addend] = style === 'number' ? [number, first - 1] : [`(${number} - 1) * ${size}`, first];
  return addend === 0 ? count : `${count} ${addend < 0 ? '-' : '+'} ${Math.abs(addend)}`;
}
