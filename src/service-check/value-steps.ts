import type { PriceColumn, PriceField } from '@/contract/column';
import {
  askPlain,
  fieldsWhere,
  isSameRows,
  needs,
  noteOfAnswer,
  rowsOf,
  textOf,
  type CheckRun,
  type Finding,
  type Row,
} from './check-run';
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '@/contract/service-description';
import { createWireDates } from '@/contract/wire-dates';
import { areAllSatisfied, equalsCondition } from './operator-steps';

/** In ascending order, rows without a value come first. Nothing in a description depends on it. */
export async function checkNulls(run: CheckRun): Promise<Finding> {
  const expected = 'null, …';
  if (run.sampleAnswer === null) return needs('first-page');
  if (run.sorted === null) return needs('sort');
  // Only these rows tell a service that sorts by the field from one that ignores it.
  const field = fieldsWhere(
    run,
    ({ name, isSortable }) =>
      isSortable && hasNullAfterValue(run.sample.map((row) => textOf(row, name) === null)),
  )[0];
  if (field === undefined) return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const description = run.proposal.description();
  const answer = await askPlain(run, { query: { sort: [{ column: field.name, direction: 'ascending' }] } });
  const rows = rowsOf(answer, description);
  if (rows === null) return { verdict: 'missing', expected, notes: [noteOfAnswer(answer)] };
  const areNull = rows.map((row) => textOf(row, field.name) === null);
  if (isSameRows(rows, run.sample))
    return { verdict: 'missing', expected, notes: [{ kind: 'no-effect', name: field.name }] };
  const isFirst = areNull[0] === true;
  if (rows.length === 0 || hasNullAfterValue(isFirst ? areNull : areNull.toReversed()))
    return { verdict: 'missing', expected, notes: [{ kind: 'rows-differ' }] };
  return isFirst
    ? { verdict: 'fits', expected, came: expected }
    : { verdict: 'differs', expected, came: '…, null', notes: [{ kind: 'nulls-last' }] };
}

/** Whether a row without a value comes after one with a value. */
function hasNullAfterValue(areNull: readonly boolean[]): boolean {
  return areNull.includes(false) && areNull.lastIndexOf(true) > areNull.indexOf(false);
}

/** The first rows of a condition with a text in other letters. The operator `equals` has to be proven before. */
export async function checkCase(run: CheckRun): Promise<Finding> {
  const expected = 'a = A';
  if (run.sampleAnswer === null) return needs('first-page');
  const condition = equalsCondition(run);
  const [text = ''] = condition?.values ?? [];
  const swapped = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  if (condition === null || swapped === text)
    return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
  const description = run.proposal.description();
  const answer = await askPlain(run, { query: { filters: [{ ...condition, values: [swapped] }] } });
  const rows = rowsOf(answer, description);
  if (rows === null) return { verdict: 'missing', expected, notes: [noteOfAnswer(answer)] };
  if (!areAllSatisfied(run, rows, condition))
    return { verdict: 'missing', expected, notes: [{ kind: 'no-effect', name: condition.column }] };
  return rows.length > 0
    ? { verdict: 'fits', expected, came: expected }
    : { verdict: 'differs', expected, came: 'a ≠ A', notes: [{ kind: 'case-matters' }] };
}

/** The name of a column that no service has. */
const NO_COLUMN = 'no_such_column_';

export async function checkUnknownColumn(run: CheckRun): Promise<Finding> {
  const expected = '4xx';
  if (run.sampleAnswer === null) return needs('first-page');
  const answer = await askPlain(run, { query: { fields: [NO_COLUMN] } });
  const came = String(answer.status);
  return answer.isOk
    ? { verdict: 'differs', expected, came, notes: [{ kind: 'accepted' }] }
    : { verdict: answer.status < 500 ? 'fits' : 'differs', expected, came };
}

const MANY_DIGITS = 16;
const MOST_WIDE_PRICE_COLUMNS = 2;

/** Looks for numbers with more digits than a JavaScript number holds, in the widest column that there is. */
export async function checkDigits(run: CheckRun): Promise<Finding> {
  const expected = 'number or string, every digit';
  if (run.sampleAnswer === null) return needs('first-page');
  const isWide = ({ type, precision }: PriceField) => type === 'number' && (precision ?? 0) >= MANY_DIGITS;
  const mostDigits = ({ fields }: Pick<PriceColumn, 'fields'>) =>
    Math.max(0, ...fields.map(({ precision }) => precision ?? 0));
  const wide = run.priceColumns
    .map((priceColumn) => ({ priceColumn, fields: priceColumn.fields.filter(isWide) }))
    .filter(({ fields }) => fields.length > 0)
    .toSorted((a, b) => mostDigits(b) - mostDigits(a) || a.fields.length - b.fields.length);
  const description = run.proposal.description();
  for (const { priceColumn, fields } of wide.slice(0, MOST_WIDE_PRICE_COLUMNS)) {
    const names = fields.map(({ name }) => name);
    const answer = await askPlain({ ...run, priceColumn, order: [] }, { query: { fields: names } });
    const texts = (rowsOf(answer, description) ?? []).flatMap((row) =>
      names.map((name) => textOf(row, name) ?? ''),
    );
    if (texts.some((text) => /e\+?\d/i.test(text))) {
      return { verdict: 'differs', expected, notes: [{ kind: 'digits-lost' }] };
    }
    const found = texts.find((text) => text.replaceAll(/\D/g, '').replace(/^0+/, '').length >= MANY_DIGITS);
    if (found === undefined) continue;
    const isQuoted = answer.text.includes(`"${found}"`);
    const kind = isQuoted ? 'digits-of-texts' : 'digits-of-numbers';
    return { verdict: 'fits', expected, came: isQuoted ? 'string' : 'number', notes: [{ kind }] };
  }
  return { verdict: 'not-tried', expected, notes: [{ kind: 'no-sample' }] };
}

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const ISO_UTC = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/** The values of date fields in rows, as texts. */
function dateTexts(fields: readonly PriceField[], rows: readonly Row[]): readonly string[] {
  return fields
    .filter(({ type }) => type === 'date')
    .flatMap(({ name }) => rows.map((row) => textOf(row, name)).filter((text) => text !== null));
}

