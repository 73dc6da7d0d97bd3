import { isProvable, type Certificate } from '@/rows/certificates/certificate';
import type { Formats } from '@/lib/formats/formats';
import type { AboutRow } from '@/lib/table-files/xlsx-workbook';
import type { ExportJob } from '../model/export-job';
import type { SheetWords } from './sheet-words';

/** Returns the rows of the About sheet: the origin of the data and a text that it is complete, then values for programs. */
export function aboutRows(
  certificate: Certificate,
  priceColumn: ExportJob['priceColumn'],
  t: SheetWords,
  formats: Formats,
): AboutRow[] {
  const { service, snapshot, query, rows, pages, keys, digest, file } = certificate;
  const { formatInteger } = formats;
  const moment = (iso: string) => momentText(iso, formats);
  const counted = (
    words: 'numbersAsTextWords' | 'datesCutWords' | 'datesAsTextWords',
    count: number,
  ): string =>
    count === 0
      ? t('about.none')
      : t(`about.${words}`, { count: formatInteger(count), choice: t('secondsFull') });
  const isWhole = rows.written === snapshot.rows;
  return [
    [
      t('about.priceColumn'),
      priceColumn.displayName === priceColumn.name
        ? priceColumn.name
        : `${priceColumn.displayName} (${priceColumn.name})`,
    ],
    [t('about.service'), service],
    [t('about.query'), query.words.join('\n')],
    null,
    [t(snapshot.createdBy === 'console' ? 'about.firstRead' : 'about.taken'), moment(snapshot.created)],
    ...(snapshot.expires === null ? [] : [[t('about.expires'), moment(snapshot.expires)] as const]),
    [t('about.fields'), certificate.columns.map(({ name }) => name).join(', ')],
    [
      t('about.rows'),
      isWhole
        ? t('about.rowsWhole', { count: formatInteger(rows.written) })
        : t('about.rowsPart', {
            count: formatInteger(rows.written),
            all: formatInteger(snapshot.rows),
            first: formatInteger(rows.first),
            last: formatInteger(rows.last),
          }),
    ],
    ...(snapshot.counted === true ? [[t('counted'), t('countedText')] as const] : []),
    [
      t(isProvable(certificate) ? 'about.pages' : 'notProvable'),
      t(isProvable(certificate) ? 'about.pagesText' : 'about.unstableText', {
        first: formatInteger(pages.first),
        last: formatInteger(pages.last),
        size: formatInteger(pages.size),
      }),
    ],
    keys.doubled === undefined
      ? [t('about.keys'), keys.areUnique === true ? keys.columns.join(', ') : t('keysUnchecked')]
      : [t('about.keysDoubled'), doubledText(keys.doubled, formats)],
    [t('about.numbersAsText'), counted('numbersAsTextWords', file.numbersAsText)],
    [t('about.datesCut'), counted('datesCutWords', file.datesCut)],
    [t('about.datesAsText'), counted('datesAsTextWords', file.datesAsText)],
    [t('startedAt'), moment(certificate.started)],
    [t('finishedAt'), moment(certificate.finished)],
    null,
    ...(snapshot.cacheKey === null ? [] : [[t('about.snapshot'), snapshot.cacheKey] as const]),
    ...(query.request === null ? [] : [[t('about.request'), query.request] as const]),
    [t('about.digest'), digest.sha256],
  ];
}

/** Formats a time with its time zone, because a file may be read in another one. */
function momentText(iso: string, { formatExactDateTime }: Formats): string {
  return `${formatExactDateTime(Date.parse(iso))} (${new Intl.DateTimeFormat().resolvedOptions().timeZone})`;
}

function doubledText(
  { keys, named }: NonNullable<Certificate['keys']['doubled']>,
  { formatInteger }: Formats,
): string {
  if (named.length === 0) return formatInteger(keys);
  return `${formatInteger(keys)}: ${[...named, ...(keys > named.length ? ['…'] : [])].join(', ')}`;
}
