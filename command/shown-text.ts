import { visibleWholeText } from '@/lib/grid/visible-text';

/** The length, in UTF-16 code units, to which an outside text is cut when a sentence quotes it. A longer text would hide the sentence. */
const LONGEST_PART = 300;

/** Some build systems obey commands in a log: GitHub at the start of a line, Azure and TeamCity anywhere. An added space prevents it. */
const ORDER_AT_START = /^(\s*:):/;
const ORDER = /#(?=#\w*\[)/g;

/** Matches the user name and password before a host. A password may contain any character. */
const SECRET = /^([a-z][a-z\d+.-]*:\/\/)[^\s]*@/i;

/** Returns a text as one line for a terminal or a log, without characters or commands that would control it. */
export function shownLine(text: string): string {
  return visibleWholeText(text).replace(ORDER_AT_START, '$1 :').replaceAll(ORDER, '# ');
}

/** Joins the lines of a report, each made harmless by `shownLine`. */
export function shownLines(lines: readonly string[]): string {
  return lines.map((line) => `${shownLine(line)}\n`).join('');
}

/** Returns a text to quote in a sentence, without passwords in addresses, and shortened if it is very long. */
export function shownPart(text: string): string {
  const part = text.replace(SECRET, '$1…@');
  if (part.length <= LONGEST_PART) return part;
  // Removes the first half of a surrogate pair that the cut has split.
  return `${part.slice(0, LONGEST_PART).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns an address reduced to its host and path. */
export function shownAddress(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@').replace(/[?#].*$/s, '');
}

/** Matches characters that JSON and XML do not escape, although they control a terminal or break lines in a log. */
const OBEYED = /[\u007F-\u009F\u2028\u2029]|#(?=#\w*\[)/g;

/** Returns a value as JSON in which everything that would control a terminal or a log is escaped. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(OBEYED, (character) => `\\u${hex(character)}`)}\n`;
}

/** Returns escaped XML in which everything that would control a terminal or a log is escaped, too. */
export function shownXml(escaped: string): string {
  return escaped.replaceAll(OBEYED, (character) => `&#x${hex(character)};`);
}

// oxlint-disable-next-line no-control-regex -- the pattern finds control characters on purpose
const OBEYED_IN_CSV = /["\u0000-\u0008\u000A-\u001F\u007F-\u009F\u2028\u2029]|#(?=#\w*\[)/g;

/** Returns CSV for a terminal or a log, one line for each record. Characters that would control it are made visible. */
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