/** Resolves to dates of the first rows, or, if they have none, of rows of any price column that begin with the latest dates. */
async function someDates(run: CheckRun): Promise<readonly string[]> {
  const own = dateTexts(run.priceColumn?.fields ?? [], [...run.sample, ...run.moreRows]);
  if (own.length > 0) return own;
  const isDate = ({ type }: PriceField) => type === 'date';
  const others = run.priceColumns.filter(({ fields }) => fields.some(isDate)).slice(0, 2);
  for (const priceColumn of others) {
    const field = priceColumn.fields.find((each) => isDate(each) && each.isSortable);
    const sort = field === undefined ? [] : [{ column: field.name, direction: 'descending' } as const];
    const answer = await askPlain({ ...run, priceColumn }, { query: { sort } });
    const found = dateTexts(priceColumn.fields, rowsOf(answer, run.proposal.description()) ?? []);
    if (found.length > 0) return found;
  }
  return [];
}

export async function checkDates(run: CheckRun): Promise<Finding> {
  const { proposal } = run;
  const { dates } = proposal.description().extraction;
  if (run.sampleAnswer === null) return needs('first-page');
  const hasDates = [run.priceColumn, ...run.priceColumns].some((each) =>
    each?.fields.some(({ type }) => type === 'date'),
  );
  if (!hasDates) return { verdict: 'not-tried', expected: dates, notes: [{ kind: 'no-dates' }] };
  const texts = await someDates(run);
  if (texts.length === 0)
    return { verdict: 'not-tried', expected: dates, notes: [{ kind: 'dates-unproven', name: dates }] };
  const isAll = (pattern: RegExp) => texts.every((text) => pattern.test(text));
  // Days have no time zone, whatever moments have.
  const form = isAll(dates === 'iso-utc' ? DAY : ISO)
    ? dates === 'iso-utc'
      ? dates
      : 'iso'
    : texts.every((text) => ISO_UTC.test(text) || DAY.test(text))
      ? 'iso-utc'
      : isAll(/^-?\d{9,14}$/)
        ? 'epoch-ms'
        : isAll(/^\/Date\(/)
          ? 'dotnet'
          : null;
  if (form === null) return { verdict: 'missing', expected: dates, notes: [{ kind: 'date-form' }] };
  const days = dayTexts(run);
  const isOther = form !== dates;
  if (isOther) proposal.change([['extraction.dates', form]], { kind: 'found-in-answer', name: form });
  const { zone: described } = proposal.description().extraction;
  const zone = form === 'iso' ? described : zoneOf(form, days, described);
  if (zone === null) return { verdict: 'missing', expected: dates, came: form, notes: [{ kind: 'no-zone' }] };
  if (zone !== described) proposal.change([['extraction.zone', zone]], { kind: 'assumed', name: zone });
  const isUnproven = form !== 'iso' && days.length === 0 && described === DEFAULT_DESCRIPTION.extraction.zone;
  return {
    verdict: isOther || zone !== described ? 'differs' : 'fits',
    expected: dates,
    came: form,
    notes: isUnproven ? [{ kind: 'zone-unproven', name: described }] : [],
  };
}

/** The values of fields with days in the first rows, as texts. */
function dayTexts({ priceColumn, sample, moreRows }: CheckRun): readonly string[] {
  const isDay = ({ sqlType }: PriceField) => sqlType.trim().toLowerCase() === 'date';
  return dateTexts(priceColumn?.fields.filter(isDay) ?? [], [...sample, ...moreRows]);
}

/** Returns a time zone in which all days begin at midnight: the described one, or else that of the person, or else any other. */
function zoneOf(
  dates: Exclude<ServiceDescription['extraction']['dates'], 'iso'>,
  days: readonly string[],
  described: string,
): string | null {
  const isFit = (zone: string) => {
    const wire = createWireDates({ dates, zone });
    return days.every((day) => DAY.test(String(wire?.read(day, { isDay: true }))));
  };
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [described, own, ...USUAL_ZONES, ...Intl.supportedValuesOf('timeZone')].find(isFit) ?? null;
}

/** Of the zones with the same time, people know these. */
const USUAL_ZONES = ['Europe/London', 'Europe/Berlin', 'Europe/Athens', 'America/New_York', 'Asia/Kolkata'];
