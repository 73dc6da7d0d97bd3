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

/** Reads a default expression of SQL Server. Total: what is not understood comes back as an expression. */
export function readDefault(expression: string | null): DefaultMeaning {
  if (expression === null || expression.trim() === '') return { kind: 'none' };
  return readTerm(expression) ?? { kind: 'expression', text: expression.trim() };
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
  const name = term.toLowerCase().replace(/\s*\(\s*\)$/, '');
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
  if (name === undefined || list === undefined || closingOf(list) !== list.length - 1) return null;
  return { name: name.toLowerCase(), parameters: splitParameters(list.slice(1, -1)) };
}

function withoutParentheses(term: string): string {
  let bare = term.trim();
  while (bare.startsWith('(') && closingOf(bare) === bare.length - 1) bare = bare.slice(1, -1).trim();
  return bare;
}

/** The place of the parenthesis that closes the one at the start; -1 where there is none. */
function closingOf(text: string): number {
  let depth = 0;
  for (const { character, at } of outsideOfQuotes(text)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
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
