import { splitDecimal } from '@/shared/formats/decimal';
import type { Formula } from '../../model/formula';
import { identifier, joined, sql, type Sql } from '../engine/sql';

/** A number column, as a formula computes with it. */
export interface ComputedInput {
  readonly sqlName: string;
  readonly scale: number;
  /** No value is further from zero, in units of the column's last place. */
  readonly maxUnits: bigint;
}

/** How a formula is computed of the columns of a row. */
export interface ComputedValue {
  /** A decimal of `places` places; null where a value is missing, divided by zero, or has too many digits. */
  readonly value: Sql;
  /**
   * Whether a row's value is missing because it has too many digits on the way, and for nothing else: all columns have a value, and no
   * divisor is zero that can be computed itself. Null where none can have too many. Never null of a row.
   */
  readonly isTooLong: Sql | null;
  /** As of an input: what computing with the result takes. */
  readonly maxUnits: bigint;
}

/** The engine's decimals with 64 and with 128 bits have so many digits. */
const NARROW_DIGITS = 18;
const MAX_DIGITS = 38;
const MAX_BIGINT = 2n ** 63n - 1n;
/** Less than what 128 bits and decimals hold, by more than a double may be off. */
const SAFE_LIMIT = 9n * 10n ** 37n;
const CHUNK = 10n ** 37n;

/**
 * A fraction: `numerator` / `denominator` · 10^-`scale`. Integers all the way, because the engine divides decimals as doubles.
 * A denominator is positive, or null for missing; `null` stands for 1.
 */
interface Fraction {
  readonly numerator: Sql;
  readonly denominator: Sql | null;
  readonly scale: number;
  /** Neither is further from zero. */
  readonly maxNumerator: bigint;
  readonly maxDenominator: bigint;
  /** How far from zero they are at most in a row, as doubles. */
  readonly size: Sql;
  readonly denominatorSize: Sql | null;
}

/**
 * Returns how to compute a formula, exactly, and rounded once to `places` places with halves away from zero. With 64 bits where
 * the columns allow it, which takes a tenth of the time. Throws RangeError for a column that is not among the inputs.
 */
export function formulaSql(
  formula: Formula,
  inputs: ReadonlyMap<string, ComputedInput>,
  places: number,
): ComputedValue {
  const narrow = computed(formula, inputs, places, 'BIGINT');
  if (narrow.largest <= MAX_BIGINT) return withDecimals(narrow, places, false);
  const wide = computed(formula, inputs, places, 'HUGEINT');
  return withDecimals(wide, places, wide.largest > SAFE_LIMIT);
}

type IntegerType = 'BIGINT' | 'HUGEINT';

interface ComputedUnits {
  readonly type: IntegerType;
  /** The result in units of 10^-places. */
  readonly units: Sql;
  readonly maxUnits: bigint;
  /** The largest integer on the way. */
  readonly largest: bigint;
  /** The sizes of the integers on the way that may be too large, as doubles. */
  readonly sizes: readonly Sql[];
  /** Conditions of a row without a value whatever its digits: a column has none, or a divisor is zero. Null counts as no. */
  readonly missing: readonly Sql[];
}

