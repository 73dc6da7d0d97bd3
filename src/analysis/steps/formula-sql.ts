import { splitDecimal } from '@/lib/formats/decimal';
import type { Formula } from '../conditions/formula';
import { MAX_DIGITS, NARROW_DIGITS } from '../engine/decimal-units';
import { sql, type Sql } from '../engine/sql';
import { joinedTerms, sqlTerm, term, type Staging, type Term } from './staging';

/** A number column that a formula uses. */
export interface ComputedInput {
  readonly column: Term;
  readonly scale: number;
  /** The largest absolute value in the column, in units of its last decimal place. */
  readonly maxUnits: bigint;
}

/** SQL that computes a formula from the columns of a row. */
export interface ComputedValue {
  /** A decimal with `places` decimal places. It is null if a value is missing, a divisor is zero, or the result has too many digits. */
  readonly value: Term;
  /**
   * Whether a row's value is missing only because an intermediate result has too many digits. This requires that all columns have a value,
   * and that no divisor that can be computed is zero. This member is null if no row can have too many digits. Its SQL is never null for a
   * row.
   */
  readonly isTooLong: Term | null;
  /** The largest absolute value in units of the last decimal place, which other formulas need if they use the result. */
  readonly maxUnits: bigint;
}

const MAX_BIGINT = 2n ** 63n - 1n;
/** The largest number to compute with. It is below the limits of 128 bits and of decimals, by more than the error of a double. */
const SAFE_LIMIT = 9n * 10n ** 37n;
const CHUNK = 10n ** 37n;
/** The maximum depth of an expression. A deeper one gets a name, because the engine refuses deep nesting. */
const MAX_HEIGHT = 40;

/**
 * A fraction: `numerator` / `denominator` · 10^-`scale`. It consists of integers, because the engine divides decimals as doubles. In a row,
 * the denominator is positive, or SQL's null for a missing value. If the member `denominator` is null, the denominator is 1.
 */
interface Fraction {
  readonly numerator: Term;
  readonly denominator: Term | null;
  readonly scale: number;
  /** The largest absolute value of the numerator in all rows. `maxDenominator`: that of the denominator. */
  readonly maxNumerator: bigint;
  readonly maxDenominator: bigint;
  /** An upper limit of the numerator's absolute value in a row, as a double. `denominatorSize`: that of the denominator. */
  readonly size: Term;
  readonly denominatorSize: Term | null;
  /** The largest intermediate integer in a row that may be too large, as a double; null if none may be too large. */
  readonly risk: Term | null;
}

/**
 * Returns SQL that computes a formula exactly and rounds once to `places` places, with halves away from zero. It uses 64 bits if the
 * columns allow that, which takes a tenth of the time. Repeated parts are computed once, in a separate stage, so that the SQL is
 * proportional to the formula. Throws RangeError for a column that is not among the inputs.
 */
export function formulaSql(
  formula: Formula,
  inputs: ReadonlyMap<string, ComputedInput>,
  places: number,
  staging: Staging,
): ComputedValue {
  const narrow = computed(formula, inputs, places, 'BIGINT', staging);
  if (narrow.largest <= MAX_BIGINT) return withDecimals(narrow, places, null, staging);
  const wide = computed(formula, inputs, places, 'HUGEINT', staging);
  return withDecimals(wide, places, wide.risk, staging);
}

type IntegerType = 'BIGINT' | 'HUGEINT';

interface ComputedUnits {
  readonly type: IntegerType;
  /** The result in units of 10^-places. */
  readonly units: Term;
  readonly maxUnits: bigint;
  /** The largest intermediate integer of all rows. */
  readonly largest: bigint;
  /** The largest intermediate integer in a row that may be too large (see `Fraction`). */
  readonly risk: Term | null;
  /** Conditions under which a row has no value: a column has no value, or a divisor is zero. A condition that is null counts as false. */
  readonly missing: readonly Term[];
}

