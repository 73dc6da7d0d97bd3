import { visibleWholeText } from '@/lib/grid/visible-text';

/** A part of a sentence that somebody else has written: longer ones hide the sentence. */
const LONGEST_PART = 300;

/**
 * What logs of builds take for orders: those of GitHub at the beginning of a line, those of Azure and TeamCity anywhere. In the texts of
 * others they are told apart by a blank.
 */
const ORDER_AT_START = /^(\s*:):/;
const ORDER = /#(?=#\w*\[)/g;

/** Before a host; a password may hold any character. */
const SECRET = /^([a-z][a-z\d+.-]*:\/\/)[^\s]*@/i;

/** Returns a line for a terminal or a log: whatever is in it, it stays one line, and none of it steers what shows it. */
export function shownLine(text: string): string {
  return visibleWholeText(text).replace(ORDER_AT_START, '$1 :').replaceAll(ORDER, '# ');
}

/** Returns lines as a report. */
export function shownLines(lines: readonly string[]): string {
  return lines.map((line) => `${shownLine(line)}\n`).join('');
}

/** Returns a part of a sentence: without the secrets of an address, and of a very long text the beginning. */
export function shownPart(text: string): string {
  const part = text.replace(SECRET, '$1…@');
  if (part.length <= LONGEST_PART) return part;
  // A pair is not cut in half.
  return `${part.slice(0, LONGEST_PART).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns an address of which only the host and the path matter. */
export function shownAddress(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@').replace(/[?#].*$/s, '');
}

/** Characters that JSON and XML leave as they are, and that a terminal obeys or a log breaks lines at. */
const OBEYED = /[\u007F-\u009F\u2028\u2029]|#(?=#\w*\[)/g;

/** Returns a value as JSON with nothing in it that a terminal or a log would obey. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(OBEYED, (character) => `\\u${hex(character)}`)}\n`;
}

/** Returns the same text of XML with nothing in it that a terminal or a log would obey. */
export function shownXml(escaped: string): string {
  return escaped.replaceAll(OBEYED, (character) => `&#x${hex(character)};`);
}

// oxlint-disable-next-line no-control-regex -- they are what it is about
const OBEYED_IN_CSV = /["\u0000-\u0008\u000A-\u001F\u007F-\u009F\u2028\u2029]|#(?=#\w*\[)/g;

/** Returns CSV for a terminal or a log, each record a line: what either would obey is a sign, as in a report, and no longer the value. */
export function shownCsv(text: string): string {
  let isQuoted = false;
  const shown = text.replaceAll(OBEYED_IN_CSV, (character) => {
    if (character === '"') isQuoted = !isQuoted;
    if (character === '"' || (!isQuoted && /[\r\n]/.test(character))) return character;
    return character === '#' ? '# ' : visibleWholeText(character);
  });
  return shown.replaceAll(/^("?\s*:):/gm, '$1 :');
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
