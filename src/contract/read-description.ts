import * as z from 'zod';
import { pathSteps, valueAt, type MemberPath } from './member-path';
import {
  DEFAULT_DESCRIPTION,
  FORMAT_VERSION,
  isHeaderPlace,
  isFreeHeader,
  laterForms,
  serviceDescriptionSchema,
  type ServiceDescription,
} from './service-description';
import { MAX_NAME_LENGTH } from './limits';
import { ownMember } from '@/lib/base/own-member';

/** The maximum length of a description, in characters of JSON. A description that sets every key has less than 4,000. */
const MAX_DESCRIPTION_LENGTH = 64_000;

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
  const isPart = typeof example === 'object' && forms.some((form) => form instanceof z.ZodObject);
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
  priceColumns: list,
  extraction: { fields: asked, row, columns, snapshot: of },
}: ServiceDescription): DescriptionProblem[] {
  const missing = (key: string): DescriptionProblem => ({
    key,
    kind: 'wrong-value',
    expected: expectedAt(key),
  });
  return [
    ...(row === 'array' && columns === undefined ? [missing('extraction.columns')] : []),
    ...(of !== null && of.expires === null && of.lifetimeMinutes === null
      ? [missing('extraction.snapshot.lifetimeMinutes')]
      : []),
    ...(of?.send === 'header' && !isFreeHeader(pathSteps(of.key).at(-1) ?? '')
      ? [{ ...missing('extraction.snapshot.key'), expected: '"X-Snapshot"' }]
      : []),
    // The names of the fields are read from rows, so they cannot be needed to ask for rows.
    ...(list.fields === null && asked.all === 'listed'
      ? [{ ...missing('extraction.fields.all'), expected: '"absent" | "empty"' }]
      : []),
  ];
}

/** Returns a problem for each key of `json` that has no effect beside the other keys. */
function uselessKeys(
  {
    rights: known,
    priceColumns: list,
    extraction: { row, filters: of, sort: order, snapshot: kept, dates },
  }: ServiceDescription,
  json: unknown,
): DescriptionProblem[] {
  const useless = [
    ...(list.fields === null ? ['priceColumns.field', 'priceColumns.types'] : []),
    ...(of.style === 'by-column' ? ['extraction.filters.column'] : []),
    ...(order.style === 'objects' ? ['extraction.sort.ascending', 'extraction.sort.descending'] : []),
    ...(order.style === 'texts'
      ? ['extraction.sort.column', 'extraction.sort.direction', 'extraction.sort.values']
      : []),
    ...(row === 'object' ? ['extraction.columns'] : []),
    ...(of.lists === 'array' ? ['extraction.filters.separator'] : []),
    ...(dates === 'iso' ? ['extraction.zone'] : []),
    ...(known.claim === null ? ['rights.form'] : []),
    ...(kept !== null && kept.expires !== null && kept.lifetimeMinutes !== null
      ? ['extraction.snapshot.lifetimeMinutes']
      : []),
    // An event of the stream names a snapshot.
    ...(kept === null ? ['events'] : []),
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
  const keyInRequests = kept === null ? '' : (pathSteps(kept.key).at(-1) ?? '');
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
      ...(kept?.send === 'body' ? [['extraction.snapshot.key', keyInRequests] as const] : []),
      ...entriesOf('extraction.snapshot.ask', kept?.ask ?? {}),
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
    ['extraction.total', isHeaderPlace(of.total) ? null : of.total],
    ['extraction.pageOf', of.pageOf],
    ['extraction.snapshot.key', of.snapshot?.key],
    ['extraction.snapshot.created', of.snapshot?.created],
    ['extraction.snapshot.expires', of.snapshot?.expires],
  ]);
  const event: Places = [
    ['events.created', pathSteps(changes.created)],
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
