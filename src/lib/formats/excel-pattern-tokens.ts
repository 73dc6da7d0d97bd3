/** A token of an Excel number format. Date letters are in lower case. */
export interface PatternToken {
  readonly kind: 'digit' | 'point' | 'comma' | 'percent' | 'minus' | 'text-value' | 'date' | 'literal';
  readonly text: string;
}

/** The space for `_)` in a format, which aligns numbers with numbers in parentheses. Browsers do not collapse this character. */
const SKIPPED_WIDTH = '\u2008';

type TokenRule = readonly [
  sign: RegExp,
  read: (raw: string, inner: string) => PatternToken | 'break' | 'colour' | null,
];

/** The first rule that matches applies. `inner` is the text of its group, and null adds no token. Other characters are not supported. */
const TOKEN_RULES: readonly TokenRule[] = [
  [/[#0?]/y, as('digit')],
  [/\./y, as('point')],
  [/,+/y, as('comma')],
  [/%/y, as('percent')],
  [/-/y, as('minus')],
  [/@/y, as('text-value')],
  [/;/y, () => 'break'],
  [/AM\/PM|am\/pm|A\/P/y, (raw) => ({ kind: 'date', text: raw.toLowerCase() })],
  [/[yY]+|[mM]+|[dD]+|[hH]+|[sS]+/y, (raw) => ({ kind: 'date', text: raw.toLowerCase() })],
  [/"([^"]*)"|\\(.)/y, (_raw, inner) => ({ kind: 'literal', text: inner })],
  // A currency sign in brackets, which a hyphen and a locale id may follow.
  [/\[\$([^\]]*)\]/y, (_raw, inner) => ({ kind: 'literal', text: inner.replace(/-[^-]*$/, '') })],
  // Colors are ignored: the theme defines the palette, and no information may depend on color alone.
  [
    /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color\s*(?:[1-9]|[1-4]\d|5[0-6]))\]/iy,
    () => 'colour',
  ],
  [/_(?:\\.|.)/y, () => ({ kind: 'literal', text: SKIPPED_WIDTH })],
  // `*` repeats a character until the cell is full. Cells here do not support it.
  [/\*(?:\\.|.)/y, () => null],
  // The characters that Excel displays without quotes.
  [/[\s/+():!^&'~{}<>=]|\p{Sc}/uy, as('literal')],
];

/** Excel's limits. It reports a workbook as damaged if a format is longer or has more sections. */
const MAX_LENGTH = 255;
const MAX_SECTIONS = 4;

/** Splits a pattern into sections of tokens. Returns null if a token is not supported or Excel would refuse the pattern. */
export function readSections(pattern: string): PatternToken[][] | null {
  if (pattern.length > MAX_LENGTH) return null;
  const sections: PatternToken[][] = [[]];
  let isColoured = false;
  for (let position = 0; position < pattern.length;) {
    const found = tokenAt(pattern, position);
    if (found === null) return null;
    const { token, end } = found;
    if (token === 'break') {
      if (sections.push([]) > MAX_SECTIONS) return null;
      isColoured = false;
    } else if (token === 'colour') {
      if (isColoured) return null;
      isColoured = true;
    } else if (token !== null) sections.at(-1)?.push(token);
    position = end;
  }
  return sections;
}

function tokenAt(
  pattern: string,
  position: number,
): { readonly token: ReturnType<TokenRule[1]>; readonly end: number } | null {
  for (const [sign, read] of TOKEN_RULES) {
    sign.lastIndex = position;
    const match = sign.exec(pattern);
    if (match === null) continue;
    const [raw, ...groups] = match;
    return { token: read(raw, groups.find((group) => group !== undefined) ?? ''), end: sign.lastIndex };
  }
  return null;
}

function as(kind: PatternToken['kind']): TokenRule[1] {
  return (raw) => ({ kind, text: raw });
}
