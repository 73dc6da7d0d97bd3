import * as numfmt from 'numfmt';

/** A token of an Excel number format. Date letters are in lower case. */
export interface PatternToken {
  readonly kind: 'digit' | 'point' | 'comma' | 'percent' | 'minus' | 'text-value' | 'date' | 'literal';
  readonly text: string;
}

/**
 * Stands for the width of another sign (`_)`), with which formats line up positive numbers and those in parentheses.
 * A space of about that width that browsers do not collapse.
 */
const SKIPPED_WIDTH = '\u2008';

/** Characters that Excel shows without quotes. */
const PLAIN_SIGN = /^[\s$+():!^&'~{}<>=]$/;

/** Splits a pattern into sections of tokens; null if a token is not supported. */
export function readSections(pattern: string): PatternToken[][] | null {
  const sections: PatternToken[][] = [[]];
  for (const token of numfmt.tokenize(pattern)) {
    if (token.type === numfmt.TOKEN_BREAK) {
      sections.push([]);
      continue;
    }
    const read = readToken(token);
    if (read === null) return null;
    if (read !== 'nothing') sections.at(-1)?.push(read);
  }
  return sections;
}

function readToken({ type, value, raw }: numfmt.Token): PatternToken | 'nothing' | null {
  switch (type) {
    case numfmt.TOKEN_HASH:
    case numfmt.TOKEN_ZERO:
    case numfmt.TOKEN_QMARK:
      return { kind: 'digit', text: raw };
    case numfmt.TOKEN_POINT:
      return { kind: 'point', text: raw };
    case numfmt.TOKEN_COMMA:
    case numfmt.TOKEN_GROUP:
    case numfmt.TOKEN_SCALE:
      return { kind: 'comma', text: raw };
    case numfmt.TOKEN_PERCENT:
      return { kind: 'percent', text: raw };
    case numfmt.TOKEN_MINUS:
      return { kind: 'minus', text: raw };
    case numfmt.TOKEN_TEXT:
      return { kind: 'text-value', text: raw };
    case numfmt.TOKEN_DATETIME:
      // Other calendars have letters too, which are not supported.
      return /^[ymdhs]+$/i.test(raw) ? { kind: 'date', text: raw.toLowerCase() } : null;
    case numfmt.TOKEN_AMPM:
      return { kind: 'date', text: raw.toLowerCase() };
    case numfmt.TOKEN_STRING:
    case numfmt.TOKEN_ESCAPED:
    case numfmt.TOKEN_SPACE:
    case numfmt.TOKEN_PLUS:
    case numfmt.TOKEN_SLASH:
    case numfmt.TOKEN_PAREN:
    case numfmt.TOKEN_CURRENCY:
      return { kind: 'literal', text: value };
    case numfmt.TOKEN_LOCALE:
      // A currency sign, followed by a hyphen and a locale id.
      return { kind: 'literal', text: value.replace(/-[^-]*$/, '') };
    case numfmt.TOKEN_SKIP:
      return { kind: 'literal', text: SKIPPED_WIDTH };
    case numfmt.TOKEN_FILL:
    // Colors are ignored: the palette is the theme's, and color alone conveys nothing.
    case numfmt.TOKEN_COLOR:
      return 'nothing';
    case numfmt.TOKEN_CHAR:
      return PLAIN_SIGN.test(raw) ? { kind: 'literal', text: raw } : null;
    // Not supported, or not a pattern.
    case numfmt.TOKEN_CALENDAR:
    case numfmt.TOKEN_CONDITION:
    case numfmt.TOKEN_DBNUM:
    case numfmt.TOKEN_DIGIT:
    case numfmt.TOKEN_DURATION:
    case numfmt.TOKEN_EXP:
    case numfmt.TOKEN_GENERAL:
    case numfmt.TOKEN_MODIFIER:
    case numfmt.TOKEN_NATNUM:
    case numfmt.TOKEN_ERROR:
    // Handled by the caller.
    case numfmt.TOKEN_BREAK:
      return null;
  }
}
