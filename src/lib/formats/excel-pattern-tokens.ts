/** A token of an Excel number format. Date letters are in lower case. */
export interface PatternToken {
  readonly kind: 'digit' | 'point' | 'comma' | 'percent' | 'minus' | 'text-value' | 'date' | 'literal';
  readonly text: string;
}

/** A space about as wide as another sign (`_)`), with which formats align numbers in parentheses. Browsers do not collapse it. */
const SKIPPED_WIDTH = '\u2008';

type TokenRule = readonly [
  sign: RegExp,
  read: (raw: string, inner: string) => PatternToken | 'break' | 'colour' | null,
];

/** The first match applies: `inner` is its group's text, null adds no token. Other signs are unsupported. */
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
  // A currency sign, followed by a hyphen and a locale id.
  [/\[\$([^\]]*)\]/y, (_raw, inner) => ({ kind: 'literal', text: inner.replace(/-[^-]*$/, '') })],
  // Colors are ignored: the palette is the theme's, and color alone conveys nothing.
  [
    /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color\s*(?:[1-9]|[1-4]\d|5[0-6]))\]/iy,
    () => 'colour',
  ],
  [/_(?:\\.|.)/y, () => ({ kind: 'literal', text: SKIPPED_WIDTH })],
  // `*` repeats a sign until the cell is full, which is not supported.
  [/\*(?:\\.|.)/y, () => null],
  // Characters that Excel displays without quotes.
  [/[\s/+():!^&'~{}<>=]|\p{Sc}/uy, as('literal')],
];

/** Excel's limits: it reports a workbook as damaged that has a longer format, or a format with more sections. */
const MAX_LENGTH = 255;
const MAX_SECTIONS = 4;

/** Splits a pattern into sections of tokens; null if a token is not supported, or Excel would refuse the pattern. */
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
