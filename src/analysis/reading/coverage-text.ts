import type { Snapshot } from '@/contract/extraction';
import { namedKey } from '@/contract/local-key';
import type { Words } from '@/ui/formats/words';
import { refinementKind } from '../conditions/refinement';
import type { RepeatedRows } from '@/contract/page-mismatch';
import type { DoubledKeys } from '../snapshot/doubled-keys';
import type { Coverage, RowDoubts, RowsRead } from './rows-read';
import { SEPARATOR } from '@/ui/formats/separator';

/** Returns the key of a snapshot, or a text that says that there is none. */
export function snapshotText(words: Words, { cacheKey }: Pick<Snapshot, 'cacheKey'>): string {
  return namedKey(cacheKey) ?? words.of('analysis')('coverage.mayHaveMoved');
}

/** Returns a text that describes which rows of a snapshot were read. */
export function coverageText(words: Words, coverage: Coverage): string {
  const t = words.of('analysis');
  const { formatInteger } = words.formats;
  const { rowCount } = coverage;
  const rows = formatInteger(rowCount);
  switch (coverage.kind) {
    case 'all': {
      const { doubts = null } = coverage;
      // The text says "all" only if no row can be missing.
      const hasDoubled =
        doubts !== null &&
        (doubts.doubled !== null || doubts.samePages.length > 0 || doubts.mayHaveMoved === true);
      const read = t(hasDoubled ? 'coverage.read' : 'coverage.all', { rows, count: rowCount });
      return [read, ...doubtTexts(doubts)].join(SEPARATOR);
    }
    case 'sample': {
      const read = t('coverage.sample', { rows, read: formatInteger(coverage.readCount) });
      return [read, ...doubtTexts(coverage.doubts ?? null)].join(SEPARATOR);
    }
    case 'part':
      return t(`coverage.${coverage.status}`, { rows, read: formatInteger(coverage.readCount) });
    case 'inconsistent': {
      const { readCount, repeated } = coverage;
      const { keys, pages, rowCount: count } = repeated;
      const named =
        pages.length > 0
          ? t('coverage.repeatedPages', { pages: pageList(pages) })
          : t('coverage.repeatedKeys', { keys: [...keys, ...(count > keys.length ? ['…'] : [])].join(', ') });
      const text = t(repeated.haveMoved === true ? 'coverage.moved' : 'coverage.inconsistent', {
        rows,
        read: formatInteger(readCount),
        count,
        formatted: formatInteger(count),
      });
      return [text, named].join(' ');
    }
  }

  function pageList(pages: RepeatedRows['pages']): string {
    return pages.map(({ first, last }) => `${formatInteger(first)}–${formatInteger(last)}`).join(', ');
  }

  function doubtTexts(doubts: RowDoubts | null): string[] {
    if (doubts === null) return [];
    const { doubled, unchecked, samePages, mayHaveMoved = false } = doubts;
    return [
      ...(mayHaveMoved ? [t('coverage.mayHaveMoved')] : []),
      ...(doubled === null ? [] : [doubledKeysText(words, doubled, mayHaveMoved)]),
      ...(samePages.length === 0
        ? []
        : [t('coverage.samePages', { pages: pageList(samePages.slice(0, MOST_PAGES)) })]),
      ...(unchecked.length === 0
        ? []
        : [t('coverage.unchecked', { fields: unchecked.join(', '), count: unchecked.length })]),
    ];
  }
}

/** The maximum number of pages that the text names. */
const MOST_PAGES = 5;

/** Returns a text that names the keys which the source contains several times, and says which of them are uncertain. */
function doubledKeysText(
  words: Words,
  { keyCount, keys, alikeCount }: DoubledKeys,
  mayHaveMoved: boolean,
): string {
  const t = words.of('analysis');
  const { formatInteger } = words.formats;
  const text = t(mayHaveMoved ? 'coverage.movedKeys' : 'coverage.doubled', {
    count: keyCount,
    formatted: formatInteger(keyCount),
    keys: [...keys, ...(keyCount > keys.length ? ['…'] : [])].join(', '),
  });
  if (alikeCount === 0) return text;
  return [text, t('coverage.alike', { count: alikeCount, formatted: formatInteger(alikeCount) })].join(
    SEPARATOR,
  );
}

/** Returns a text that describes which rows the figures include: all rows read, or those that satisfy a refinement (filters). */
export function rowsReadText(
  words: Words,
  { coverage, refined, added = [] }: Pick<RowsRead, 'coverage' | 'refined' | 'added'>,
): string {
  const read = [coverageText(words, coverage), ...added.map((each) => each.words)].join(SEPARATOR);
  return refined === undefined ? read : [read, refinedText(words, refined)].join(SEPARATOR);
}

/** Returns a text with the number of rows that satisfy a refinement, and its filters; without filters, with the computed columns. */
export function refinedText(words: Words, refined: NonNullable<RowsRead['refined']>): string {
  const { formatInteger } = words.formats;
  return words.of('analysis')('coverage.refined', {
    formatted: formatInteger(refined.rowCount),
    all: formatInteger(refined.ofRowCount),
    count: refined.ofRowCount,
    words: refined.words,
    kind: refinementKind(refined.refinement),
  });
}

/** Returns a sentence for each computed column that has blanks because an intermediate result has too many digits. */
export function tooLongTexts(
  words: Words,
  { tooLong = {} }: { readonly tooLong?: Readonly<Record<string, number>> | undefined },
): readonly string[] {
  const t = words.of('analysis');
  return Object.entries(tooLong).map(([name, count]) =>
    t('coverage.tooLong', { name, count, formatted: words.formats.formatInteger(count) }),
  );
}

/** Marks a figure with ≈ if it includes only some of the rows. */
export function estimateText(words: Words, figure: string, isEstimate: boolean): string {
  return isEstimate ? words.of('analysis')('estimate', { figure }) : figure;
}

/** Returns the text in a file that describes which rows it contains, and what is missing. */
export function writtenRowsText(
  words: Words,
  rows: Pick<RowsRead, 'coverage' | 'refined' | 'added'>,
): string {
  return [rowsReadText(words, rows), ...tooLongTexts(words, rows.refined ?? {})].join(SEPARATOR);
}
