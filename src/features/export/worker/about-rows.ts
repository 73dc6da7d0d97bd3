import type { AboutRow } from '@/shared/table-files/xlsx-workbook';
import type { Certificate } from '../model/certificate';
import type { AboutLabels } from '../model/export-job';

/** What stands on the sheet about a workbook: where its rows come from, and the proof that they are all there. */
export function aboutRows(certificate: Certificate, labels: AboutLabels): AboutRow[] {
  const { service, priceColumn, snapshot, query, rows, pages, keys, digest, file } = certificate;
  return [
    [labels.priceColumn, priceColumn],
    [labels.service, service],
    [labels.query, query.words.join('\n')],
    ...(query.request === null ? [] : [[labels.request, query.request] as const]),
    null,
    [labels.snapshot, snapshot.cacheKey],
    [labels.taken, snapshot.created],
    [labels.expires, snapshot.expires],
    [labels.fields, certificate.columns.map(({ name }) => name).join(', ')],
    null,
    [labels.rows, `${rows.written} = ${rows.promised}`],
    [labels.pages, `${pages.first}–${pages.last} × ${pages.size}`],
    [labels.keys, keys.areUnique === true ? keys.columns.join(', ') : labels.keysUnchecked],
    [labels.numbersAsText, String(file.numbersAsText)],
    [labels.datesAsText, String(file.datesAsText)],
    [labels.digest, digest.sha256],
    [labels.started, certificate.started],
    [labels.finished, certificate.finished],
  ];
}
