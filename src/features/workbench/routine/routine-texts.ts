import type { useTranslations } from 'use-intl';
import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { ROLES } from '@/rows/price-rows/column-roles';
import type { Formats } from '@/lib/formats/formats';
import { localDay } from '@/lib/formats/iso-date';
import {
  describeFailure,
  failureLine,
  isOffline,
  type FailureLanguage,
} from '@/ui/components/use-failure-text';
import type { AnyCheckId, OwnCheck } from '../rows-read/checks/own-checks';
import { SOURCED_CHECKS } from '../rows-read/checks/check-sources';
import type { NameOfCheck } from '../rows-read/checks/use-check-name';
import { ROW_KINDS, type RowKind } from '../rows-read/comparison/comparison';
import { tooLongTexts } from '../rows-read/reading/coverage-text';
import type { NoteLabels } from '../rows-read/tables/table-file';
import type { RoutineReportTexts } from './routine-report';
import {
  shownRowCount,
  wrongSetUps,
  type CheckOutcome,
  type ComparedRows,
  type PriceEffect,
  type RoutineResult,
} from './routine-result';
import type { ViewFailure } from './run-view';

type Translator = ReturnType<typeof useTranslations<'routine'>>;
type IntegerFormat = Pick<Formats, 'formatInteger'>;

/** Results contain the names of the person's own checks, so no list of these is needed. */
export const NO_OWN_CHECKS: readonly OwnCheck[] = [];

/** Returns a text with the row count of a view now and at the last time. */
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

/** The number of rows or prices that differ in one way, with its text. */
export interface Difference {
  readonly kind: (typeof DIFFERENCES)[number];
  readonly label: string;
}

/** Returns the differences from the last time, without those that have a count of zero. */
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

/** Returns the effect of the changed prices in words. `language`: that of the interface, BCP 47. */
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

/** Returns the checks with findings now or at the last time, the most new findings first. */
export function checksWithFindings(checks: readonly CheckOutcome[]): readonly CheckOutcome[] {
  return checks
    .filter(({ now, added, gone }) => now + (added ?? 0) + (gone ?? 0) > 0)
    .toSorted((a, b) => (b.added ?? 0) - (a.added ?? 0) || b.now - a.now);
}

/** The functions and translators that notes need. */
export interface RoutineNoteWords {
  readonly routine: Translator;
  readonly checks: ReturnType<typeof useTranslations<'checks'>>;
  readonly analysis: ReturnType<typeof useTranslations<'analysis'>>;
  readonly nameOfCheck: NameOfCheck;
  /** The language of the interface, BCP 47. */
  readonly language: string;
}

/** Returns notes about a result, one sentence each: what was left out, and how the figures were computed. */
export function routineNotes(
  result: RoutineResult,
  { routine: t, checks: tChecks, analysis, nameOfCheck, language }: RoutineNoteWords,
  { formatInteger }: IntegerFormat,
): readonly string[] {
  const { comparison, checks, notRun, lacking = [], misfits = {}, isWithoutAdded, isUnrefined } = result;
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const notes: string[] = [];
  for (const outcome of wrongSetUps(result)) {
    notes.push(wrongSetUpText(outcome, result, { checks: tChecks, nameOfCheck }, formatInteger));
  }
  const changed = changedRoles(result, tChecks, list);
  if (changed !== null) notes.push(t('note.roles', { changed }));
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
  if (notRun.length > 0)
    notes.push(t('note.notRun', { checks: notRun.map((check) => nameOfCheck(check)).join(', ') }));
  for (const { check, fields } of lacking) {
    notes.push(
      tChecks('notRunFor', {
        check: nameOfCheck(check),
        reason: tChecks('lacking', { fields: list.format(fields), count: fields.length }),
      }),
    );
  }
  for (const { check, parameters, notJudged } of checks ?? []) {
    if (notJudged === 0 || !SOURCED.has(check)) continue;
    notes.push(
      tChecks('notRunFor', {
        check: nameOfCheck(check, parameters),
        reason: tChecks('notJudged', { formatted: formatInteger(notJudged), count: notJudged }),
      }),
    );
  }
  for (const [name, count] of Object.entries(misfits)) {
    notes.push(t('note.misfits', { name, count, formatted: formatInteger(count) }));
  }
  notes.push(...tooLongTexts(result, analysis, { formatInteger }));
  if (isWithoutAdded) notes.push(t('note.withoutAdded'));
  if (isUnrefined === true) notes.push(t('note.unrefined'));
  return notes;
}

