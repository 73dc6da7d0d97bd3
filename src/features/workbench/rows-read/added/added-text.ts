import type { useTranslations } from 'use-intl';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import type { Formats } from '@/lib/formats/formats';
import { describeValue, type DescriptionLanguage } from '../../model/describe-query';
import {
  priceColumnOf,
  type AddedColumns,
  type AddedColumnsScope,
  type SeveralRule,
} from '../../model/added-columns';
import { resolveDay } from '../../model/relative-day';
import type { OpenSnapshot } from '../../snapshot/open-snapshot';
import type { AddedSourceFacts } from '../reading/rows-read';
import type { FileOutline } from '../sources/files/file-outline';

/** The input of the texts about added columns. */
interface AddedWords {
  readonly t: ReturnType<typeof useTranslations<'added'>>;
  readonly tQuery: DescriptionLanguage['t'];
  readonly formats: Pick<Formats, 'locale' | 'formatInteger' | 'formatDateTime'>;
  /** The language of the interface, BCP 47. */
  readonly language: string;
}

/** Returns a function that describes added columns: source, key, rule, and the snapshot if it is known. */
export function createAddedText(
  scope: Pick<AddedColumnsScope, 'priceColumn' | 'priceColumns'>,
  { t, tQuery, formats, language }: AddedWords,
): (added: AddedColumns, opened: OpenSnapshot | null) => string {
  const { locale, formatInteger, formatDateTime } = formats;
  const list = new Intl.ListFormat(language, { type: 'conjunction' });

  function ruleText(several: SeveralRule): string {
    switch (several.kind) {
      case 'empty':
        return t('rule.empty');
      case 'valid-on': {
        const day = describeValue({ value: several.day, text: null }, 'date', {
          t: tQuery,
          locale,
          formatInteger,
        });
        return t('rule.valid-on', { day });
      }
      case 'least':
      case 'greatest':
      case 'latest':
        return t(`rule.${several.kind}`, { column: several.column });
    }
  }

  return (added, opened) => {
    const { origin, keys, columns, several, isLenient } = added;
    const source =
      origin.kind === 'file'
        ? t('ofFile', { name: origin.name })
        : (priceColumnOf(added, scope)?.displayName ?? added.label);
    const by = keys.map(({ current, reference }) =>
      current === reference ? current : t('pair', { current, reference }),
    );
    const texts = [
      t('words', { columns: list.format(columns), source, keys: list.format(by) }),
      ruleText(several),
      ...(isLenient ? [t('rule.lenient')] : []),
      ...(opened === null || origin.kind === 'file'
        ? []
        : [t('ofSnapshot', { cacheKey: opened.snapshot.cacheKey, taken: formatDateTime(opened.takenAtMs) })]),
    ];
    return texts.join('; ');
  };
}

/** The file of a source, and what was found while reading its rows. */
export interface FileOfSource {
  readonly outline: Pick<FileOutline, 'name' | 'byteCount' | 'modifiedAtMs' | 'certificate'>;
  readonly isAsCertified: boolean | null;
}

/** Returns facts about added columns for texts and certificates. `today` resolves relative days; `file` is the source, if it is one. */
export function addedFacts(
  { label, origin, keys, columns, several, isLenient }: AddedColumns,
  words: string,
  { snapshot, takenAtMs }: Pick<OpenSnapshot, 'snapshot' | 'takenAtMs'>,
  {
    priceColumn,
    file,
    today,
  }: { readonly priceColumn: string; readonly file: FileOfSource | null; readonly today: string },
): AddedSourceFacts {
  return {
    words,
    label,
    from:
      file === null
        ? {
            kind: origin.kind === 'copy' || copyIdOf(snapshot.cacheKey) !== null ? 'copy' : 'snapshot',
            priceColumn,
            cacheKey: snapshot.cacheKey,
            taken: new Date(takenAtMs).toISOString(),
          }
        : fileFacts(file),
    keys: keys.map(({ current, reference }) => ({ here: current, there: reference })),
    columns,
    several:
      several.kind === 'valid-on'
        ? { ...several, day: resolveDay(several.day, today) ?? several.day }
        : several,
    isLenient,
  };
}

function fileFacts({ outline, isAsCertified }: FileOfSource): AddedSourceFacts['from'] {
  const { name, byteCount, modifiedAtMs, certificate } = outline;
  return {
    kind: 'file',
    name,
    bytes: byteCount,
    modified: new Date(modifiedAtMs).toISOString(),
    ...(isAsCertified === true && certificate !== null && { sha256: certificate.digest.sha256 }),
  };
}
