import type { useTranslations } from 'use-intl';
import type { AboutLabels, WorkbookRefresh } from './export-job';

type ExportWords = ReturnType<typeof useTranslations<'export'>>;

/** Stands in a message for a value that the worker knows. */
const later = (name: string) => `{${name}}`;

/**
 * Labels and words of the About sheet, translated here because the worker has no messages. `locale`: BCP 47, of its numbers and
 * moments.
 */
export function aboutLabels(t: ExportWords, locale: string): AboutLabels {
  const count = later('count');
  return {
    locale,
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
    highlights: t('about.highlights'),
    keysDoubled: t('about.keysDoubled'),
    numbersAsText: t('about.numbersAsText'),
    datesAsText: t('about.datesAsText'),
    datesCut: t('about.datesCut'),
    plainFormats: t('about.plainFormats'),
    digest: t('about.digest'),
    started: t('startedAt'),
    finished: t('finishedAt'),
    rowsWhole: t('about.rowsWhole', { count }),
    rowsPart: t('about.rowsPart', { count, all: later('all'), first: later('first'), last: later('last') }),
    pagesText: t('about.pagesText', { first: later('first'), last: later('last'), size: later('size') }),
    none: t('about.none'),
    numbersAsTextWords: t('about.numbersAsTextWords', { count }),
    datesCutWords: t('about.datesCutWords', { count, choice: t('secondsFull') }),
    datesAsTextWords: t('about.datesAsTextWords', { count }),
  };
}

/** Labels of the sheet that a workbook is refreshed from, and the errors that Excel shows. */
export function refreshLabels(t: ExportWords, service: string): WorkbookRefresh['labels'] {
  const sheet = t('refresh.title');
  const steps = [
    t('refresh.typeText'),
    t('refresh.refreshText'),
    t('refresh.connectText', { service }),
    t('refresh.privacyText'),
  ];
  return {
    title: sheet,
    userName: t('refresh.userName'),
    password: t('refresh.password'),
    notes: [
      ...steps.map((text, index) => ({ label: t('refresh.step', { number: String(index + 1) }), text })),
      { label: t('refresh.effect'), text: t('refresh.effectText', { about: t('about.title') }) },
      { label: t('refresh.digits'), text: t('refresh.digitsText') },
    ],
    notTyped: t('refresh.notTyped', { sheet }),
    refused: t('refresh.refused', { sheet }),
    incomplete: t('refresh.incomplete'),
  };
}
