import { decimalOfDigits } from '@/lib/formats/decimal';

// Formulas of computed columns:
//
//     round(([Sales price] - Cost) / [Sales price] * 100, 1)
//
//     sum      = product { ("+" | "-") product }
//     product  = factor { ("*" | "/") factor }
//     factor   = "-" factor | number | column | call | "(" sum ")"
//     call     = ("round" | "abs" | "min" | "max") "(" sum { ("," | ";") sum } ")"
//     column   = a name of letters, digits and "_", or any name in brackets, where "]]" is a bracket
//     number   = digits with a decimal point, in every language
//
// `*` and `/` bind closer than `+` and `-`, and operators of equal rank are applied from left to right. `round(x, n)` rounds halves away from zero to
// `n` places, a whole number from -9 to 10; 0 if it is left out. `abs` takes one value, `min` and `max` two or
// more. A name is a function only if a parenthesis follows.
//
// Values are exact: a quotient is kept as a fraction and rounded once, by `round` or to the places of the column.
// A value that is missing, or divided by zero, makes the result missing.

export type FormulaOperator = '+' | '-' | '*' | '/';

export type Formula =
  /** A number in canonical decimal notation. */
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'negative'; readonly of: Formula }
  | {
      readonly kind: 'operation';
      readonly operator: FormulaOperator;
      readonly left: Formula;
      readonly right: Formula;
    }
  | { readonly kind: 'round'; readonly of: Formula; readonly places: number }
  | { readonly kind: 'abs'; readonly of: Formula }
  /** `of` has at least two values. */
  | { readonly kind: 'min' | 'max'; readonly of: readonly Formula[] };

export type FormulaProblemKind =
  | 'empty'
  | 'unexpected-character'
  | 'value-expected'
  | 'operator-expected'
  | 'not-closed'
  | 'unknown-column'
  | 'not-a-number'
  | 'unknown-function'
  | 'argument-count'
  | 'places-expected'
  | 'too-many-digits'
  | 'too-long';

export interface FormulaProblem {
  readonly kind: FormulaProblemKind;
  /**
   * The 0-based start of the characters that cause the problem; `end` is exclusive. Both are the text's length if the text is cut short.
   */
  readonly start: number;
  readonly end: number;
  /** The characters from `start` to `end`. */
  readonly text: string;
}

export type ParsedFormula =
  /** `steps` is the effort of this formula. It counts in formulas that use a column with this formula. */
  | { readonly ok: true; readonly formula: Formula; readonly steps: number }
  | { readonly ok: false; readonly problem: FormulaProblem };

/** A column that a formula may name. Only number columns can be used in a formula. */
export interface FormulaColumn {
  readonly name: string;
  readonly isNumber: boolean;
  /** The steps of a computed column's formula, including those of the columns that it names. */
  readonly steps?: number | undefined;
}

const FORMULA_FUNCTIONS = ['round', 'abs', 'min', 'max'] as const;
export const MAX_FORMULA_LENGTH = 1_000;
/** The lowest number of decimal places that `round` accepts. Negative places round to tens, hundreds and so on. */
const MIN_ROUND_PLACES = -9;
const MAX_ROUND_PLACES = 10;
const MAX_NUMBER_DIGITS = 18;
/** The limit of columns, numbers and operations in one formula. */
const MAX_PARTS = 250;
/** The limit of steps that depend on each other. Each step becomes a separate stage (`steps/staging.ts`). */
const MAX_STEPS = 40;

