import { literal, MEMBER_AT, POWER_QUERY_NOTATION, powerQueryText, recordOf } from './literal';

type MemberPath = readonly string[];

/** How answers and further pages are written. A path is a list of member names. */
interface PageNotation {
  /** Whether the body of the first page is text, which keeps every digit. It is a record for a service without a description. */
  readonly isDescribed: boolean;
  /** What answers are wrapped in; null if they come bare. */
  readonly envelope: {
    readonly data: MemberPath;
    readonly errors: MemberPath;
    readonly succeeded: MemberPath;
  } | null;
  readonly rows: MemberPath;
  /** Where the names of the values are if a row is a list of values; null if a row is a record. */
  readonly columns: MemberPath | null;
  /** Null if the number of all rows is not in the body. Outside of connectors, Power Query hides most headers. */
  readonly total: MemberPath | null;
  /** Where the key of the snapshot is; null if the service keeps no snapshots. */
  readonly key: MemberPath | null;
  /** The name of the parameter that has the key in the address of a further page; null if the body has the key. */
  readonly keyInAddress: string | null;
  /** The name of the header of a further page that has the key; null if no header has it. */
  readonly keyInHeader: string | null;
  /** Whether the body has the key as a number, not as a text. */
  readonly isKeyNumber: boolean;
}

interface FurtherPut {
  readonly page: string;
  readonly size: string;
  readonly key: string;
}

interface PageExpressions {
  /**
   * Returns the expression that sends a body and reads the JSON response. `outside` is the record of what has the key outside of the body,
   * a parameter of the address or a header; null if the body has it.
   */
  readonly request: (body: string, outside: string | null) => string;
  /** Returns the expression of the error for a refusal. `detail` is an expression of its text. */
  readonly refusal: (detail: string) => string;
  /** The arithmetic by which a page is asked for. `_` is 1 for the first page. */
  readonly page: string;
  /** Returns the members of the body for a further page. */
  readonly furtherMembers: (
    put: FurtherPut,
    literal: (value: string | number | boolean | null) => string,
  ) => readonly (readonly [name: string, expression: string])[];
  /**
   * The start of the first body as JSON, to which the members of `Query` are added; null if `Query` is the whole body. If it is not null,
   * `furtherJson` returns such a start, too.
   */
  readonly firstLead: string | null;
  /** Returns the same body as JSON inside a text. */
  readonly furtherJson: (put: FurtherPut, inside: (json: string) => string) => string;
  /** The expression of the error for a key whose digits Power Query cannot repeat. */
  readonly longKey: string;
  readonly pageSize: number;
  readonly note?: string;
}

const at = MEMBER_AT.powerQuery;

/** Adds the members of `Query`, and the end of the object. */
const QUERY_MEMBERS = ' & Text.Range(Query, 1)';

/** Returns the step `Key`, the text of the snapshot's key. A number of M is exact below 2 to the power of 53. */
function keyStep(key: MemberPath, longKey: string): string {
  return `  // A number is written with at most 15 digits at a time, because Power Query rounds the further ones.
  Key =
    let
      Found = ${at('First', key)},
      Rest = Number.Mod(Found, 1000000),
      Digits = (number as number) as text => Number.ToText(number, "F0", "en-US")
    in
      if Found is text then Found
      else if Number.Mod(Found, 1) <> 0 or Found <= -1000000000000000 or Found >= 9007199254740992 then
        ${longKey}
      else if Found < 1000000000000000 then Digits(Found)
      else Digits((Found - Rest) / 1000000) & Text.PadStart(Digits(Rest), 6, "0"),
`;
}

/**
 * Returns the Power Query steps from `Page` to `Later`, which read all pages of the query in the variable `Query`, and expressions for
 * the rows of the first page and for whether the list `Rows` has all rows.
 */
