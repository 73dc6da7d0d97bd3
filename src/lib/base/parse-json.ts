import { isJsonNumber } from './decimal-grammar';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;
const SPACE = 0x20;

/** A double always preserves this many significant digits. Below 0.000001 (six fraction digits), `String` writes an exponent. */
const SAFE_DIGITS = 15;
const SAFE_FRACTION_DIGITS = 6;

/**
 * Parses JSON without losing a digit: a number that `String` would change (`12.50`, `1e3`) becomes a string of its original text.
 * Throws a SyntaxError for invalid JSON. Its message quotes no part of the text, because the text may contain a secret.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(quoteFragileNumbers(text));
  } catch {
    throw new SyntaxError('The text is not valid JSON.');
  }
}

/** Puts quotes around numbers that a double would change. src/ui/http/README.md explains why the code compares character codes. */
function quoteFragileNumbers(text: string): string {
  const length = text.length;
  let quoted = '';
  let copiedEnd = 0;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1, length);
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at + 1, length);
      // A number as a member's name is invalid JSON, which quotes would make valid.
      if (isFragile(text, at, end) && !isFollowedByColon(text, end)) {
        quoted += text.slice(copiedEnd, at) + '"' + text.slice(at, end) + '"';
        copiedEnd = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return copiedEnd === 0 ? text : quoted + text.slice(copiedEnd);
}

/** Returns the index after the closing quote. `at` is the index after the opening quote. */
function endOfString(text: string, at: number, length: number): number {
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    at += code === BACKSLASH ? 2 : 1;
  }
  return length;
}

function endOfNumber(text: string, at: number, length: number): number {
  while (at < length && isNumberPart(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isNumberPart(code: number): boolean {
  return isDigit(code) || code === POINT || code === PLUS || code === MINUS || code === 0x65 || code === 0x45;
}

/** Whether `text` from `start` to `end` (exclusive) is a JSON number that a JS number does not preserve. */
function isFragile(text: string, start: number, end: number): boolean {
  const integerStart = text.charCodeAt(start) === MINUS ? start + 1 : start;
  const integerEnd = endOfDigits(text, integerStart, end);
  const fractionStart = integerEnd + 1;
  const hasPoint = integerEnd < end && text.charCodeAt(integerEnd) === POINT;
  const fractionEnd = hasPoint ? endOfDigits(text, fractionStart, end) : integerEnd;
  const fractionDigits = hasPoint ? fractionEnd - fractionStart : 0;
  const integerDigits = integerEnd - integerStart;
  const isPlain = fractionEnd === end && integerDigits > 0 && (!hasPoint || fractionDigits > 0);
  const hasLeadingZero = text.charCodeAt(integerStart) === ZERO;
  if (isPlain && !(hasLeadingZero && integerDigits > 1)) {
    // Nearly every number in a page of rows is decided here, without slicing the token out of the text.
    if (hasPoint && text.charCodeAt(end - 1) === ZERO) return true;
    const isNegativeZero = hasLeadingZero && integerStart > start && !hasPoint;
    const isShort = integerDigits + fractionDigits <= SAFE_DIGITS && fractionDigits <= SAFE_FRACTION_DIGITS;
    if (isShort) return isNegativeZero;
  }
  const token = text.slice(start, end);
  return isJsonNumber(token) && String(Number(token)) !== token;
}

function endOfDigits(text: string, at: number, end: number): number {
  while (at < end && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && text.charCodeAt(at) <= SPACE) at += 1;
  return text.charCodeAt(at) === COLON;
}