function withDecimals(
  { type, units, maxUnits, missing }: ComputedUnits,
  places: number,
  risk: Term | null,
  { bind }: Staging,
): ComputedValue {
  const digits = digitsOf(maxUnits);
  const isNarrow = type === 'BIGINT' && digits + places <= NARROW_DIGITS;
  const whole = term`CAST(${units} AS DECIMAL(${isNarrow ? Math.max(digits, 1) : MAX_DIGITS}, 0))`;
  const unit = sql`CAST(${places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`} AS DECIMAL(${places === 0 ? 1 : places}, ${places}))`;
  const decimals =
    places === 0
      ? term`CAST(${whole} AS DECIMAL(${isNarrow ? NARROW_DIGITS : MAX_DIGITS}, 0))`
      : term`CAST(${whole} * ${unit} AS DECIMAL(${isNarrow ? NARROW_DIGITS : MAX_DIGITS}, ${places}))`;
  if (risk === null) return { value: decimals, isTooLong: null, maxUnits };
  // `isSafe` is null if a value is missing. The engine's TRY is not used: it ends the engine if it fails for some of many rows.
  const isSafe = bind(isSafeSql(bind(risk)));
  const reasons = [isSafe, ...missing].map((reason) => term`coalesce(${reason}, FALSE)`);
  return {
    value: term`CASE WHEN ${isSafe} THEN ${decimals} END`,
    isTooLong: term`NOT (${joinedTerms(reasons, ' OR ')})`,
    maxUnits: maxUnits > SAFE_LIMIT ? SAFE_LIMIT : maxUnits,
  };
}

function isSafeSql(risk: Term): Term {
  return term`${risk} < ${doubleSql(SAFE_LIMIT)}`;
}

/** Returns the greater of two risks. Null means a missing value, which the engine's `greatest` ignores. */
function greatestOf(one: Term | null, other: Term | null): Term | null {
  if (one === null || other === null) return one ?? other;
  return one.sql.text === other.sql.text ? one : term`greatest(${one}, ${other})`;
}

function computed(
  formula: Formula,
  inputs: ReadonlyMap<string, ComputedInput>,
  places: number,
  type: IntegerType,
  { bind }: Staging,
): ComputedUnits {
  const integer = type === 'BIGINT' ? sql`BIGINT` : sql`HUGEINT`;
  let largest = 0n;
  const missing = new Map<string, Term>();
  const mayBeMissing = (condition: Term): void => {
    missing.set(condition.sql.text, condition);
  };
  const see = (value: bigint): boolean => {
    if (value > largest) largest = value;
    return value > SAFE_LIMIT;
  };
  /** Returns an integer as SQL. If a power of ten is too large, its product is never computed, because `powerRisk` excludes the row. */
  const literal = (value: bigint): Term => {
    see(value);
    return value > SAFE_LIMIT
      ? term`(${literal(CHUNK)} * ${literal(value / CHUNK)})`
      : sqlTerm(sql`CAST(${String(value)} AS ${integer})`);
  };
  const powerRisk = (power: bigint): Term | null => (power > SAFE_LIMIT ? term`${doubleSql(power)}` : null);
  const times = (value: Term, factor: bigint): Term => {
    if (factor === 1n) return value;
    return factor > SAFE_LIMIT
      ? times(times(value, CHUNK), factor / CHUNK)
      : term`(${value} * ${literal(factor)})`;
  };
  const sizeTimes = (size: Term, factor: bigint): Term =>
    factor === 1n ? size : term`(${size} * ${doubleSql(factor)})`;
  const product = (one: Term | null, other: Term | null): Term | null =>
    one === null || other === null ? (one ?? other) : term`(${one} * ${other})`;

  /** Gives an integer a name. If an intermediate integer may be too large, it is computed only for the rows in which it is not. */
  function named(value: Term, risk: Term | null): Term {
    if (value.height === 0) return value;
    return bind(risk === null ? value : term`CASE WHEN ${isSafeSql(bind(risk))} THEN ${value} END`);
  }

  /** Returns a fraction with its risk, and with names for deep terms. `members.risk`: the risk of the terms that it is made of. */
  function fraction(members: Fraction): Fraction {
    const { maxNumerator, maxDenominator } = members;
    const isLow = (value: Term | null) => value === null || value.height <= MAX_HEIGHT;
    const size = see(maxNumerator) || !isLow(members.size) ? bind(members.size) : members.size;
    const isLarge = see(maxDenominator);
    const denominatorSize =
      members.denominatorSize !== null && (isLarge || !isLow(members.denominatorSize))
        ? bind(members.denominatorSize)
        : members.denominatorSize;
    let risk = greatestOf(members.risk, maxNumerator > SAFE_LIMIT ? size : null);
    if (isLarge) risk = greatestOf(risk, denominatorSize);
    if (risk !== null && !isLow(risk)) risk = bind(risk);
    const low = (value: Term): Term => (isLow(value) ? value : named(value, risk));
    return {
      ...members,
      numerator: low(members.numerator),
      denominator: members.denominator && low(members.denominator),
      size,
      denominatorSize,
      risk,
    };
  }

  /** Returns the same fraction, with members that can be used several times. */
  function usable(value: Fraction): Fraction {
    return {
      ...withNamedDenominator(value),
      numerator: named(value.numerator, value.risk),
      size: bind(value.size),
      risk: value.risk && bind(value.risk),
    };
  }

  function withNamedDenominator(value: Fraction): Fraction {
    return {
      ...value,
      denominator: value.denominator && named(value.denominator, value.risk),
      denominatorSize: value.denominatorSize && bind(value.denominatorSize),
    };
  }

  /** Returns the same fraction with more decimal places. */
  function scaled(value: Fraction, scale: number): Fraction {
    const factor = powerOfTen(scale - value.scale);
    if (factor === 1n) return value;
    return fraction({
      ...value,
      numerator: times(value.numerator, factor),
      scale,
      maxNumerator: value.maxNumerator * factor,
      size: sizeTimes(value.size, factor),
      risk: greatestOf(value.risk, powerRisk(factor)),
    });
  }

  /** Returns the same fractions with a common denominator and scale. */
  function aligned(one: Fraction, other: Fraction): readonly [Fraction, Fraction] {
    const scale = Math.max(one.scale, other.scale);
    if (hasDenominatorOf(one, other)) return [scaled(one, scale), scaled(other, scale)];
    const [a, b] = [withNamedDenominator(scaled(one, scale)), withNamedDenominator(scaled(other, scale))];
    const risk = greatestOf(a.risk, b.risk);
    const common = {
      scale,
      denominator: product(a.denominator, b.denominator),
      maxDenominator: a.maxDenominator * b.maxDenominator,
      denominatorSize: product(a.denominatorSize, b.denominatorSize),
      risk: risk && bind(risk),
    };
    const over = (value: Fraction, by: Fraction): Fraction =>
      fraction({
        ...common,
        numerator: product(value.numerator, by.denominator) ?? value.numerator,
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
        return fraction({
          ...NO_DENOMINATOR,
          numerator: literal(units),
          scale: decimals.length,
          maxNumerator: units,
          size: term`${doubleSql(units)}`,
          risk: null,
        });
      }
      case 'column': {
        const input = inputs.get(part.name);
        if (input === undefined) throw new RangeError('The rows read have no such number.');
        mayBeMissing(term`${input.column} IS NULL`);
        return fraction({
          ...NO_DENOMINATOR,
          numerator: unitsTerm(input, integer),
          scale: input.scale,
          maxNumerator: input.maxUnits,
          size: sizeTimes(term`abs(CAST(${input.column} AS DOUBLE))`, powerOfTen(input.scale)),
          risk: null,
        });
      }
      case 'negative': {
        const of = valueOf(part.of);
        return fraction({ ...of, numerator: term`(-${of.numerator})` });
      }
      case 'abs': {
        const of = valueOf(part.of);
        return fraction({ ...of, numerator: term`abs(${of.numerator})` });
      }
      case 'round':
        return rounded(valueOf(part.of), part.places);
      case 'min':
      case 'max':
        return extreme(part.kind, part.of.map(valueOf));
      case 'operation': {
        const left = valueOf(part.left);
        const right = valueOf(part.right);
        switch (part.operator) {
          case '*':
            return fraction({
              numerator: term`(${left.numerator} * ${right.numerator})`,
              scale: left.scale + right.scale,
              denominator: product(left.denominator, right.denominator),
              maxNumerator: left.maxNumerator * right.maxNumerator,
              maxDenominator: left.maxDenominator * right.maxDenominator,
              size: term`(${left.size} * ${right.size})`,
              denominatorSize: product(left.denominatorSize, right.denominatorSize),
              risk: greatestOf(left.risk, right.risk),
            });
          case '/':
            return quotient(left, usable(right));
          case '+':
          case '-': {
            const [a, b] = aligned(left, right);
            return fraction({
              ...a,
              numerator:
                part.operator === '+'
                  ? term`(${a.numerator} + ${b.numerator})`
                  : term`(${a.numerator} - ${b.numerator})`,
              maxNumerator: a.maxNumerator + b.maxNumerator,
              size: term`(${a.size} + ${b.size})`,
              risk: greatestOf(a.risk, b.risk),
            });
          }
        }
      }
    }
  }

  function quotient(left: Fraction, right: Fraction): Fraction {
    mayBeMissing(term`${right.numerator} = 0`);
    const scale = left.scale - right.scale;
    const { numerator, maxNumerator, size, risk } = scale < 0 ? scaled(left, right.scale) : left;
    const sign = term`CAST(sign(${right.numerator}) AS ${integer})`;
    const magnitude = term`nullif(abs(${right.numerator}), 0)`;
    return fraction({
      numerator: term`(${product(numerator, right.denominator) ?? numerator} * ${sign})`,
      scale: Math.max(scale, 0),
      denominator: product(left.denominator, magnitude),
      maxNumerator: maxNumerator * right.maxDenominator,
      maxDenominator: left.maxDenominator * (right.maxNumerator > 1n ? right.maxNumerator : 1n),
      size: product(size, right.denominatorSize) ?? size,
      // `nullif` makes the result of a division by zero missing, so that it does not count as having too many digits.
      denominatorSize: product(left.denominatorSize, term`nullif(${right.size}, 0)`),
      risk: greatestOf(risk, right.risk),
    });
  }

  /** Returns the least or greatest fraction. It is missing if any of the fractions is missing. */
  function extreme(kind: 'min' | 'max', values: readonly Fraction[]): Fraction {
    const groups: Fraction[][] = [];
    for (const value of values) {
      const group = groups.find(([first]) => first !== undefined && hasDenominatorOf(first, value));
      if (group === undefined) groups.push([value]);
      else group.push(value);
    }
    let left = groups.map((group) => extremeOfEqual(kind, group));
    // The fractions are compared in pairs, which needs few stages.
    while (left.length > 1) {
      left = left.flatMap((one, index) => {
        const other = left[index + 1];
        if (index % 2 === 1) return [];
        return [other === undefined ? one : extremeOfEqual(kind, aligned(one, other))];
      });
    }
    const [result] = left;
    if (result === undefined) throw new RangeError('There is nothing to compare.');
    return result;
  }

  /** Returns the least or the greatest of fractions with a common denominator. */
  function extremeOfEqual(kind: 'min' | 'max', values: readonly Fraction[]): Fraction {
    const scale = Math.max(...values.map((value) => value.scale));
    const [first, ...others] = values.map((value) => usable(scaled(value, scale)));
    if (first === undefined) throw new RangeError('There is nothing to compare.');
    if (others.length === 0) return first;
    const all = [first, ...others];
    const numerators = all.map(({ numerator }) => numerator);
    // The engine's functions ignore missing values, so they are tested separately.
    const isMissing = joinedTerms(
      numerators.map((numerator) => term`${numerator} IS NULL`),
      ' OR ',
    );
    return fraction({
      ...first,
      numerator:
        kind === 'min'
          ? term`CASE WHEN ${isMissing} THEN NULL ELSE least(${numerators}) END`
          : term`CASE WHEN ${isMissing} THEN NULL ELSE greatest(${numerators}) END`,
      maxNumerator: all.reduce((most, { maxNumerator }) => (maxNumerator > most ? maxNumerator : most), 0n),
      size: term`greatest(${all.map(({ size }) => size)})`,
      risk: all.reduce<Term | null>((most, { risk }) => greatestOf(most, risk), null),
    });
  }

  /** Returns the value in whole units of 10^-`to`, with halves rounded away from zero. */
  function rounded(value: Fraction, to: number): Fraction {
    const result = (members: Pick<Fraction, 'numerator' | 'maxNumerator' | 'size' | 'risk'>): Fraction => {
      const whole = fraction({ ...NO_DENOMINATOR, ...members, scale: to });
      return to >= 0 ? whole : scaled(whole, 0);
    };
    if (value.denominator === null && value.scale <= to) return scaled(value, to);
    const more = usable(scaled(value, Math.max(value.scale, to)));
    const divisorFactor = powerOfTen(Math.max(value.scale - to, 0));
    const maxDivisor = more.maxDenominator * divisorFactor;
    const divisorSize = sizeTimes(more.denominatorSize ?? term`${doubleSql(1n)}`, divisorFactor);
    const isLarge = see(2n * more.maxNumerator + 2n * maxDivisor);
    const risk = greatestOf(more.risk, isLarge ? bind(term`(2 * (${more.size} + ${divisorSize}))`) : null);
    const divisor = named(
      more.denominator === null ? literal(divisorFactor) : times(more.denominator, divisorFactor),
      risk,
    );
    const half = term`CAST(sign(${more.numerator}) AS ${integer}) * ${divisor}`;
    // The engine rounds the quotient of integers towards zero, so half a unit is added.
    return result({
      numerator: term`((${literal(2n)} * ${more.numerator} + ${half}) // (${literal(2n)} * ${divisor}))`,
      maxNumerator:
        more.denominator === null ? more.maxNumerator / divisorFactor + 1n : more.maxNumerator + 1n,
      size:
        more.denominator === null
          ? term`(${more.size} / ${doubleSql(divisorFactor)} + 1)`
          : term`(${more.size} + 1)`,
      risk,
    });
  }

  const { numerator, maxNumerator, risk } = rounded(valueOf(formula), places);
  return { type, units: numerator, maxUnits: maxNumerator, largest, risk, missing: [...missing.values()] };
}

