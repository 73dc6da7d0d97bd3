import type { useTranslations } from 'use-intl';
import { createDecimalFormat } from '@/shared/formats/decimal-format';
import type { Formats } from '@/shared/formats/formats';
import { localDay } from '@/shared/formats/iso-date';
import type { AnyCheckId, OwnCheck } from '../rows-read/checks/own-checks';
import { ROW_KINDS, type RowKind } from '../rows-read/comparison/comparison';
import type { NoteLabels } from '../rows-read/tables/table-file';
import type { RoutineReportTexts } from './routine-report';
import {
  shownRowCount,
  type CheckOutcome,
  type ComparedRows,
  type PriceEffect,
  type RoutineResult,
} from './routine-result';
import type { ViewFailure } from './run-view';

type Translator = ReturnType<typeof useTranslations<'routine'>>;
type IntegerFormat = Pick<Formats, 'formatInteger'>;

/** Results name the person's own checks themselves. */
export const NO_OWN_CHECKS: readonly OwnCheck[] = [];

/** Says how many rows a view has, and had the last time. */
export function rowsText(
  { now, before }: RoutineResult,
  t: Translator,
  { formatInteger, formatDateTime }: Formats,
): string {
  const rows = (count: number) => t('new.rows', { formatted: formatInteger(count), count });
  return before === null
    ? t('new.first', { rows: rows(shownRowCount(now)) })
    : t('new.rowsThenNow', {
        before: rows(shownRowCount(before)),
        at: formatDateTime(before.takenAtMs),
        now: rows(shownRowCount(now)),
      });
}

const DIFFERENCES = ['added', 'removed', 'changed', 'raised', 'lowered'] as const;

/** How many rows or prices differ in a way, and the words for it. */
export interface Difference {
  readonly kind: (typeof DIFFERENCES)[number];
  readonly label: string;
}

/** Returns what differs from the last time, without what there is none of. */
export function differences(
  { added, removed, changed, effects }: ComparedRows,
  t: Translator,
  { formatInteger }: IntegerFormat,
): readonly Difference[] {
  const raised = effects.reduce((sum, each) => sum + each.raised, 0);
  const lowered = effects.reduce((sum, each) => sum + each.lowered, 0);
  const counts = { added, removed, changed, raised, lowered };
  return DIFFERENCES.filter((kind) => counts[kind] > 0).map((kind) => ({
    kind,
    label: t(`new.${kind}`, { formatted: formatInteger(counts[kind]), count: counts[kind] }),
  }));
}

/** Says what the changed prices come to. `language`: of the interface, BCP 47. */
export function effectText(
  effects: readonly PriceEffect[],
  t: Translator,
  { locale }: Pick<Formats, 'locale'>,
  language: string,
): string {
  const money = createDecimalFormat(locale, { minFractionDigits: 2, maxFractionDigits: 38, isGrouped: true });
  const list = new Intl.ListFormat(language, { type: 'unit' });
  const amounts = effects.map(({ currency, effect }) =>
    [currency, `${effect.startsWith('-') ? '' : '+'}${money(effect)}`]
      .filter((part) => part !== null)
      .join(' '),
  );
  return t('new.effect', { amounts: list.format(amounts) });
}

/** Returns the checks that find something, or did the last time: the most new findings first. */
export function checksWithFindings(checks: readonly CheckOutcome[]): readonly CheckOutcome[] {
  return checks
    .filter(({ now, added, gone }) => now + (added ?? 0) + (gone ?? 0) > 0)
    .toSorted((a, b) => (b.added ?? 0) - (a.added ?? 0) || b.now - a.now);
}

