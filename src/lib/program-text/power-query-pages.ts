import { MEMBER_AT, POWER_QUERY_NOTATION, recordOf } from './literal';

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
  readonly total: MemberPath;
  /** Where the key of the snapshot is; null if the service keeps no snapshots. */
  readonly key: MemberPath | null;
  /** The name of the parameter that has the key in the address of a further page; null if the body has the key. */
  readonly keyInAddress: string | null;
  /** Whether the body has the key as a number, not as a text. */
  readonly isKeyNumber: boolean;
}

interface PageExpressions {
  /** Returns the expression that sends a body and reads the JSON response. `parameters` is a record, or null if the address has none. */
  readonly request: (body: string, parameters: string | null) => string;
  /** Returns the expression of the error for a refusal. `detail` is an expression of its text. */
  readonly refusal: (detail: string) => string;
  /** The record that asks for a further page. `_` is its number, and `KEY_OF_FIRST` the key of the snapshot. */
  readonly furtherBody: string;
  readonly pageSize: number;
  readonly note?: string;
}

const at = MEMBER_AT.powerQuery;

/** Returns the expression of the snapshot's key. */
export function keyOfFirst({
  isDescribed,
  isKeyNumber,
  key,
}: Pick<PageNotation, 'isDescribed' | 'isKeyNumber' | 'key'>): string {
  return isDescribed && !isKeyNumber
    ? `Text.From(${at('First', key ?? [])}, "en-US")`
    : at('First', key ?? []);
}

/**
 * Returns the Power Query steps from `Page` to `Later`, which read all pages of the query in the variable `Query`, and expressions for
 * the rows of the first page and for the number of all rows.
 */
export function powerQueryPages(
  notation: PageNotation,
  { request, refusal, furtherBody, pageSize, note = '' }: PageExpressions,
): { readonly steps: string; readonly firstRows: string; readonly total: string } {
  const { isDescribed, envelope, rows, columns, keyInAddress } = notation;
  const rowsOf = (page: string) => (columns === null ? at(page, rows) : `RowsOf(${page})`);
  const total = at('First', notation.total);
  const body = isDescribed ? 'body' : 'Json.FromValue(body)';
  const parameters = keyInAddress === null ? '' : ', parameters as record';
  const first = isDescribed ? 'Text.ToBinary(Query)' : 'Query';
  const later = isDescribed
    ? `Page(\n      ${[`Json.FromValue(${furtherBody})`, ...keyOfLater(notation)].join(',\n      ')}\n    )`
    : `Page(${furtherBody})`;
  const answer =
    envelope === null
      ? 'Answer'
      : `if ${at('Answer', envelope.succeeded)} then ${at('Answer', envelope.data)}
      else ${refusal(`Text.FromBinary(Json.FromValue(${at('Answer', envelope.errors)}))`)}`;
  const steps = `  Page = (body as ${isDescribed ? 'binary' : 'record'}${parameters}) as record =>
    let
      Answer = ${request(body, keyInAddress === null ? null : 'parameters')}
    in
      ${answer},
${columns === null ? '' : rowsOfLists(rows, columns)}${note}  First = Page(${first}${keyInAddress === null ? '' : ', []'}),
  PageCount = Number.RoundUp(${total} / ${pageSize}),
  Later = List.Transform(
    {2..PageCount},
    each ${rowsOf(later)}
  ),
`;
  return { steps, firstRows: rowsOf('First'), total };
}

/** Returns the record of the parameter that has the key; nothing if the body has the key. */
function keyOfLater(notation: PageNotation): readonly string[] {
  const { keyInAddress } = notation;
  if (keyInAddress === null) return [];
  return [recordOf([[keyInAddress, keyOfFirst(notation)]], POWER_QUERY_NOTATION, 1)];
}

/** A row with another number of values than there are names is an error of `Record.FromList`. */
function rowsOfLists(rows: MemberPath, columns: MemberPath): string {
  return `  // A row is a list of values; their names are told once.
  RowsOf = (data as record) as list =>
    List.Transform(${at('data', rows)}, each Record.FromList(_, ${at('data', columns)})),
`;
}
