import { powerSql } from '../engine/units-sql';
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
 * An integer that is computed in each row. Two limits say whether it can be too large: `most` is known before the query, and `size` is
 * computed in each row, but only if `most` is too large.
 */
interface Integer {
  readonly value: Term;
  /** The largest absolute value in all rows. */
  readonly most: bigint;
  /** An upper limit of the absolute value in a row, as a double, which cannot overflow. */
  readonly size: Term;
}

/**
 * A fraction: `numerator` / `denominator` · 10^-`scale`. It consists of integers, because the engine divides decimals as doubles. In a row,
 * the denominator is positive, or SQL's null for a missing value. If the member `denominator` is null, the denominator is 1.
 */
interface Fraction {
  readonly numerator: Integer;
  readonly denominator: Integer | null;
  readonly scale: number;
  /** The greatest size, in a row, of all integers that lead to the fraction and may be too large; null if none may be too large. */
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
  /** See `Fraction`. */
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
  const integerType = type === 'BIGINT' ? sql`BIGINT` : sql`HUGEINT`;
  let largest = 0n;
  const missing = new Map<string, Term>();
  const mayBeMissing = (condition: Term): void => {
    missing.set(condition.sql.text, condition);
  };
  /** Takes an integer into account that occurs in the computation. Returns whether it is too large. */
  const see = (value: bigint): boolean => {
    if (value > largest) largest = value;
    return value > SAFE_LIMIT;
  };
  /** Returns an integer as SQL. If a power of ten is too large, its product is never computed, because `powerRisk` excludes the row. */
  const literal = (value: bigint): Term => {
    see(value);
    return value > SAFE_LIMIT
      ? term`(${literal(CHUNK)} * ${literal(value / CHUNK)})`
      : sqlTerm(sql`CAST(${String(value)} AS ${integerType})`);
  };
  const powerRisk = (power: bigint): Term | null => (power > SAFE_LIMIT ? term`${doubleSql(power)}` : null);
  const valueTimes = (value: Term, factor: bigint): Term => {
    if (factor === 1n) return value;
    return factor > SAFE_LIMIT
      ? valueTimes(valueTimes(value, CHUNK), factor / CHUNK)
      : term`(${value} * ${literal(factor)})`;
  };
  const times = ({ value, most, size }: Integer, factor: bigint): Integer => ({
    value: valueTimes(value, factor),
    most: most * factor,
    size: sizeTimes(size, factor),
  });

  /**
   * Gives a value a name. If an integer that leads to it may be too large (`risk`), the value is computed only in the rows in which none
   * is, because the engine ends a query in which a number overflows.
   */
  function named(value: Term, risk: Term | null): Term {
    if (value.height === 0) return value;
    return bind(risk === null ? value : term`CASE WHEN ${isSafeSql(bind(risk))} THEN ${value} END`);
  }

  /** Returns a fraction with names for deep terms. The risk that is passed is that of its parts, to which its own integers are added. */
  function fraction(parts: Fraction): Fraction {
    const sized = (of: Integer): Integer => ({
      ...of,
      size: see(of.most) || isDeep(of.size) ? bind(of.size) : of.size,
    });
    const numerator = sized(parts.numerator);
    const denominator = parts.denominator && sized(parts.denominator);
    const own = denominator === null ? [numerator] : [numerator, denominator];
    const greatest = own.reduce<Term | null>(
      (most, of) => (of.most > SAFE_LIMIT ? greatestOf(most, of.size) : most),
      parts.risk,
    );
    const risk = greatest !== null && isDeep(greatest) ? bind(greatest) : greatest;
    const flat = (of: Integer): Integer => (isDeep(of.value) ? { ...of, value: named(of.value, risk) } : of);
    return {
      numerator: flat(numerator),
      denominator: denominator && flat(denominator),
      scale: parts.scale,
      risk,
    };
  }

  /** Returns the same integer with names, so that it can be used several times. */
  function namedInteger({ value, most, size }: Integer, risk: Term | null): Integer {
    return { value: named(value, risk), most, size: bind(size) };
  }

