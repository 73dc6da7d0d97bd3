import { localDay } from './iso-date';
import { parseDate } from './parse-date';

/** The limits for a file name; longer names are cut. File systems allow 255 bytes, which may include folders and the extension. */
const MOST_CHARACTERS = 120;
const MOST_BYTES = 200;

/** Returns a name, without an extension, that is valid in all file systems. Cuts a long name after a word. */
export function fileNameOf(text: string): string {
  const safe = text
    .toWellFormed()
    // These characters occur in times of day, paths and quotations.
    .replaceAll(/(?<=\p{Nd}):(?=\p{Nd})/gu, '.')
    .replaceAll(/[\\/|]/g, '-')
    .replaceAll('"', "'")
    .replaceAll(/[:*?<>\p{Cc}]+/gu, '_')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = cutAfterWord(safe, (part) => part.length <= MOST_CHARACTERS && byteCount(part) <= MOST_BYTES);
  // Windows removes dots and spaces from the end of a name.
  return short.replace(/[. ]+$/, '') || '_';
}

/** Adds today's date to a file name, so that users can distinguish files of the same kind. */
export function datedName(name: string): string {
  return `${name} ${localDay(new Date())}`;
}

/** Returns as many words of a text as `fits` accepts, but at least a part of the first word. */
export function cutAfterWord(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  const words = text.split(' ');
  for (let count = words.length - 1; count > 0; count -= 1) {
    const part = words
      .slice(0, count)
      .join(' ')
      .replace(/[\s·–—,;:(&-]+$/u, '');
    if (part !== '' && fits(`${part}…`)) return `${part}…`;
  }
  const signs = Array.from(text);
  let end = signs.length;
  while (end > 1 && !fits(`${signs.slice(0, end).join('')}…`)) end -= 1;
  return `${signs.slice(0, end).join('')}…`;
}

/** Replaces dates in the locale's notation with ISO dates, whose characters are valid in all file systems. */
export function withIsoDates(text: string, locale: string): string {
  return text.replaceAll(DATE, (found) => {
    const date = parseDate(found, { locale, isDateOnly: true });
    return date.ok ? date.value : found;
  });
}

const DATE = /(?<![\p{Nd}.,])\p{Nd}{1,4}[./-] ?\p{Nd}{1,2}[./-] ?\p{Nd}{1,4}(?![\p{Nd}])/gu;

function byteCount(text: string): number {
  return new TextEncoder().encode(text).length;
}