export function powerQueryPages(
  notation: PageNotation,
  expressions: PageExpressions,
): { readonly steps: string; readonly firstRows: string; readonly isWhole: string } {
  const { isDescribed, envelope, rows, columns } = notation;
  const { request, refusal, longKey, pageSize, firstLead, note = '' } = expressions;
  const hasOutside = notation.keyInAddress !== null || notation.keyInHeader !== null;
  const rowsOf = (page: string) => (columns === null ? at(page, rows) : `RowsOf(${page})`);
  const total = notation.total === null ? null : at('First', notation.total);
  const body = isDescribed ? 'body' : 'Json.FromValue(body)';
  const parameters = hasOutside ? ', parameters as record' : '';
  const query = firstLead === null ? 'Query' : `${powerQueryText(firstLead)}${QUERY_MEMBERS}`;
  const first = isDescribed ? `Text.ToBinary(${query})` : 'Query';
  const later = isDescribed
    ? `Page(\n      ${[furtherText(notation, expressions), ...keyOfLater(notation)].join(',\n      ')}\n    )`
    : `Page(${furtherRecord(notation, expressions)})`;
  const answer =
    envelope === null
      ? 'Answer'
      : `if ${at('Answer', envelope.succeeded)} then ${at('Answer', envelope.data)}
      else ${refusal(`Text.FromBinary(Json.FromValue(${at('Answer', envelope.errors)}))`)}`;
  const steps = `  Page = (body as ${isDescribed ? 'binary' : 'record'}${parameters}) as record =>
    let
      Answer = ${request(body, hasOutside ? 'parameters' : null)}
    in
      ${answer},
${columns === null ? '' : rowsOfLists(rows, columns)}${note}  First = Page(${first}${hasOutside ? ', []' : ''}),
${isDescribed && notation.key !== null ? keyStep(notation.key, longKey) : ''}${total === null ? untoldPages(rowsOf(later)) : toldPages(total, pageSize, rowsOf(later))}`;
  const firstRows = rowsOf('First');
  return {
    steps,
    firstRows,
    isWhole:
      total === null
        ? `List.AllTrue(List.Transform(List.RemoveLastN({${firstRows}} & Later, 1), each List.Count(_) = ${pageSize}))`
        : `List.Count(Rows) = ${total}`,
  };
}

function toldPages(total: string, pageSize: number, later: string): string {
  return `  PageCount = Number.RoundUp(${total} / ${pageSize}),
  Later = List.Transform(
    {2..PageCount},
    each ${later}
  ),
`;
}

function untoldPages(later: string): string {
  return `  // The answers do not say how many rows there are: the page after the last one is empty.
  Further = each ${later},
  Later = List.Generate(
    () => [Number = 2, Found = List.Buffer(Further(2))],
    each List.Count([Found]) > 0,
    each [Number = [Number] + 1, Found = List.Buffer(Further([Number] + 1))],
    each [Found]
  ),
`;
}

function furtherRecord({ key }: PageNotation, { page, pageSize, furtherMembers }: PageExpressions): string {
  const put = { page, size: String(pageSize), key: at('First', key ?? []) };
  const members = furtherMembers(put, (value) => literal(value, POWER_QUERY_NOTATION));
  return recordOf(members, POWER_QUERY_NOTATION, 3);
}

/**
 * Returns the body of a described service. It is written as a text, because in a record a member hides the step of the same name, and a
 * number may get an exponent.
 */
function furtherText(
  { isKeyNumber }: PageNotation,
  { page, pageSize, furtherJson, firstLead }: PageExpressions,
): string {
  const put = {
    page: `" & Number.ToText(${page}, "F0", "en-US") & "`,
    size: String(pageSize),
    key: `" & ${isKeyNumber ? 'Key' : 'Text.FromBinary(Json.FromValue(Key))'} & "`,
  };
  const json = furtherJson(put, (inside) => powerQueryText(inside).slice(1, -1));
  return `Text.ToBinary("${json}"${firstLead === null ? '' : QUERY_MEMBERS})`;
}

/** Returns the record of the parameter or the header that has the key; nothing if the body has the key. */
function keyOfLater({ keyInAddress, keyInHeader }: PageNotation): readonly string[] {
  const name = keyInAddress ?? keyInHeader;
  return name === null ? [] : [recordOf([[name, 'Key']], POWER_QUERY_NOTATION, 1)];
}

/** A row with another number of values than there are names is an error of `Record.FromList`. */
function rowsOfLists(rows: MemberPath, columns: MemberPath): string {
  return `  // A row is a list of values; their names are told once.
  RowsOf = (data as record) as list =>
    List.Transform(${at('data', rows)}, each Record.FromList(_, ${at('data', columns)})),
`;
}
