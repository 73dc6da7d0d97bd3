import type { Certificate } from '@/shared/certificates/certificate';
import { createFormats, type Formats } from '@/shared/formats/formats';
import type { AboutRow } from '@/shared/table-files/xlsx-workbook';
import type { ExportJob } from '../model/export-job';
import { ownMember } from '@/shared/formats/own-member';

/** Returns the rows of the About sheet: the origin of the data, and in words that it is complete; at the end what programs need. */
export function aboutRows(
  certificate: Certificate,
  { aboutLabels: labels, priceColumn }: Pick<ExportJob, 'aboutLabels' | 'priceColumn'>,
): AboutRow[] {
  const { service, snapshot, query, rows, pages, keys, digest, file } = certificate;
  const formats = createFormats(labels.locale, labels.locale);
  const { formatInteger } = formats;
  const moment = (iso: string) => momentText(iso, formats);
  const inWords = (words: string, count: number) => filled(words, { count: formatInteger(count) });
  const counted = (words: string, count: number) => (count === 0 ? labels.none : inWords(words, count));
  const isWhole = rows.written === snapshot.rows;
  return [
    [
      labels.priceColumn,
      priceColumn.displayName === priceColumn.name
        ? priceColumn.name
        : `${priceColumn.displayName} (${priceColumn.name})`,
    ],
    [labels.service, service],
    [labels.query, query.words.join('\n')],
    null,
    [labels.taken, moment(snapshot.created)],
    [labels.expires, moment(snapshot.expires)],
    [labels.fields, certificate.columns.map(({ name }) => name).join(', ')],
    [
      labels.rows,
      isWhole
        ? inWords(labels.rowsWhole, rows.written)
        : filled(labels.rowsPart, {
            count: formatInteger(rows.written),
            all: formatInteger(snapshot.rows),
            first: formatInteger(rows.first),
            last: formatInteger(rows.last),
          }),
    ],
    [
      labels.pages,
      filled(labels.pagesText, {
        first: formatInteger(pages.first),
        last: formatInteger(pages.last),
        size: formatInteger(pages.size),
      }),
    ],
    keys.doubled === undefined
      ? [labels.keys, keys.areUnique === true ? keys.columns.join(', ') : labels.keysUnchecked]
      : [labels.keysDoubled, doubledText(keys.doubled, formats)],
    [labels.numbersAsText, counted(labels.numbersAsTextWords, file.numbersAsText)],
    [labels.datesCut, counted(labels.datesCutWords, file.datesCut)],
    [labels.datesAsText, counted(labels.datesAsTextWords, file.datesAsText)],
    [labels.started, moment(certificate.started)],
    [labels.finished, moment(certificate.finished)],
    null,
    [labels.snapshot, snapshot.cacheKey],
    ...(query.request === null ? [] : [[labels.request, query.request] as const]),
    [labels.digest, digest.sha256],
  ];
}

/** A moment with its time zone, since a file is read elsewhere as well. */
function momentText(iso: string, { formatExactDateTime }: Formats): string {
  return `${formatExactDateTime(Date.parse(iso))} (${new Intl.DateTimeFormat().resolvedOptions().timeZone})`;
}

/** Puts values in the place of their names in braces. */
function filled(words: string, values: Readonly<Record<string, string>>): string {
  return words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ownMember(values, name) ?? whole);
}

function doubledText(
  { keys, named }: NonNullable<Certificate['keys']['doubled']>,
  { formatInteger }: Formats,
): string {
  if (named.length === 0) return formatInteger(keys);
  return `${formatInteger(keys)}: ${[...named, ...(keys > named.length ? ['…'] : [])].join(', ')}`;
}
