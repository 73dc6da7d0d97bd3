import { isJsonNumber } from './decimal-grammar';

/** A value that is JSON text already, such as a number with more digits than a JavaScript number can hold. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes a value as `JSON.stringify` does, except that a `JsonText` in it is inserted unchanged. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map((entry) => writeJson(entry ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
}

const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON, with every number as a `JsonText` of its digits, so that `writeJson` writes the same numbers again. Throws a SyntaxError
 * for invalid JSON.
 */
export function parseKeepingNumbers(text: string): unknown {
  const numbers: string[] = [];
  // Each number is replaced by its index in the list, so that no digit passes through a JavaScript number.
  const indexed = text.replaceAll(TEXT_OR_NUMBER, (token) => {
    if (token.startsWith('"')) return token;
    if (!isJsonNumber(token)) throw new SyntaxError('The text is not valid JSON.');
    return String(numbers.push(token) - 1);
  });
  return JSON.parse(indexed, (_, value: unknown) =>
    typeof value === 'number' ? new JsonText(numbers[value] ?? '') : value,
  );
}
