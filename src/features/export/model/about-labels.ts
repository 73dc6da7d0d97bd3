import type { useTranslations } from 'use-intl';
import type { AboutLabels } from './export-job';

/** The words of the sheet about a workbook: the worker that writes it has none of its own. */
export function aboutLabels(t: ReturnType<typeof useTranslations<'export'>>): AboutLabels {
  return {
    title: t('about.title'),
    priceColumn: t('about.priceColumn'),
    service: t('about.service'),
    query: t('about.query'),
    request: t('about.request'),
    snapshot: t('about.snapshot'),
    taken: t('about.taken'),
    expires: t('about.expires'),
    fields: t('about.fields'),
    rows: t('about.rows'),
    pages: t('about.pages'),
    keys: t('about.keys'),
    keysUnchecked: t('keysUnchecked'),
    numbersAsText: t('about.numbersAsText'),
    datesAsText: t('about.datesAsText'),
    digest: t('about.digest'),
    started: t('startedAt'),
    finished: t('finishedAt'),
  };
}