  function withNamedDenominator(value: Fraction): Fraction {
    return { ...value, denominator: value.denominator && namedInteger(value.denominator, value.risk) };
  }

  /** Returns the same fraction with names, so that all its members can be used several times. */
  function usable(value: Fraction): Fraction {
    return {
      ...withNamedDenominator(value),
      numerator: namedInteger(value.numerator, value.risk),
      risk: value.risk && bind(value.risk),
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
      risk: greatestOf(value.risk, powerRisk(factor)),
    });
  }

  /** Returns the same fractions with a common denominator and scale. */
  function aligned(one: Fraction, other: Fraction): readonly [Fraction, Fraction] {
    const scale = Math.max(one.scale, other.scale);
    if (hasDenominatorOf(one, other)) return [scaled(one, scale), scaled(other, scale)];
    const [a, b] = [withNamedDenominator(scaled(one, scale)), withNamedDenominator(scaled(other, scale))];
    const risk = greatestOf(a.risk, b.risk);
    const common = { scale, denominator: product(a.denominator, b.denominator), risk: risk && bind(risk) };
    const over = (value: Fraction, by: Fraction): Fraction =>
      fraction({ ...common, numerator: product(value.numerator, by.denominator) });
    return [over(a, b), over(b, a)];
  }

  function valueOf(part: Formula): Fraction {
    switch (part.kind) {
      case 'number': {
        const { integer: whole, fraction: decimals } = splitDecimal(part.value);
        const units = BigInt(whole + decimals);
        return fraction({
          numerator: { value: literal(units), most: units, size: term`${doubleSql(units)}` },
          denominator: null,
          scale: decimals.length,
          risk: null,
        });
      }
      case 'column': {
        const input = inputs.get(part.name);
        if (input === undefined) throw new RangeError('The rows read have no such number.');
        mayBeMissing(term`${input.column} IS NULL`);
        const numerator = {
          value: unitsTerm(input, integerType),
          most: input.maxUnits,
          size: sizeTimes(term`abs(CAST(${input.column} AS DOUBLE))`, powerOfTen(input.scale)),
        };
        return fraction({ numerator, denominator: null, scale: input.scale, risk: null });
      }
      case 'negative':
      case 'abs': {
        const of = valueOf(part.of);
        const { value } = of.numerator;
        const changed = part.kind === 'abs' ? term`abs(${value})` : term`(-${value})`;
        return fraction({ ...of, numerator: { ...of.numerator, value: changed } });
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
              numerator: product(left.numerator, right.numerator),
              denominator: product(left.denominator, right.denominator),
              scale: left.scale + right.scale,
              risk: greatestOf(left.risk, right.risk),
            });
          case '/':
            return quotient(left, usable(right));
          case '+':
          case '-': {
            const [a, b] = aligned(left, right);
            const [{ value: one }, { value: other }] = [a.numerator, b.numerator];
            const numerator = {
              value: part.operator === '+' ? term`(${one} + ${other})` : term`(${one} - ${other})`,
              most: a.numerator.most + b.numerator.most,
              size: term`(${a.numerator.size} + ${b.numerator.size})`,
            };
            return fraction({ ...a, numerator, risk: greatestOf(a.risk, b.risk) });
          }
        }
      }
    }
  }

  function quotient(left: Fraction, right: Fraction): Fraction {
    const { value, most, size } = right.numerator;
    mayBeMissing(term`${value} = 0`);
    const scale = left.scale - right.scale;
    const dividend = scale < 0 ? scaled(left, right.scale) : left;
    // The sign moves to the numerator, so that the denominator stays positive.
    const sign = term`CAST(sign(${value}) AS ${integerType})`;
    const numerator = product(dividend.numerator, right.denominator);
    return fraction({
      numerator: { ...numerator, value: term`(${numerator.value} * ${sign})` },
      // `nullif` makes the result of a division by zero missing, so that it does not count as having too many digits.
      denominator: product(left.denominator, {
        value: term`nullif(abs(${value}), 0)`,
        most: most > 1n ? most : 1n,
        size: term`nullif(${size}, 0)`,
      }),
      scale: Math.max(scale, 0),
      risk: greatestOf(dividend.risk, right.risk),
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
    const all = values.map((value) => usable(scaled(value, scale)));
    const [first] = all;
    if (first === undefined) throw new RangeError('There is nothing to compare.');
    if (all.length === 1) return first;
    const numerators = all.map(({ numerator }) => numerator.value);
    // The engine's functions ignore missing values, so they are tested separately.
    const isMissing = joinedTerms(
      numerators.map((numerator) => term`${numerator} IS NULL`),
      ' OR ',
    );
    return fraction({
      ...first,
      numerator: {
        value:
          kind === 'min'
            ? term`CASE WHEN ${isMissing} THEN NULL ELSE least(${numerators}) END`
            : term`CASE WHEN ${isMissing} THEN NULL ELSE greatest(${numerators}) END`,
        most: all.reduce((most, { numerator }) => (numerator.most > most ? numerator.most : most), 0n),
        size: term`greatest(${all.map(({ numerator }) => numerator.size)})`,
      },
      risk: all.reduce<Term | null>((most, { risk }) => greatestOf(most, risk), null),
    });
  }

  /** Returns the value in whole units of 10^-`to`, with halves rounded away from zero. */
  function rounded(value: Fraction, to: number): Fraction {
    if (value.denominator === null && value.scale <= to) return scaled(value, to);
    const more = usable(scaled(value, Math.max(value.scale, to)));
    const dividend = more.numerator;
    // The dropped decimal places become a part of the divisor.
    const factor = powerOfTen(Math.max(value.scale - to, 0));
    const divisor =
      more.denominator === null
        ? { value: literal(factor), most: factor, size: sizeTimes(term`${doubleSql(1n)}`, factor) }
        : times(more.denominator, factor);
    const isLarge = see(2n * dividend.most + 2n * divisor.most);
    const risk = greatestOf(
      more.risk,
      isLarge ? bind(term`(2 * (${dividend.size} + ${divisor.size}))`) : null,
    );
    const by = named(divisor.value, risk);
    const half = term`CAST(sign(${dividend.value}) AS ${integerType}) * ${by}`;
    const isExact = more.denominator === null;
    const whole = fraction({
      numerator: {
        // The engine rounds the quotient of integers towards zero, so half a unit is added.
        value: term`((${literal(2n)} * ${dividend.value} + ${half}) // (${literal(2n)} * ${by}))`,
        most: (isExact ? dividend.most / factor : dividend.most) + 1n,
        size: isExact ? term`(${dividend.size} / ${doubleSql(factor)} + 1)` : term`(${dividend.size} + 1)`,
      },
      denominator: null,
      scale: to,
      risk,
    });
    return to >= 0 ? whole : scaled(whole, 0);
  }

  const { numerator, risk } = rounded(valueOf(formula), places);
  const { value: units, most: maxUnits } = numerator;
  return { type, units, maxUnits, largest, risk, missing: [...missing.values()] };
}

function hasDenominatorOf(one: Fraction, other: Fraction): boolean {
  return one.denominator?.value.sql.text === other.denominator?.value.sql.text;
}

/** Returns the product of two integers. Null stands for 1. */
function product(one: Integer, other: Integer | null): Integer;
function product(one: Integer | null, other: Integer): Integer;
function product(one: Integer | null, other: Integer | null): Integer | null;
function product(one: Integer | null, other: Integer | null): Integer | null {
  if (one === null || other === null) return one ?? other;
  return {
    value: term`(${one.value} * ${other.value})`,
    most: one.most * other.most,
    size: term`(${one.size} * ${other.size})`,
  };
}

function sizeTimes(size: Term, factor: bigint): Term {
  return factor === 1n ? size : term`(${size} * ${doubleSql(factor)})`;
}

function isDeep(value: Term): boolean {
  return value.height > MAX_HEIGHT;
}

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
  return term`CAST(CAST(${column} AS DECIMAL(${width}, ${scale})) * ${powerSql(scale)} AS ${integer})`;
}

function digitsOf(units: bigint): number {
  return String(units).length;
}

function powerOfTen(power: number): bigint {
  return 10n ** BigInt(power);
}
