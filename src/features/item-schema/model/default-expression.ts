/** What a column gets when nothing is given, as far as its expression can be read. */
export type DefaultMeaning =
  | { readonly kind: 'none' }
  /** The moment of the insert; `isUtc`: by the service's clock in UTC. */
  | { readonly kind: 'now'; readonly isUtc: boolean }
  | { readonly kind: 'new-id' }
  /** A value: a number as written, or text without its quotes. */
  | { readonly kind: 'value'; readonly text: string; readonly isText: boolean }
  /** A system setting's value, and what stands in where it is unset (null: nothing). */
  | { readonly kind: 'setting'; readonly setting: string; readonly fallback: DefaultMeaning | null }
  /** Anything else: shown as it is. */
  | { readonly kind: 'expression'; readonly text: string };

/** A longer one is none of those that are understood here. */
const LONGEST_UNDERSTOOD = 400;

/** Reads a default expression of SQL Server. Total: what is not understood comes back as an expression. */
export function readDefault(expression: string | null): DefaultMeaning {
  const text = expression?.trim() ?? '';
  if (text === '') return { kind: 'none' };
  const meaning = text.length <= LONGEST_UNDERSTOOD ? readTerm(text) : null;
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

/** `[dbo].[GetSystemSetting]('Name')`, alone or with a stand-in: `isnull(…,(0))`, `coalesce(…,(0))`. */
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
  // A nested setting or a stand-in that is not understood would make a half-true sentence.
  return setting?.kind === 'setting' && setting.fallback === null && fallback !== null
    ? { ...setting, fallback }
    : null;
}

/** A call's name without schema and brackets, in lower case, and its parameters; null where the term is no single call. */
function readCall(term: string): { name: string; parameters: string[] } | null {
  const match = /^(?:\[?\w+\]?\.)*\[?(\w+)\]?\s*(\(.*\))$/s.exec(term);
  const [, name, list] = match ?? [];
  if (name === undefined || list === undefined || closingsOf(list).get(0) !== list.length - 1) return null;
  return { name: name.toLowerCase(), parameters: splitParameters(list.slice(1, -1)) };
}

/** Without the parentheses around the whole term. In two passes, however many there are. */
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

/** Of each opening parenthesis, the place of the one that closes it. */
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
    // A doubled quote inside a text ends it and begins it again, which comes to the same.
    if (character === "'") isQuoted = !isQuoted;
    else if (!isQuoted) yield { character, at };
  }
}