function withDecimals(
  { type, units, maxUnits, sizes, missing }: ComputedUnits,
  places: number,
  mayOverflow: boolean,
): ComputedValue {
  const digits = digitsOf(maxUnits);
  const isNarrow = type === 'BIGINT' && digits + places <= NARROW_DIGITS;
  const whole = sql`CAST(${units} AS DECIMAL(${isNarrow ? Math.max(digits, 1) : MAX_DIGITS}, 0))`;
  const unit = sql`CAST(${places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`} AS DECIMAL(${places === 0 ? 1 : places}, ${places}))`;
  const decimals =
    places === 0
      ? sql`CAST(${whole} AS DECIMAL(${isNarrow ? NARROW_DIGITS : MAX_DIGITS}, 0))`
      : sql`CAST(${whole} * ${unit} AS DECIMAL(${isNarrow ? NARROW_DIGITS : MAX_DIGITS}, ${places}))`;
  if (!mayOverflow) return { value: decimals, isTooLong: null, maxUnits };
  // Not by the engine's TRY, which ends the engine where it fails for some rows of many. Null where a value is missing.
  const isSafe = areSafe(sizes);
  const isMissing = missing.map((condition) => sql`coalesce(${condition}, FALSE)`);
  return {
    value: sql`CASE WHEN ${isSafe} THEN ${decimals} END`,
    isTooLong: sql`NOT (${joined([sql`coalesce(${isSafe}, FALSE)`, ...isMissing], ' OR ')})`,
    maxUnits: maxUnits > SAFE_LIMIT ? SAFE_LIMIT : maxUnits,
  };
}

function areSafe(sizes: readonly Sql[]): Sql {
  return sql`(${sizes.reduce((sum, size) => sql`${sum} + ${size}`)}) < ${doubleSql(SAFE_LIMIT)}`;
}

function computed(
  formula: Formula,
  inputs: ReadonlyMap<string, ComputedInput>,
  places: number,
  type: IntegerType,
): ComputedUnits {
  const integer = type === 'BIGINT' ? sql`BIGINT` : sql`HUGEINT`;
  let largest = 0n;
  const sizes: Sql[] = [];
  const missing: Sql[] = [];
  const see = (value: bigint, size: Sql | null): void => {
    if (value > largest) largest = value;
    if (value > SAFE_LIMIT && size !== null) sizes.push(size);
  };
  /** Of powers of ten those that no integer holds are a product, which is not computed. */
  const literal = (value: bigint): Sql => {
    see(value, doubleSql(value));
    return value > SAFE_LIMIT
      ? sql`(${literal(CHUNK)} * ${literal(value / CHUNK)})`
      : sql`CAST(${String(value)} AS ${integer})`;
  };
  const times = (value: Sql, factor: bigint): Sql => {
    if (factor === 1n) return value;
    return factor > SAFE_LIMIT
      ? times(times(value, CHUNK), factor / CHUNK)
      : sql`(${value} * ${literal(factor)})`;
  };
  const sizeTimes = (size: Sql, factor: bigint): Sql =>
    factor === 1n ? size : sql`(${size} * ${doubleSql(factor)})`;
  const product = (one: Sql | null, other: Sql | null): Sql | null =>
    one === null || other === null ? (one ?? other) : sql`(${one} * ${other})`;

  function fraction(numerator: Sql, members: Omit<Fraction, 'numerator'>): Fraction {
    see(members.maxNumerator, members.size);
    see(members.maxDenominator, members.denominatorSize);
    return { ...members, numerator };
  }

  /** The same fraction with more places. */
  function scaled(value: Fraction, scale: number): Fraction {
    const factor = powerOfTen(scale - value.scale);
    return fraction(times(value.numerator, factor), {
      ...value,
      scale,
      maxNumerator: value.maxNumerator * factor,
      size: sizeTimes(value.size, factor),
    });
  }

  /** The same fractions with one denominator and scale. */
  function aligned(one: Fraction, other: Fraction): readonly [Fraction, Fraction] {
    const scale = Math.max(one.scale, other.scale);
    const [a, b] = [scaled(one, scale), scaled(other, scale)];
    if (a.denominator?.text === b.denominator?.text) return [a, b];
    const common = {
      scale,
      denominator: product(a.denominator, b.denominator),
      maxDenominator: a.maxDenominator * b.maxDenominator,
      denominatorSize: product(a.denominatorSize, b.denominatorSize),
    };
    const over = (value: Fraction, by: Fraction): Fraction =>
      fraction(product(value.numerator, by.denominator) ?? value.numerator, {
        ...common,
        maxNumerator: value.maxNumerator * by.maxDenominator,
        size: product(value.size, by.denominatorSize) ?? value.size,
      });
    return [over(a, b), over(b, a)];
  }

  function valueOf(part: Formula): Fraction {
    switch (part.kind) {
      case 'number': {
        const { integer: whole, fraction: decimals } = splitDecimal(part.value);
        const units = BigInt(whole + decimals);
        return fraction(literal(units), {
          ...NO_DENOMINATOR,
          scale: decimals.length,
          maxNumerator: units,
          size: doubleSql(units),
        });
      }
      case 'column': {
        const input = inputs.get(part.name);
        if (input === undefined) throw new RangeError('The rows read have no such number.');
        missing.push(sql`${identifier(input.sqlName)} IS NULL`);
        return fraction(unitsSql(input, integer), {
          ...NO_DENOMINATOR,
          scale: input.scale,
          maxNumerator: input.maxUnits,
          size: sizeTimes(sql`abs(CAST(${identifier(input.sqlName)} AS DOUBLE))`, powerOfTen(input.scale)),
        });
      }
      case 'negative': {
        const of = valueOf(part.of);
        return { ...of, numerator: sql`(-${of.numerator})` };
      }
      case 'abs': {
        const of = valueOf(part.of);
        return { ...of, numerator: sql`abs(${of.numerator})` };
      }
      case 'round':
        return rounded(valueOf(part.of), part.places);
      case 'min':
      case 'max':
        return part.of.map(valueOf).reduce((one, other) => extreme(part.kind, one, other));
      case 'operation': {
        const left = valueOf(part.left);
        const sizesBefore = sizes.length;
        const right = valueOf(part.right);
        switch (part.operator) {
          case '*':
            return fraction(sql`(${left.numerator} * ${right.numerator})`, {
              scale: left.scale + right.scale,
              denominator: product(left.denominator, right.denominator),
              maxNumerator: left.maxNumerator * right.maxNumerator,
              maxDenominator: left.maxDenominator * right.maxDenominator,
              size: sql`(${left.size} * ${right.size})`,
              denominatorSize: product(left.denominatorSize, right.denominatorSize),
            });
          case '/': {
            const isZero = sql`${right.numerator} = 0`;
            const ofDivisor = sizes.slice(sizesBefore);
            missing.push(
              ofDivisor.length === 0 ? isZero : sql`CASE WHEN ${areSafe(ofDivisor)} THEN ${isZero} END`,
            );
            return quotient(left, right);
          }
          case '+':
          case '-': {
            const [a, b] = aligned(left, right);
            const numerator =
              part.operator === '+'
                ? sql`(${a.numerator} + ${b.numerator})`
                : sql`(${a.numerator} - ${b.numerator})`;
            return fraction(numerator, {
              ...a,
              maxNumerator: a.maxNumerator + b.maxNumerator,
              size: sql`(${a.size} + ${b.size})`,
            });
          }
        }
      }
    }
  }

  function quotient(left: Fraction, right: Fraction): Fraction {
    const scale = left.scale - right.scale;
    const { numerator, maxNumerator, size } = scale < 0 ? scaled(left, right.scale) : left;
    const sign = sql`CAST(sign(${right.numerator}) AS ${integer})`;
    const magnitude = sql`nullif(abs(${right.numerator}), 0)`;
    return fraction(sql`(${product(numerator, right.denominator) ?? numerator} * ${sign})`, {
      scale: Math.max(scale, 0),
      denominator: product(left.denominator, magnitude),
      maxNumerator: maxNumerator * right.maxDenominator,
      maxDenominator: left.maxDenominator * (right.maxNumerator > 1n ? right.maxNumerator : 1n),
      size: product(size, right.denominatorSize) ?? size,
      // Of zero there is none: the result is missing, and no number too long.
      denominatorSize: product(left.denominatorSize, sql`nullif(${right.size}, 0)`),
    });
  }

  /** The lesser or greater one; missing where one of them is. */
  function extreme(kind: 'min' | 'max', one: Fraction, other: Fraction): Fraction {
    const [a, b] = aligned(one, other);
    const isFirst =
      kind === 'min' ? sql`${a.numerator} <= ${b.numerator}` : sql`${a.numerator} >= ${b.numerator}`;
    return fraction(
      sql`(CASE WHEN ${isFirst} THEN ${a.numerator} WHEN NOT (${isFirst}) THEN ${b.numerator} END)`,
      {
        ...a,
        maxNumerator: a.maxNumerator > b.maxNumerator ? a.maxNumerator : b.maxNumerator,
        size: sql`(${a.size} + ${b.size})`,
      },
    );
  }

  /** In whole units of 10^-`to`, halves away from zero. */
  function rounded(value: Fraction, to: number): Fraction {
    const result = (numerator: Sql, maxNumerator: bigint, size: Sql): Fraction => {
      const whole = fraction(numerator, { ...NO_DENOMINATOR, scale: to, maxNumerator, size });
      return to >= 0 ? whole : scaled(whole, 0);
    };
    if (value.denominator === null && value.scale <= to) return scaled(value, to);
    const more = scaled(value, Math.max(value.scale, to));
    const divisorFactor = powerOfTen(Math.max(value.scale - to, 0));
    const divisor =
      more.denominator === null ? literal(divisorFactor) : times(more.denominator, divisorFactor);
    const maxDivisor = more.maxDenominator * divisorFactor;
    const divisorSize = sizeTimes(more.denominatorSize ?? doubleSql(1n), divisorFactor);
    see(2n * more.maxNumerator + 2n * maxDivisor, sql`(2 * (${more.size} + ${divisorSize}))`);
    const half = sql`CAST(sign(${more.numerator}) AS ${integer}) * ${divisor}`;
    // The engine's integers are divided towards zero.
    return result(
      sql`((${literal(2n)} * ${more.numerator} + ${half}) // (${literal(2n)} * ${divisor}))`,
      more.denominator === null ? more.maxNumerator / divisorFactor + 1n : more.maxNumerator + 1n,
      more.denominator === null
        ? sql`(${more.size} / ${doubleSql(divisorFactor)} + 1)`
        : sql`(${more.size} + 1)`,
    );
  }

  const { numerator, maxNumerator } = rounded(valueOf(formula), places);
  return { type, units: numerator, maxUnits: maxNumerator, largest, sizes, missing };
}