/** Parses a formula. Never throws. */
export function parseFormula(text: string, columns: readonly FormulaColumn[]): ParsedFormula {
  try {
    return { ok: true, ...createParser(text, columns).parse() };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Writes the name of a column for a formula: in brackets unless it is a plain word. */
export function columnText(name: string): string {
  return PLAIN_NAME.test(name) ? name : `[${name.replaceAll(']', ']]')}]`;
}

/** Replaces the names of renamed columns in the text of a formula. A text that cannot be read stays unchanged. */
export function withRenamedColumns(text: string, renamed: ReadonlyMap<string, string>): string {
  const byName = new Map([...renamed].map(([name, next]) => [name.toLowerCase(), next]));
  const tokens = tokensIn(text);
  return tokens.toReversed().reduce((written, token, fromEnd) => {
    const next = tokens[tokens.length - fromEnd];
    const isFunction = next?.kind === 'sign' && next.sign === '(';
    if (token.kind !== 'name' || (isFunction && !token.isBracketed)) return written;
    const name = byName.get(token.name.toLowerCase());
    return name === undefined
      ? written
      : written.slice(0, token.start) + columnText(name) + written.slice(token.end);
  }, text);
}

/** Returns the tokens of a text, or no tokens if it has a character that formulas cannot contain. */
function tokensIn(text: string): readonly Token[] {
  try {
    return tokensOf(text, (kind, { start, end }) => {
      throw new FormulaError({ kind, start, end, text: text.slice(start, end) });
    });
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

/** Returns the names of the columns of a formula, each once. */
export function formulaColumns(formula: Formula): readonly string[] {
  const names = new Set<string>();
  const collect = (part: Formula): void => {
    if (part.kind === 'column') names.add(part.name);
    for (const inner of partsOf(part)) collect(inner);
  };
  collect(formula);
  return [...names];
}

/** Returns the direct operands of a formula. */
export function partsOf(formula: Formula): readonly Formula[] {
  if (formula.kind === 'number' || formula.kind === 'column') return [];
  if (formula.kind === 'operation') return [formula.left, formula.right];
  return 'length' in formula.of ? formula.of : [formula.of];
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

class FormulaError extends Error {
  readonly problem: FormulaProblem;
  constructor(problem: FormulaProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

type Token = {
  readonly start: number;
  readonly end: number;
} & (
  | { readonly kind: 'number'; readonly value: string }
  /** A name in brackets is never a function. */
  | { readonly kind: 'name'; readonly name: string; readonly isBracketed: boolean }
  | { readonly kind: 'sign'; readonly sign: string }
  | { readonly kind: 'end' }
);

function createParser(text: string, columns: readonly FormulaColumn[]) {
  const fail = (kind: FormulaProblemKind, { start, end }: { start: number; end: number }): never => {
    throw new FormulaError({ kind, start, end, text: text.slice(start, end) });
  };
  if (text.length > MAX_FORMULA_LENGTH) fail('too-long', { start: MAX_FORMULA_LENGTH, end: text.length });
  const tokens = tokensOf(text, fail);
  let position = 0;

  const peek = (): Token => tokens[position] ?? { kind: 'end', start: text.length, end: text.length };
  const next = (): Token => {
    const token = peek();
    position += 1;
    return token;
  };
  const isSign = (token: Token, signs: string) => token.kind === 'sign' && signs.includes(token.sign);

  function operations(signs: string, operand: () => Formula): Formula {
    let left = operand();
    for (let token = peek(); token.kind === 'sign' && signs.includes(token.sign); token = peek()) {
      position += 1;
      left = { kind: 'operation', operator: token.sign as FormulaOperator, left, right: operand() };
    }
    return left;
  }

  const sum = (): Formula => operations('+-', product);
  const product = (): Formula => operations('*/', factor);

  function factor(): Formula {
    const token = next();
    if (token.kind === 'number') return { kind: 'number', value: token.value };
    if (token.kind === 'name') {
      return !token.isBracketed && isSign(peek(), '(') ? call(token) : column(token);
    }
    if (isSign(token, '-')) return { kind: 'negative', of: factor() };
    if (!isSign(token, '(')) return fail('value-expected', token);
    const inner = sum();
    close(token);
    return inner;
  }

  function column(token: Token & { kind: 'name' }): Formula {
    const found =
      columns.find(({ name }) => name === token.name) ??
      columns.find(({ name }) => name.toLowerCase() === token.name.toLowerCase());
    if (found === undefined) return fail('unknown-column', token);
    return found.isNumber ? { kind: 'column', name: found.name } : fail('not-a-number', token);
  }

  function call(token: Token & { kind: 'name' }): Formula {
    const name = FORMULA_FUNCTIONS.find((each) => each === token.name.toLowerCase());
    if (name === undefined) return fail('unknown-function', token);
    const opened = next();
    const first = sum();
    if (name === 'round') {
      const places = isSign(peek(), ',;') ? (position++, roundPlaces()) : 0;
      close(opened, token);
      return { kind: 'round', of: first, places };
    }
    const values = [first];
    while (isSign(peek(), ',;')) {
      position += 1;
      values.push(sum());
    }
    const { end } = peek();
    close(opened);
    const isRight = name === 'abs' ? values.length === 1 : values.length > 1;
    if (!isRight) return fail('argument-count', { start: token.start, end });
    if (name === 'abs') return { kind: 'abs', of: first };
    // A `max` inside a `max`, or a `min` inside a `min`, is merged into the outer one, which the engine computes in one step.
    return { kind: name, of: values.flatMap((value) => (value.kind === name ? value.of : [value])) };
  }

  function roundPlaces(): number {
    const isNegative = isSign(peek(), '-');
    if (isNegative) position += 1;
    const token = next();
    const places = token.kind === 'number' && /^\d+$/.test(token.value) ? Number(token.value) : NaN;
    const signed = isNegative && places !== 0 ? -places : places;
    return signed >= MIN_ROUND_PLACES && signed <= MAX_ROUND_PLACES ? signed : fail('places-expected', token);
  }

  /** Reads a closing parenthesis. `called` is a function that takes no further arguments. */
  function close(opened: Token, called?: Token): void {
    const token = peek();
    if (isSign(token, ')')) {
      position += 1;
      return;
    }
    if (token.kind === 'end') fail('not-closed', opened);
    if (called !== undefined && isSign(token, ',;')) fail('argument-count', token);
    fail('operator-expected', token);
  }

  return {
    parse(): { readonly formula: Formula; readonly steps: number } {
      if (peek().kind === 'end') return fail('empty', peek());
      const formula = sum();
      if (peek().kind !== 'end') return fail('operator-expected', peek());
      const { parts, steps } = effortOf(formula, columns);
      if (parts > MAX_PARTS || steps >= MAX_STEPS) return fail('too-long', { start: 0, end: text.length });
      // The final rounding is one more step.
      return { formula, steps: steps + 1 };
    },
  };
}

/** The effort of computing a formula. Anyone can write a link with a formula, so a formula that would take minutes is refused. */
interface Effort {
  readonly parts: number;
  readonly steps: number;
  /** Whether the result is a quotient, which needs a common denominator to be added or compared. */
  readonly isFraction: boolean;
}

function effortOf(formula: Formula, columns: readonly FormulaColumn[]): Effort {
  if (formula.kind === 'column') {
    const column = columns.find(({ name }) => name === formula.name);
    return { parts: 1, steps: column?.steps ?? 0, isFraction: false };
  }
  const efforts = partsOf(formula).map((part) => effortOf(part, columns));
  const parts = efforts.reduce((sum, effort) => sum + effort.parts, 1);
  const steps = Math.max(0, ...efforts.map((effort) => effort.steps));
  const fractionCount = efforts.filter(({ isFraction }) => isFraction).length;
  const isFraction = fractionCount > 0;
  switch (formula.kind) {
    case 'number':
    case 'negative':
    case 'abs':
      return { parts, steps, isFraction };
    case 'round':
      return { parts, steps: steps + 1, isFraction: false };
    case 'min':
    case 'max':
      return { parts, steps: steps + 1 + Math.ceil(Math.log2(Math.max(1, fractionCount))), isFraction };
    case 'operation': {
      const [left, right] = efforts;
      if (formula.operator === '/') {
        return { parts, steps: Math.max(left?.steps ?? 0, (right?.steps ?? 0) + 1), isFraction: true };
      }
      const isAligned = fractionCount > 0 && formula.operator !== '*';
      return { parts, steps: isAligned ? steps + 1 : steps, isFraction };
    }
  }
}

const TOKEN =
  /(?<blank>\s+)|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<bracketed>\[(?:[^\]]|\]\])*\])|(?<sign>[-+*/(),;−×·÷])/uy;
/** Signs that users paste instead of an operator, and the operators that they mean. */
const OTHER_SIGNS = new Map([
  ['−', '-'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
]);

function tokensOf(
  text: string,
  fail: (kind: FormulaProblemKind, at: { start: number; end: number }) => never,
): Token[] {
  const tokens: Token[] = [];
  for (let start = 0; start < text.length;) {
    TOKEN.lastIndex = start;
    const { 0: matched = '', groups } = TOKEN.exec(text) ?? {};
    if (matched === '') {
      if (text[start] === '[') fail('not-closed', { start, end: start + 1 });
      const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
      fail('unexpected-character', { start, end: start + character.length });
    }
    const at = { start, end: start + matched.length };
    start = at.end;
    if (groups?.['number'] !== undefined) {
      const [integer = '', fraction = ''] = matched.split('.');
      const value = decimalOfDigits(false, integer, fraction);
      if (value.replace('.', '').length > MAX_NUMBER_DIGITS) fail('too-many-digits', at);
      tokens.push({ kind: 'number', value, ...at });
    } else if (groups?.['name'] !== undefined) {
      tokens.push({ kind: 'name', name: matched, isBracketed: false, ...at });
    } else if (groups?.['bracketed'] !== undefined) {
      const name = matched.slice(1, -1).replaceAll(']]', ']');
      tokens.push({ kind: 'name', name, isBracketed: true, ...at });
    } else if (groups?.['sign'] !== undefined) {
      tokens.push({ kind: 'sign', sign: OTHER_SIGNS.get(matched) ?? matched, ...at });
    }
  }
  return tokens;
}