/** Returns the probable reason of a very high number of findings. */
export function wrongSetUpText(
  { check, parameters, now }: CheckOutcome,
  result: Pick<RoutineResult, 'now'>,
  { checks, nameOfCheck }: Pick<RoutineNoteWords, 'checks' | 'nameOfCheck'>,
  formatInteger: Formats['formatInteger'],
): string {
  const text = checks('wrongSetUp.text', {
    check: nameOfCheck(check, parameters),
    found: formatInteger(now),
    all: formatInteger(shownRowCount(result.now)),
  });
  return `${text} ${checks('wrongSetUp.where')}`;
}

/** Names the roles and the key that differ from the last time; null without a difference. */
function changedRoles(
  { roles = {}, rolesBefore, key = [], keyBefore }: RoutineResult,
  tChecks: RoutineNoteWords['checks'],
  list: Intl.ListFormat,
): string | null {
  const column = (name: string | null | undefined) => name ?? tChecks('roles.none');
  const columns = (names: readonly string[]) => (names.length === 0 ? column(null) : list.format(names));
  const parts = [
    ...(rolesBefore === undefined
      ? []
      : ROLES.filter((role) => (rolesBefore[role] ?? null) !== (roles[role] ?? null)).map((role) =>
          tChecks('roles.change', {
            role: tChecks(`roles.names.${role}`),
            before: column(rolesBefore[role]),
            now: column(roles[role]),
          }),
        )),
    ...(keyBefore === undefined
      ? []
      : [tChecks('roles.keyChange', { before: columns(keyBefore), now: columns(key) })]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

/** Checks whose notes tell how many rows could not be judged: a cost or an earlier price is often missing, and nothing else shows that. */
const SOURCED: ReadonlySet<AnyCheckId> = new Set(SOURCED_CHECKS);

/** Returns why a view could not be run, in the service's own words if it refused, and the next step. */
export function viewFailureText(
  failure: ViewFailure,
  t: Translator,
  tErrors: ReturnType<typeof useTranslations<'errors'>>,
  formats: FailureLanguage['formats'],
): string {
  const { formatInteger } = formats;
  switch (failure.kind) {
    case 'no-price-column':
      return t('failure.no-price-column', { name: failure.name });
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
      if (failure.failure.kind === 'service') {
        const { failure: ofService } = failure.failure;
        const isOnline = !isOffline(ofService);
        return failureLine(describeFailure(ofService, { t: tErrors, formats, isOnline }));
      }
      return t(failure.failure.kind === 'mismatch' ? 'failure.mismatch' : 'failure.engine');
  }
}

/** The sources of the words of a report. */
export interface ReportWords {
  readonly routine: Translator;
  readonly changes: ReturnType<typeof useTranslations<'changes'>>;
  readonly savedViews: ReturnType<typeof useTranslations<'savedViews'>>;
  readonly checks: ReturnType<typeof useTranslations<'checks'>>;
  readonly analysis: RoutineNoteWords['analysis'];
  readonly nameOfCheck: NameOfCheck;
  /** The language of the interface, BCP 47. */
  readonly language: string;
  readonly noteLabels: NoteLabels;
}

/** Returns the words of the report. */
export function routineReportTexts(
  results: readonly RoutineResult[],
  { routine, changes, savedViews, checks, analysis, nameOfCheck, language, noteLabels }: ReportWords,
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
      note: routine('report.note'),
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
    noteOfCheck: (outcome, result) =>
      wrongSetUps(result).includes(outcome)
        ? wrongSetUpText(outcome, result, { checks, nameOfCheck }, formatInteger)
        : null,
    notesOf: (result) =>
      routineNotes(result, { routine, checks, analysis, nameOfCheck, language }, { formatInteger }),
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