function hasDenominatorOf(one: Fraction, other: Fraction): boolean {
  return one.denominator?.sql.text === other.denominator?.sql.text;
}

const NO_DENOMINATOR = { denominator: null, maxDenominator: 1n, denominatorSize: null } as const;

function doubleSql(value: bigint): Sql {
  return sql`CAST(${String(value)} AS DOUBLE)`;
}

/** Returns the units of a decimal as an integer. */
function unitsTerm({ column, scale, maxUnits }: ComputedInput, integer: Sql): Term {
  if (scale === 0) return term`CAST(${column} AS ${integer})`;
  const digits = Math.max(digitsOf(maxUnits), scale);
  // If the product of both factors would have too many digits for the engine, the decimal point is removed from the text instead.
  if (Math.max(digits, NARROW_DIGITS + 1) + scale + 1 > MAX_DIGITS) {
    return term`CAST(replace(CAST(${column} AS VARCHAR), '.', '') AS ${integer})`;
  }
  // The engine multiplies two 64-bit decimals in 64 bits, so the first factor gets more digits if the product needs them.
  const width = digits + scale + 1 > NARROW_DIGITS ? Math.max(digits, NARROW_DIGITS + 1) : digits;
  const factor = sql`CAST(${`1${'0'.repeat(scale)}`} AS DECIMAL(${scale + 1}, 0))`;
  return term`CAST(CAST(${column} AS DECIMAL(${width}, ${scale})) * ${factor} AS ${integer})`;
}

function digitsOf(units: bigint): number {
  return String(units).length;
}

function powerOfTen(power: number): bigint {
  return 10n ** BigInt(power);
}
