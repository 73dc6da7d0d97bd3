import type { CheckId } from '@/analysis/checks/check-definition';
import type { CheckParameters } from '@/analysis/checks/check-parameters';
import type { CheckedRows } from '@/analysis/checks/checks-sql';

type Cell = string | boolean | null;
/** The numbers of a check's findings, by position of the row. Amounts of groups are in hundredths of units. */
export type NaiveFindings = ReadonlyMap<number, readonly (string | null)[]>;

interface NaiveInput extends Pick<CheckedRows, 'roles' | 'key' | 'currencyScope' | 'day'> {
  readonly fields: readonly { readonly name: string; readonly type: string; readonly scale: number | null }[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Runs a check in the simplest way, with maps and BigInt. The engine must have the same result. */
export function naiveCheck(check: CheckId, input: NaiveInput, parameters: CheckParameters): NaiveFindings {
  const { fields, rows, roles, day } = input;
  const at = (name: string | null) => fields.findIndex((field) => field.name === name);
  const scale = Math.max(
    ...[roles.price, roles.cost, roles.earlierPrice].map((name) => fields[at(name)]?.scale ?? 0),
  );
  const cell = (row: number, name: string | null): Cell => rows[row]?.[at(name)] ?? null;
  const text = (row: number, name: string | null): string | null => {
    const value = cell(row, name);
    return value === null ? null : String(value);
  };
  const isNumber = (value: string | null): value is string => value !== null && /^-?\d+(\.\d+)?$/.test(value);
  const unitsAt = (value: string, places: number): bigint => {
    const [integer = '', fraction = ''] = value.split('.');
    return BigInt(integer + fraction.padEnd(places, '0'));
  };
  const units = (row: number, name: string | null): bigint | null => {
    const value = text(row, name);
    return isNumber(value) ? unitsAt(value, scale) : null;
  };
  const stored = (row: number, name: string | null): string | null => {
    const value = text(row, name);
    const places = fields[at(name)]?.scale ?? 0;
    if (!isNumber(value)) return null;
    const digits = unitsAt(value, places);
    const magnitude = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
    const end = magnitude.length - places;
    return `${digits < 0n ? '-' : ''}${magnitude.slice(0, end)}${places === 0 ? '' : `.${magnitude.slice(end)}`}`;
  };
  const tenths = (value = '0') => BigInt(Math.round(Number(value) * 10));
  const abs = (value: bigint) => (value < 0n ? -value : value);
  const all = rows.map((_, row) => row);
  const findings = new Map<number, readonly (string | null)[]>();
  const add = (row: number, ...figures: (string | null)[]) =>
    findings.set(
      row,
      [0, 1, 2, 3].map((index) => figures[index] ?? null),
    );

  const grouped = (items: readonly number[], keyOf: (row: number) => unknown): number[][] => {
    const groups = new Map<string, number[]>();
    for (const row of items) {
      const key = JSON.stringify(keyOf(row));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups.values()];
  };
  const twiceMedian = (values: readonly bigint[]): bigint => {
    const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return (
      (sorted[Math.floor((values.length - 1) / 2)] ?? 0n) + (sorted[Math.floor(values.length / 2)] ?? 0n)
    );
  };
  const groupFigures = () => {
    const priced = all.filter(
      (row) => (units(row, roles.price) ?? 0n) > 0n && cell(row, roles.group) !== null,
    );
    const keyOf = (row: number) => [roles.group, roles.currency, roles.unit].map((name) => cell(row, name));
    return grouped(priced, keyOf).flatMap((group) => {
      // Medians of medians can be quarters of a unit, so all amounts are in hundredths.
      const prices = group.map((row) => (units(row, roles.price) ?? 0n) * 100n);
      const middle = twiceMedian(prices) / 2n;
      const spread = twiceMedian(prices.map((price) => abs(price - middle))) / 2n;
      return group.map((row) => {
        return { row, price: (units(row, roles.price) ?? 0n) * 100n, middle, spread, count: group.length };
      });
    });
  };

  // `Date` turns a day that the month does not have into another day.
  const isDayOfMonth = (day: string) => {
    const ms = Date.parse(`${day}T00:00:00Z`);
    return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
  };
  const isDate = (value: Cell): value is string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && isDayOfMonth(value.slice(0, 10));
  const dayNumber = (date: string) => Math.round(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000);
  const dateText = (days: number) =>
    Math.abs(days) === Infinity ? '' : new Date(days * 86_400_000).toISOString().slice(0, 10);
  const hasArticle = (row: number) => cell(row, roles.article) !== null && cell(row, roles.article) !== '';
  const keyOf = (row: number) => input.key.map((name) => cell(row, name));
  const validities = () => {
    const known = all.filter((row) =>
      [roles.validFrom, roles.validTo].every((name) => cell(row, name) === null || isDate(cell(row, name))),
    );
    const ranges = known.flatMap((row) => {
      const [from, to] = [cell(row, roles.validFrom), cell(row, roles.validTo)];
      const range = {
        row,
        from: isDate(from) ? dayNumber(from) : -Infinity,
        to: isDate(to) ? dayNumber(to) : Infinity,
      };
      return hasArticle(row) && range.from <= range.to ? [range] : [];
    });
    const byRow = new Map(ranges.map((range) => [range.row, range]));
    return grouped([...byRow.keys()], keyOf).flatMap((group) => {
      const sorted = group
        .flatMap((row) => byRow.get(row) ?? [])
        .toSorted((a, b) => compare(a.from, b.from) || compare(a.to, b.to) || a.row - b.row);
      return sorted.map((range, index) => ({
        ...range,
        ended: index === 0 ? null : Math.max(...sorted.slice(0, index).map(({ to }) => to)),
        next: sorted[index + 1]?.from ?? null,
      }));
    });
  };
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

  switch (check) {
    case 'no-price':
      for (const row of all) if (units(row, roles.price) === null) add(row, text(row, roles.price));
      break;
    case 'zero-price':
      for (const row of all) if ((units(row, roles.price) ?? 1n) <= 0n) add(row, stored(row, roles.price));
      break;
    case 'below-cost':
      for (const row of all) {
        const [price, cost] = [units(row, roles.price), units(row, roles.cost)];
        if (price === null || cost === null) continue;
        if (price * (1000n - tenths(parameters.margin)) < cost * 1000n) {
          add(row, stored(row, roles.price), stored(row, roles.cost));
        }
      }
      break;
    case 'changed':
      for (const row of all) {
        const [price, earlier] = [units(row, roles.price), units(row, roles.earlierPrice)];
        if (price === null || earlier === null || earlier === 0n) continue;
        if (abs(price - earlier) * 1000n > abs(earlier) * tenths(parameters.percent)) {
          add(row, stored(row, roles.price), stored(row, roles.earlierPrice));
        }
      }
      break;
    case 'far-from-group':
      for (const { row, price, middle, spread, count } of groupFigures()) {
        const distance = abs(price - middle);
        const isFar =
          distance * 10n > spread * tenths(parameters.times) &&
          distance * 1000n > middle * tenths(parameters.percent);
        if (count >= Number(parameters.rows) && isFar) {
          add(row, stored(row, roles.price), String(middle), String(spread), String(count));
        }
      }
      break;
    case 'shifted-decimal':
      for (const { row, price, middle, spread, count } of groupFigures()) {
        if (count < Number(parameters.rows) || spread * 1000n > middle * tenths(parameters.spread)) continue;
        const near = (value: bigint, wanted: bigint) =>
          abs(value - wanted) * 1000n <= wanted * tenths(parameters.tolerance);
        const up = [10n, 100n, 1000n].find((factor) => near(price, middle * factor));
        const down = [10n, 100n, 1000n].find((factor) => near(price * factor, middle));
        const factor = up === undefined ? (down === undefined ? null : `1/${down}`) : String(up);
        if (factor !== null) add(row, stored(row, roles.price), String(middle), factor, String(count));
      }
      break;
    case 'overlap':
      for (const { row, from, to, ended, next } of validities()) {
        const [before, after] = [ended !== null && ended >= from, next !== null && next <= to];
        if (!before && !after) continue;
        const range = `${dateText(from)}/${dateText(to)}`;
        add(row, range, before ? dateText(ended ?? 0) : null, after ? dateText(next ?? 0) : null);
      }
      break;
    case 'gap':
      for (const { row, from, to, ended, next } of validities()) {
        const least = Number(parameters.days);
        const isAfter = ended !== null && from - ended - 1 >= least;
        const isBefore = next !== null && next - to - 1 >= least && (ended === null || to >= ended);
        if (!isAfter && !isBefore) continue;
        const range = (first: number, last: number) => `${dateText(first)}/${dateText(last)}`;
        add(
          row,
          range(from, to),
          isAfter ? range((ended ?? 0) + 1, from - 1) : null,
          isBefore ? range(to + 1, (next ?? 0) - 1) : null,
        );
      }
      break;
    case 'ends-before-start':
      for (const row of all) {
        const [from, to] = [roles.validFrom, roles.validTo].map((name) => text(row, name));
        const isNone = (value: string | null | undefined) => value != null && !isDate(value);
        const isReversed =
          isDate(from ?? null) && isDate(to ?? null) && (from ?? '').slice(0, 10) > (to ?? '').slice(0, 10);
        if (isReversed || isNone(from) || isNone(to)) {
          add(
            row,
            `${from ?? ''}/${to ?? ''}`,
            isNone(from) ? (from ?? '') : null,
            isNone(to) ? (to ?? '') : null,
          );
        }
      }
      break;
    case 'ended':
      for (const row of all) {
        const to = cell(row, roles.validTo);
        if (isDate(to) && to.slice(0, 10) < day) add(row, to, day);
      }
      break;
    case 'starts-later':
      for (const row of all) {
        const from = cell(row, roles.validFrom);
        if (isDate(from) && from.slice(0, 10) > day) add(row, from, day);
      }
      break;
    case 'key-twice': {
      const full = (row: number) => [
        ...keyOf(row),
        roles.validFrom === null ? '' : cell(row, roles.validFrom),
      ];
      for (const group of grouped(all.filter(hasArticle), full)) {
        if (group.length > 1) for (const row of group) add(row, String(group.length));
      }
      break;
    }
    case 'several-currencies': {
      const scopeOf = (row: number) => (input.currencyScope === null ? '' : cell(row, input.currencyScope));
      for (const group of grouped(
        all.filter((row) => scopeOf(row) !== null),
        scopeOf,
      )) {
        const currencies = grouped(group, (row) => cell(row, roles.currency));
        const known = currencies.filter(([row = -1]) => cell(row, roles.currency) !== null);
        const [most] = known.toSorted((a, b) => b.length - a.length);
        if (most === undefined || most.length * 100 < group.length * Number(parameters.share)) continue;
        const usual = text(most[0] ?? -1, roles.currency);
        for (const row of group) {
          const own = text(row, roles.currency);
          if (own !== usual) add(row, own, usual, String(most.length), String(group.length));
        }
      }
      break;
    }
  }
  return findings;
}
