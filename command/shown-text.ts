import { visibleWholeText } from '@/lib/grid/visible-text';

/** The longest part of a sentence, in UTF-16 code units, that comes from somewhere else: a longer one would hide the sentence. */
const LONGEST_PART = 300;

/** Build logs take some texts for commands: GitHub at the start of a line, Azure and TeamCity anywhere. A space in them prevents that. */
const ORDER_AT_START = /^(\s*:):/;
const ORDER = /#(?=#\w*\[)/g;

/** User name and password before a host; a password may contain any character. */
const SECRET = /^([a-z][a-z\d+.-]*:\/\/)[^\s]*@/i;

/** Returns a text as one line for a terminal or a log, in which nothing controls the terminal or the log. */
export function shownLine(text: string): string {
  return visibleWholeText(text).replace(ORDER_AT_START, '$1 :').replaceAll(ORDER, '# ');
}

/** Returns lines as a report. */
export function shownLines(lines: readonly string[]): string {
  return lines.map((line) => `${shownLine(line)}\n`).join('');
}

/** Returns a text for use within a sentence: without the password of an address, and shortened if very long. */
export function shownPart(text: string): string {
  const part = text.replace(SECRET, '$1…@');
  if (part.length <= LONGEST_PART) return part;
  // A surrogate pair is not split.
  return `${part.slice(0, LONGEST_PART).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns an address reduced to its host and path. */
export function shownAddress(address: string): string {
  return address.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@').replace(/[?#].*$/s, '');
}

/** Characters that JSON and XML do not escape, although a terminal obeys them or a log breaks lines at them. */
const OBEYED = /[\u007F-\u009F\u2028\u2029]|#(?=#\w*\[)/g;

/** Returns a value as JSON without anything that a terminal or a log would obey. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(OBEYED, (character) => `\\u${hex(character)}`)}\n`;
}

/** Returns escaped XML of the same content, without anything that a terminal or a log would obey. */
export function shownXml(escaped: string): string {
  return escaped.replaceAll(OBEYED, (character) => `&#x${hex(character)};`);
}

// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const OBEYED_IN_CSV = /["\u0000-\u0008\u000A-\u001F\u007F-\u009F\u2028\u2029]|#(?=#\w*\[)/g;

/** Returns CSV for a terminal or a log, one line for each record. What either would obey is replaced by a visible sign. */
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