const NO_DENOMINATOR = { denominator: null, maxDenominator: 1n, denominatorSize: null } as const;

function doubleSql(value: bigint): Sql {
  return sql`CAST(${String(value)} AS DOUBLE)`;
}

/** The units of a decimal as an integer. */
function unitsSql({ sqlName, scale, maxUnits }: ComputedInput, integer: Sql): Sql {
  const name = identifier(sqlName);
  if (scale === 0) return sql`CAST(${name} AS ${integer})`;
  const digits = Math.max(digitsOf(maxUnits), scale);
  // The engine's product has the digits of both factors.
  if (Math.max(digits, NARROW_DIGITS + 1) + scale + 1 > MAX_DIGITS) {
    return sql`CAST(replace(CAST(${name} AS VARCHAR), '.', '') AS ${integer})`;
  }
  // Of two decimals of 64 bits it has 64 bits, too.
  const width = digits + scale + 1 > NARROW_DIGITS ? Math.max(digits, NARROW_DIGITS + 1) : digits;
  const factor = sql`CAST(${`1${'0'.repeat(scale)}`} AS DECIMAL(${scale + 1}, 0))`;
  return sql`CAST(CAST(${name} AS DECIMAL(${width}, ${scale})) * ${factor} AS ${integer})`;
}

function digitsOf(units: bigint): number {
  return String(units).length;
}

function powerOfTen(power: number): bigint {
  return 10n ** BigInt(power);
}
