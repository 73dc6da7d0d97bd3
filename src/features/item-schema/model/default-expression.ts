/** The default value of a column, as far as its SQL expression can be parsed. */
export type DefaultMeaning =
  | { readonly kind: 'none' }
  /** The time of the insert. `isUtc` means that the time is in UTC. */
  | { readonly kind: 'now'; readonly isUtc: boolean }
  | { readonly kind: 'new-id' }
  /** A number as it was written, or a text without its quotes. */
  | { readonly kind: 'value'; readonly text: string; readonly isText: boolean }
  /** The value of a system setting. `fallback` is used if the setting has no value; null if there is no fallback. */
  | { readonly kind: 'setting'; readonly setting: string; readonly fallback: DefaultMeaning | null }
  /** Any other expression, shown as it is. */
  | { readonly kind: 'expression'; readonly text: string };

/** The maximum length of an expression that is parsed. */
const MAX_PARSED_LENGTH = 400;

/** Parses a default expression of SQL Server. Never throws: text that cannot be parsed is returned as an expression. */
export function readDefault(expression: string | null): DefaultMeaning {
  const text = expression?.trim() ?? '';
  if (text === '') return { kind: 'none' };
  const meaning = text.length <= MAX_PARSED_LENGTH ? readTerm(text) : null;
  return meaning ?? { kind: 'expression', text };
}

function readTerm(expression: string): DefaultMeaning | null {
  const term = withoutParentheses(expression.trim());
  return readMoment(term) ?? readValue(term) ?? readSetting(term);
}

const MOMENTS = new Map([
  ['getdate', false],
  ['sysdatetime', false],
  ['sysdatetimeoffset', false],
  ['current_timestamp', false],
  ['getutcdate', true],
  ['sysutcdatetime', true],
]);

function readMoment(term: string): DefaultMeaning | null {
  const name = term
    .toLowerCase()
    .replace(/\(\s*\)$/, '')
    .trimEnd();
  const isUtc = MOMENTS.get(name);
  if (isUtc !== undefined) return { kind: 'now', isUtc };
  return name === 'newid' || name === 'newsequentialid' ? { kind: 'new-id' } : null;
}

function readValue(term: string): DefaultMeaning | null {
  if (/^null$/i.test(term)) return { kind: 'none' };
  if (/^[+-]?\d+(?:\.\d+)?$/.test(term)) return { kind: 'value', text: term, isText: false };
  const text = /^N?'((?:[^']|'')*)'$/i.exec(term)?.[1];
  return text === undefined ? null : { kind: 'value', text: text.replaceAll("''", "'"), isText: true };
}

/** Reads `[dbo].[GetSystemSetting]('Name')`, alone or with a fallback: `isnull(…,(0))`, `coalesce(…,(0))`. */
function readSetting(term: string): DefaultMeaning | null {
  const call = readCall(term);
  if (call === null) return null;
  const [first, second, ...more] = call.parameters;
  if (first === undefined) return null;
  if (call.name === 'getsystemsetting') {
    const setting = readValue(withoutParentheses(first));
    return setting?.kind === 'value' && setting.isText && second === undefined
      ? { kind: 'setting', setting: setting.text, fallback: null }
      : null;
  }
  if ((call.name !== 'isnull' && call.name !== 'coalesce') || second === undefined || more.length > 0)
    return null;
  const setting = readSetting(withoutParentheses(first));
  const fallback = readTerm(second);
  // A nested setting, or a fallback that cannot be parsed, is not described: the description would be incomplete.
  return setting?.kind === 'setting' && setting.fallback === null && fallback !== null
    ? { ...setting, fallback }
    : null;
}

/** Returns a call's name (without schema and brackets, in lower case) and its parameters; null if the term is not a call. */
function readCall(term: string): { name: string; parameters: string[] } | null {
  const match = /^(?:\[?\w+\]?\.)*\[?(\w+)\]?\s*(\(.*\))$/s.exec(term);
  const [, name, list] = match ?? [];
  if (name === undefined || list === undefined || closingsOf(list).get(0) !== list.length - 1) return null;
  return { name: name.toLowerCase(), parameters: splitParameters(list.slice(1, -1)) };
}

/** Removes parentheses around the whole term, in linear time for any number of parentheses. */
function withoutParentheses(term: string): string {
  const closings = closingsOf(term);
  let start = startOfText(term, 0);
  let end = endOfText(term, term.length);
  while (start < end && closings.get(start) === end - 1) {
    start = startOfText(term, start + 1);
    end = endOfText(term, end - 1);
  }
  return term.slice(start, end);
}

function startOfText(text: string, from: number): number {
  let start = from;
  while (start < text.length && text.charAt(start).trim() === '') start += 1;
  return start;
}

function endOfText(text: string, from: number): number {
  let end = from;
  while (end > 0 && text.charAt(end - 1).trim() === '') end -= 1;
  return end;
}

/** Maps the position of each opening parenthesis to the position of its closing parenthesis. */
function closingsOf(text: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const { character, at } of outsideOfQuotes(text)) {
    if (character === '(') open.push(at);
    const start = character === ')' ? open.pop() : undefined;
    if (start !== undefined) closings.set(start, at);
  }
  return closings;
}

function splitParameters(list: string): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { character, at } of outsideOfQuotes(list)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character !== ',' || depth > 0) continue;
    parameters.push(list.slice(start, at).trim());
    start = at + 1;
  }
  parameters.push(list.slice(start).trim());
  return parameters;
}

function* outsideOfQuotes(text: string): Generator<{ character: string; at: number }> {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    // A doubled quote inside a text ends the text and begins it again, which has the same result.
    if (character === "'") isQuoted = !isQuoted;
    else if (!isQuoted) yield { character, at };
  }
}
