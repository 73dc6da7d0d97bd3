import { createDecimalFormat } from '@/lib/formats/decimal-format';
import { ROLES } from '@/rows/price-rows/column-roles';
import { inexpressibleText } from '../texts/inexpressible-text';
import { failureLine } from '@/ui/components/failure-text';
import type { Translator, Words } from '@/ui/formats/words';
import type { AnyCheckId, OwnCheck } from '@/analysis/checks/own-checks';
import { SOURCED_CHECKS } from '@/analysis/checks/check-sources';
import { checkName } from '@/analysis/checks/check-name';
import { tooLongTexts } from '@/analysis/reading/coverage-text';
import {
  shownRowCount,
  wrongSetUps,
  type CheckOutcome,
  type ComparedRows,
  type PriceEffect,
  type RoutineResult,
} from './routine-result';
import type { ViewFailure } from './run-view';

/** No list of the user's own checks is needed, because results contain their names. */
const NO_OWN_CHECKS: readonly OwnCheck[] = [];

/** Returns the name of a check in a result. */
export function outcomeName(
  words: Words,
  { check, parameters, name }: Pick<CheckOutcome, 'check' | 'parameters' | 'name'>,
): string {
  return name ?? checkName(words, NO_OWN_CHECKS, check, parameters);
}

/** Returns a text with the row count of a view now and at the last time. */
export function rowsText(words: Words, { now, before }: RoutineResult): string {
  const t = words.of('routine');
  const { formatInteger, formatDateTime } = words.formats;
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

/** The number of rows or prices that differ in one way, as a text. */
export interface Difference {
  readonly kind: (typeof DIFFERENCES)[number];
  readonly label: string;
}

/** Returns the differences from the last time, without those that have a count of zero. */
export function differences(
  words: Words,
  { added, removed, changed, effects }: ComparedRows,
): readonly Difference[] {
  const raised = effects.reduce((sum, each) => sum + each.raised, 0);
  const lowered = effects.reduce((sum, each) => sum + each.lowered, 0);
  const counts = { added, removed, changed, raised, lowered };
  return DIFFERENCES.filter((kind) => counts[kind] > 0).map((kind) => ({
    kind,
    label: words.of('routine')(`new.${kind}`, {
      formatted: words.formats.formatInteger(counts[kind]),
      count: counts[kind],
    }),
  }));
}

/** Describes the effect of the changed prices. */
export function effectText(words: Words, effects: readonly PriceEffect[]): string {
  const money = createDecimalFormat(words.formats.locale, {
    minFractionDigits: 2,
    maxFractionDigits: 38,
    isGrouped: true,
  });
  const list = new Intl.ListFormat(words.language, { type: 'unit' });
  const amounts = effects.map(({ currency, effect }) =>
    [currency, `${effect.startsWith('-') ? '' : '+'}${money(effect)}`]
      .filter((part) => part !== null)
      .join(' '),
  );
  return words.of('routine')('new.effect', { amounts: list.format(amounts) });
}

/** Returns the checks with findings now or at the last time, the most new findings first. */
export function checksWithFindings(checks: readonly CheckOutcome[]): readonly CheckOutcome[] {
  return checks
    .filter(({ now, added, gone }) => now + (added ?? 0) + (gone ?? 0) > 0)
    .toSorted((a, b) => (b.added ?? 0) - (a.added ?? 0) || b.now - a.now);
}

/** Returns notes about a result, one sentence each: what was left out, and how the figures were computed. */
export function routineNotes(words: Words, result: RoutineResult): readonly string[] {
  const [t, tChecks] = [words.of('routine'), words.of('checks')];
  const { formatInteger } = words.formats;
  const nameOfCheck = (check: AnyCheckId, parameters?: CheckOutcome['parameters']) =>
    checkName(words, NO_OWN_CHECKS, check, parameters);
  const { comparison, checks, notRun, lacking = [], misfits = {}, isWithoutAdded, isUnrefined } = result;
  const list = new Intl.ListFormat(words.language, { type: 'conjunction' });
  const notes: string[] = [];
  for (const outcome of wrongSetUps(result)) {
    notes.push(wrongSetUpText(words, outcome, result));
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
  notes.push(...tooLongTexts(words, result));
  if (isWithoutAdded) notes.push(t('note.withoutAdded'));
  if (isUnrefined === true) notes.push(t('note.unrefined'));
  return notes;
}

/** Returns the probable reason of a very high number of findings. */
export function wrongSetUpText(
  words: Words,
  { check, parameters, now }: CheckOutcome,
  result: Pick<RoutineResult, 'now'>,
): string {
  const checks = words.of('checks');
  const { formatInteger } = words.formats;
  const text = checks('wrongSetUp.text', {
    check: checkName(words, NO_OWN_CHECKS, check, parameters),
    found: formatInteger(now),
    all: formatInteger(shownRowCount(result.now)),
  });
  return `${text} ${checks('wrongSetUp.where')}`;
}

/** Names the roles and the key that differ from the last time; null without a difference. */
function changedRoles(
  { roles = {}, rolesBefore, key = [], keyBefore }: RoutineResult,
  tChecks: Translator<'checks'>,
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

/** Checks whose notes state how many rows could not be judged. A cost or an earlier price is often missing, and nothing else shows this. */
const SOURCED: ReadonlySet<AnyCheckId> = new Set(SOURCED_CHECKS);

/** Returns why a view could not be run, and the next step. If the service refused the query, the reason is the service's message. */
export function viewFailureText(words: Words, failure: ViewFailure): string {
  const t = words.of('routine');
  const { formatInteger } = words.formats;
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
        return failureLine(words, failure.failure.failure);
      }
      if (failure.failure.kind === 'inexpressible') return inexpressibleText(words, failure.failure);
      return t(failure.failure.kind === 'mismatch' ? 'failure.mismatch' : 'failure.engine');
  }
}