/** Says what the figures do without, one sentence each. */
export function routineNotes(
  { comparison, checks, notRun, isWithoutAdded, isUnrefined }: RoutineResult,
  t: Translator,
  nameOfCheck: (check: AnyCheckId) => string,
  { formatInteger }: IntegerFormat,
): readonly string[] {
  const notes: string[] = [];
  if (comparison !== null && comparison !== 'no-keys') {
    for (const kind of ['leftOut', 'filteredOut'] as const) {
      const count = comparison[kind];
      if (count > 0) notes.push(t(`note.${kind}`, { formatted: formatInteger(count), count }));
    }
    for (const kind of ['onlyThen', 'onlyNow'] as const) {
      const columns = comparison[kind];
      if (columns.length > 0) notes.push(t(`note.${kind}`, { columns: columns.join(', ') }));
    }
  }
  if (checks === null) notes.push(t('note.checksUnreadable'));
  if (notRun.length > 0) notes.push(t('note.notRun', { checks: notRun.map(nameOfCheck).join(', ') }));
  if (isWithoutAdded) notes.push(t('note.withoutAdded'));
  if (isUnrefined === true) notes.push(t('note.unrefined'));
  return notes;
}

/** Says why a view could not be run, and what helps. */
export function viewFailureText(
  failure: ViewFailure,
  t: Translator,
  tErrors: ReturnType<typeof useTranslations<'errors'>>,
  { formatInteger }: IntegerFormat,
): string {
  switch (failure.kind) {
    case 'no-price-column':
    case 'not-kept':
    case 'engine':
      return t(`failure.${failure.kind}`);
    case 'query':
      return t('failure.query', { count: failure.parts.length, parts: failure.parts.join(', ') });
    case 'too-many-rows':
      return t('failure.too-many-rows', {
        rows: formatInteger(failure.rowCount),
        most: formatInteger(failure.most),
      });
    case 'reading':
    case 'snapshot':
      if (failure.failure.kind === 'service' && failure.failure.failure.kind === 'forbidden') {
        return tErrors('forbiddenText');
      }
      return t(failure.failure.kind === 'mismatch' ? 'failure.mismatch' : 'failure.service');
  }
}

/** What the words of a report are taken from. */
export interface ReportWords {
  readonly routine: Translator;
  readonly changes: ReturnType<typeof useTranslations<'changes'>>;
  readonly savedViews: ReturnType<typeof useTranslations<'savedViews'>>;
  readonly nameOfCheck: (check: AnyCheckId) => string;
  readonly noteLabels: NoteLabels;
}

/** Returns the words of the report of the last routine. */
export function routineReportTexts(
  results: readonly RoutineResult[],
  { routine, changes, savedViews, nameOfCheck, noteLabels }: ReportWords,
  { formatInteger, formatDateTime }: Pick<Formats, 'formatInteger' | 'formatDateTime'>,
): RoutineReportTexts {
  const ranAtMs = Math.max(0, ...results.map((result) => result.ranAtMs));
  return {
    name: routine('report.name', { day: localDay(new Date(ranAtMs)) }),
    sheets: {
      new: routine('new.title'),
      effect: routine('report.effect'),
      findings: routine('new.findings'),
    },
    heads: {
      view: savedViews('name'),
      priceColumn: savedViews('priceColumn'),
      ranAt: routine('report.ranAt'),
      rowsBefore: routine('report.rowsBefore'),
      rowsNow: routine('report.rowsNow'),
      added: changes('toggle.added'),
      removed: changes('toggle.removed'),
      changed: changes('toggle.changed'),
      raised: routine('report.raised'),
      lowered: routine('report.lowered'),
      currency: routine('report.currency'),
      effect: routine('report.effect'),
      check: routine('new.check'),
      found: routine('report.found'),
      newFindings: routine('report.newFindings'),
      goneFindings: routine('report.goneFindings'),
    },
    changes: {
      change: changes('head.kind'),
      kinds: Object.fromEntries(ROW_KINDS.map((kind) => [kind, changes(`toggle.${kind}`)])) as Record<
        RowKind,
        string
      >,
      ofSide: (side, column) => changes(`export.ofSide.${side}`, { column }),
      delta: changes('head.delta'),
      deltaPercent: changes('head.percent'),
    },
    nameOfCheck,
    aboutTitle: routine('report.about'),
    rowsGone: (view) => [view, routine('report.rowsGone')],
    shortened: (view, rows) => [view, routine('report.shortened', { formatted: formatInteger(rows) })],
    about: [
      [routine('report.ranAt'), formatDateTime(ranAtMs)],
      [routine('report.views'), formatInteger(results.length)],
      [routine('report.effect'), routine('report.effectMeaning')],
    ],
    noteLabels,
  };
}
