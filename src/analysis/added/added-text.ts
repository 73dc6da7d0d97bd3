import { isStable } from '@/contract/extraction';
import { copyIdOf } from '@/rows/kept-copies/kept-copy';
import { certifiedKey } from '@/rows/certificates/certificate';
import { namedKey } from '@/contract/local-key';
import type { Words } from '@/ui/formats/words';
import {
  priceColumnOf,
  type AddedColumns,
  type AddedColumnsScope,
  type SeveralRule,
} from '../conditions/added-columns';
import { resolveDay } from '../conditions/relative-day';
import type { OpenSnapshot } from '../snapshot/open-snapshot';
import type { AddedSourceFacts } from '../reading/rows-read';
import type { FileOutline } from '../source-files/file-outline';
import { describeValue } from '../conditions/comparison-text';

type Opened = Pick<OpenSnapshot, 'snapshot' | 'takenAtMs'>;
type Scope = Pick<AddedColumnsScope, 'priceColumn' | 'priceColumns'>;

/** Describes added columns by their source, key, rule and snapshot. */
function addedText(words: Words, added: AddedColumns, { snapshot, takenAtMs }: Opened, scope: Scope): string {
  const t = words.of('added');
  const list = new Intl.ListFormat(words.language, { type: 'conjunction' });
  const { origin, keys, columns, several, isLenient } = added;
  const source =
    origin.kind === 'file'
      ? t('ofFile', { name: origin.name })
      : (priceColumnOf(added, scope)?.displayName ?? added.label);
  const by = keys.map(({ current, reference }) =>
    current === reference ? current : t('pair', { current, reference }),
  );
  const cacheKey = namedKey(snapshot.cacheKey);
  const taken = words.formats.formatDateTime(takenAtMs);
  const texts = [
    t('words', { columns: list.format(columns), source, keys: list.format(by) }),
    ruleText(words, several),
    ...(isLenient ? [t('rule.lenient')] : []),
    ...(origin.kind === 'file'
      ? []
      : [cacheKey === null ? t('ofRun', { taken }) : t('ofSnapshot', { cacheKey, taken })]),
  ];
  return texts.join('; ');
}

function ruleText(words: Words, several: SeveralRule): string {
  const t = words.of('added');
  switch (several.kind) {
    case 'empty':
      return t('rule.empty');
    case 'valid-on':
      return t('rule.valid-on', { day: describeValue(words, { value: several.day }, 'date') });
    case 'least':
    case 'greatest':
    case 'latest':
      return t(`rule.${several.kind}`, { column: several.column });
  }
}

/** A file that columns come from, and whether its rows are those that its certificate describes. */
export interface FileOfSource {
  readonly outline: Pick<FileOutline, 'name' | 'byteCount' | 'modifiedAtMs' | 'certificate'>;
  readonly isAsCertified: boolean | null;
}

/** Returns the facts about added columns for texts and certificates. `today`: the date for relative days. `file`: a file as the source. */
export function addedFacts(
  words: Words,
  added: AddedColumns,
  opened: Opened,
  {
    scope,
    priceColumn,
    file,
    today,
  }: {
    readonly scope: Scope;
    readonly priceColumn: string;
    readonly file: FileOfSource | null;
    readonly today: string;
  },
): AddedSourceFacts {
  const { label, origin, keys, columns, several, isLenient } = added;
  const { snapshot, takenAtMs } = opened;
  return {
    words: addedText(words, added, opened, scope),
    label,
    from:
      file === null
        ? {
            kind: origin.kind === 'copy' || copyIdOf(snapshot.cacheKey) !== null ? 'copy' : 'snapshot',
            priceColumn,
            ...certifiedKey(namedKey(snapshot.cacheKey), isStable(snapshot)),
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
