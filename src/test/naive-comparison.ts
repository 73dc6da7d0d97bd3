import type { PriceField } from '@/contract/column';

type Cell = string | boolean | null;
type Field = Pick<PriceField, 'name' | 'type' | 'scale'>;

export interface NaiveSide {
  readonly fields: readonly Field[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A row of a comparison: its positions in the earlier and later rows, and what differs, by name. */
export interface NaiveChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'unchanged' | 'duplicated' | 'missing';
  readonly earlier: number | null;
  readonly later: number | null;
  readonly differs: readonly string[];
  readonly delta: string | null;
  readonly percent: string | null;
}

/** Compares earlier and later rows in the simplest way, with maps and BigInt. The engine must have the same result. */
export function naiveComparison(
  earlier: NaiveSide,
  later: NaiveSide,
  { keys, price, compared }: { keys: readonly string[]; price: string | null; compared: readonly string[] },
): NaiveChange[] {
  const earlierKeys = positionsByKey(earlier, keys);
  const laterKeys = positionsByKey(later, keys);
  const changes: NaiveChange[] = [];
  const alone = { differs: [], delta: null, percent: null };
  for (const key of new Set([...earlierKeys.keys(), ...laterKeys.keys()])) {
    const [olds, news] = [earlierKeys.get(key) ?? [], laterKeys.get(key) ?? []];
    if (key === null || olds.length > 1 || news.length > 1) {
      const kind = key === null ? 'missing' : 'duplicated';
      changes.push(
        ...olds.map((position) => ({ ...alone, kind, earlier: position, later: null }) as const),
        ...news.map((position) => ({ ...alone, kind, earlier: null, later: position }) as const),
      );
      continue;
    }
    const [oldAt = null, newAt = null] = [olds[0], news[0]];
    if (oldAt === null || newAt === null) {
      changes.push({ ...alone, kind: oldAt === null ? 'added' : 'removed', earlier: oldAt, later: newAt });
      continue;
    }
    const valuesOf = (name: string) => [valueAt(earlier, oldAt, name), valueAt(later, newAt, name)] as const;
    const names = price === null ? compared : [price, ...compared];
    const differs = names.filter((name) => {
      const [one, other] = valuesOf(name);
      return one !== other;
    });
    const kind = differs.length > 0 ? 'changed' : 'unchanged';
    const prices = price === null ? [null, null] : valuesOf(price);
    changes.push({
      kind,
      earlier: oldAt,
      later: newAt,
      differs,
      ...deltaOf(prices[0] ?? null, prices[1] ?? null),
    });
  }
  return changes;
}

function positionsByKey(side: NaiveSide, keys: readonly string[]): Map<string | null, number[]> {
  const positions = new Map<string | null, number[]>();
  for (const at of side.rows.keys()) {
    const parts = keys.map((name) => valueAt(side, at, name));
    const key = parts.includes(null) ? null : JSON.stringify(parts.map(String));
    positions.set(key, [...(positions.get(key) ?? []), at]);
  }
  return positions;
}

/** The decimal places of compared numbers. No column has more. */
const PLACES = 60;

/** Returns a bigint for a number, else a text that only equal values share. */
function valueAt({ fields, rows }: NaiveSide, at: number, name: string): bigint | string | null {
  const index = fields.findIndex((field) => field.name === name);
  const field = fields[index];
  const cell = rows[at]?.[index] ?? null;
  if (cell === null || field === undefined) return null;
  if (typeof cell === 'boolean') return field.type === 'boolean' ? `is ${cell}` : String(cell);
  const misfit = `misfit ${cell}`;
  switch (field.type) {
    case 'text':
      return cell;
    case 'boolean':
      return misfit;
    case 'date': {
      const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?)?$/.exec(cell);
      if (match === null) return misfit;
      return `${match[1]} ${match[2] ?? '00:00:00'}.${(match[3] ?? '').padEnd(7, '0')}`;
    }
    case 'number': {
      const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(cell);
      const fraction = match?.[3] ?? '';
      if (match === null || fraction.length > (field.scale ?? 0)) return misfit;
      const units = BigInt((match[2] ?? '') + fraction.padEnd(PLACES, '0'));
      return match[1] === '-' ? -units : units;
    }
  }
}

/** Returns the change, and the change in percent of the base's magnitude: two places, halves to even. */
function deltaOf(base: bigint | string | null, price: bigint | string | null) {
  if (typeof base !== 'bigint' || typeof price !== 'bigint') return { delta: null, percent: null };
  const delta = price - base;
  return {
    delta: decimalOf(delta, PLACES),
    percent: base === 0n ? null : decimalOf(percentOf(delta, base), 2),
  };
}

function percentOf(delta: bigint, base: bigint): bigint {
  const [dividend, divisor] = [absolute(delta) * 10_000n, absolute(base)];
  const floor = dividend / divisor;
  const rest = 2n * (dividend % divisor);
  const isUp = rest > divisor || (rest === divisor && floor % 2n === 1n);
  const rounded = isUp ? floor + 1n : floor;
  return delta < 0n ? -rounded : rounded;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Removes trailing zeros, so that numbers with different scales can be compared as texts. */
export function plainDecimal(text: string): string {
  if (!text.includes('.')) return text;
  const short = text.replace(/\.?0+$/, '');
  return short === '-0' ? '0' : short;
}

function decimalOf(units: bigint, places: number): string {
  const digits = absolute(units)
    .toString()
    .padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return plainDecimal(units < 0n ? `-${text}` : text);
}
