/** A sign of an Excel number format with a meaning of its own, or a run of text. Date letters are in lower case. */
export interface PatternToken {
  readonly kind: 'digit' | 'point' | 'comma' | 'percent' | 'minus' | 'text-value' | 'date' | 'literal';
  readonly text: string;
}

type Token = PatternToken | 'break' | 'nothing';

/**
 * Stands for the width of another sign (`_)`), with which formats line up positive numbers and those in parentheses.
 * A space of about that width that browsers do not collapse.
 */
const SKIPPED_WIDTH = '\u2008';

interface Rule {
  readonly shape: RegExp;
  readonly read: (text: string) => Token;
}

const literal = (text: string): Token => ({ kind: 'literal', text });

// In order; the first that fits counts. Colours are left out: our palette is the theme's, and colour alone says nothing.
const RULES: readonly Rule[] = [
  { shape: /"[^"]*"/y, read: (text) => literal(text.slice(1, -1)) },
  { shape: /\\./suy, read: (text) => literal(text.slice(1)) },
  { shape: /_./suy, read: () => literal(SKIPPED_WIDTH) },
  { shape: /\*./suy, read: () => 'nothing' },
  {
    shape: /\[(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d{1,2})\]/iy,
    read: () => 'nothing',
  },
  {
    shape: /\[\$[^\]-]*(?:-[0-9a-f]+)?\]/iy,
    read: (text) => literal(text.slice(2, -1).replace(/-[^-]*$/, '')),
  },
  { shape: /[0#?]/y, read: (text) => ({ kind: 'digit', text }) },
  { shape: /\./y, read: (text) => ({ kind: 'point', text }) },
  { shape: /,/y, read: (text) => ({ kind: 'comma', text }) },
  { shape: /%/y, read: (text) => ({ kind: 'percent', text }) },
  { shape: /-/y, read: (text) => ({ kind: 'minus', text }) },
  { shape: /@/y, read: (text) => ({ kind: 'text-value', text }) },
  { shape: /;/y, read: () => 'break' },
  {
    shape: /am\/pm|a\/p|(?:y+|m+|d+|h+|s+)(?![a-z])|(?:y+|m+|d+|h+|s+)(?=[ymdhs])/iy,
    read: (text) => ({ kind: 'date', text: text.toLowerCase() }),
  },
  { shape: /[\s$+():!^&'~{}<>=]|\p{Sc}/uy, read: literal },
  { shape: /\//y, read: literal },
];

/** The sections of a pattern, token by token; null where a sign has no meaning that is read here. */
export function readSections(pattern: string): PatternToken[][] | null {
  const sections: PatternToken[][] = [[]];
  let at = 0;
  while (at < pattern.length) {
    const next = readToken(pattern, at);
    if (next === null) return null;
    at += next.length;
    if (next.token === 'break') sections.push([]);
    else if (next.token !== 'nothing') sections.at(-1)?.push(next.token);
  }
  return sections;
}

function readToken(pattern: string, at: number): { token: Token; length: number } | null {
  for (const { shape, read } of RULES) {
    shape.lastIndex = at;
    const text = shape.exec(pattern)?.[0];
    if (text !== undefined) return { token: read(text), length: text.length };
  }
  return null;
}
