import { MINOR_BASE } from './decimal-text';
import { dayNumber, TICKS_PER_DAY, TICKS_PER_SECOND } from './date-text';
import { hash, isOneIn, modulo, pick } from './hash';
import { OPEN_END } from './company/validity';
import { NULL_PART, type PartAt, type VersionMoments } from './field';
import { revisionOf } from './price-source';

/** The day of version 0 of the data. By default, each further version is one day later than the one before it. */
export const LOADED_ON = dayNumber(2026, 11, 2);
const MAGNITUDES = [100, 100, 1_000, 1_000, 1_000, 10_000, 100_000, 1_000_000];

/** Returns a price in ten-thousandths that depends on no article. `revision` is the version that changed it last. */
function price(id: number, salt: number, revision: number): number {
  const seed = hash(id, salt);
  const base = (1_000 + (seed % 9_000)) * (MAGNITUDES[(seed >>> 13) & 7] ?? 1_000);
  const drift = revision === 0 ? 1_000 : 900 + pick(id, salt + revision, 250);
  const moved = Math.floor((base * drift) / 1_000);
  return (seed >>> 17) % 5 === 0 ? moved + ((seed >>> 8) % 10_000) : moved - (moved % 100);
}

/** Returns the factor by which renegotiations have changed a price up to a version; 1 before the first one. */
export function agreedFactor(id: number, salt: number, version: number): number {
  const revision = revisionOf(id, version);
  // The factor is never 1, so that a renegotiated price always differs.
  return revision === 0 ? 1 : 1.012 + pick(id, salt + revision, 50) / 1_000;
}

/** Returns a function for prices that change with the versions of the source. About one in `nullsOneIn` is null. */
export function priceAt(salt: number, nullsOneIn = 0): PartAt {
  return (id, version) =>
    nullsOneIn > 0 && isOneIn(id, salt + 1, nullsOneIn)
      ? NULL_PART
      : price(id, salt, revisionOf(id, version));
}

/** Returns functions for amounts in two parts, some of them null or negative. One in `hugeOneIn` has 18 significant digits. */
export function wideAmount(salt: number, hugeOneIn: number): { majorAt: PartAt; minorAt: PartAt } {
  const isMissing = (id: number) => isOneIn(id, salt + 8, 250);
  const isHuge = (id: number) => isOneIn(id, salt + 2, hugeOneIn);
  function ordinary(id: number, version: number): number {
    const amount = price(id, salt, revisionOf(id, version));
    return isOneIn(id, salt + 3, 900) ? -amount : amount;
  }
  return {
    majorAt: (id, version) => {
      if (isMissing(id)) return NULL_PART;
      if (!isHuge(id)) return Math.floor(ordinary(id, version) / MINOR_BASE);
      const major = 100_000_000 + pick(id, salt + 4 + revisionOf(id, version), 900_000_000);
      return isOneIn(id, salt + 5, 8) ? -major : major;
    },
    minorAt: (id, version) =>
      isHuge(id)
        ? pick(id, salt + 6 + revisionOf(id, version), MINOR_BASE)
        : modulo(ordinary(id, version), MINOR_BASE),
  };
}

/** Returns a function for days that are at most `days` before or after `LOADED_ON`. */
export function dayAround(salt: number, days: number): PartAt {
  return (id) => LOADED_ON - days + pick(id, salt, 2 * days);
}

/** Returns a function for the last day of a validity. It is often null (no end), and sometimes 9999-12-31. */
export function validTo(fromAt: PartAt, salt: number): PartAt {
  return (id, version) => {
    const kind = pick(id, salt, 20);
    if (kind < 9) return NULL_PART;
    return kind === 9 ? OPEN_END : fromAt(id, version) + 30 + pick(id, salt + 1, 700);
  };
}

/** Returns functions for the time when a row was written: before `LOADED_ON`, or on the day of the version that changed it. */
export function modified(salt: number): { dayAt: PartAt; tickAt: PartAt } {
  return {
    dayAt: (id, version) => {
      const revision = revisionOf(id, version);
      return revision === 0 ? LOADED_ON - pick(id, salt, 900) : LOADED_ON + revision;
    },
    tickAt: tickOfDay(salt + 1),
  };
}

/** Returns the day on which a row was written: in the weeks before its validity begins, and before `LOADED_ON`. */
export function writtenBefore(id: number, salt: number, beginsOn: number): number {
  return Math.min(beginsOn, LOADED_ON) - 1 - pick(id, salt, 45);
}

/** Returns the day of a version of the source. Without recorded times, each version is a day later than the one before it. */
export function dayOfVersion(version: number, moments: VersionMoments): number {
  const ms = moments[version - 1];
  return ms === undefined ? LOADED_ON + version : Math.floor(ms / MS_PER_DAY);
}

/** Returns the tick of the day at which a version wrote a row: in the minute before its recorded time, or else during working hours. */
export function tickOfVersion(id: number, salt: number, version: number, moments: VersionMoments): number {
  const ms = version === 0 ? undefined : moments[version - 1];
  const fraction = pick(id, salt + version + 7, TICKS_PER_SECOND);
  if (ms === undefined) {
    return (7 * 3_600 + pick(id, salt + version, 11 * 3_600)) * TICKS_PER_SECOND + fraction;
  }
  const second = Math.floor(modulo(ms, MS_PER_DAY) / 1_000);
  return Math.max(0, second - pick(id, salt + version, 60)) * TICKS_PER_SECOND + fraction;
}

const MS_PER_DAY = 86_400_000;

/** Returns a function for times of day with seven fraction digits. One in 16 is a full second. */
function tickOfDay(salt: number): PartAt {
  return (id, version) => {
    const seed = hash(id, salt + revisionOf(id, version));
    const second = seed % 86_400;
    return second * TICKS_PER_SECOND + (seed >>> 28 === 0 ? 0 : pick(id, salt + 7, TICKS_PER_SECOND));
  };
}

/** Returns a function for codes in a dictionary of `size` entries, the first of which is the most frequent. One in `nullsOneIn` is -1. */
export function skewedCode(salt: number, size: () => number, nullsOneIn = 0): PartAt {
  return (id) => {
    if (nullsOneIn > 0 && isOneIn(id, salt + 1, nullsOneIn)) return -1;
    return Math.min(pick(id, salt, size()), pick(id, salt + 2, size()));
  };
}

// The first day is chosen so that the last of a billion entries is of about the day `LOADED_ON`.
const HISTORY_START_DAY = LOADED_ON - 10_116;
// The time between two entries is so small that the ticks of a billion entries are safe integers.
const HISTORY_TICKS_PER_ENTRY = 8_731_213;
// Later versions insert entries before the first one, with negative ids. This offset keeps their ticks positive.
const HISTORY_ENTRIES_BEFORE = 1_000_000;

function historyTicks(id: number): number {
  return (id + HISTORY_ENTRIES_BEFORE) * HISTORY_TICKS_PER_ENTRY;
}

/** The times of entries, each a little less than a second after the one before. A billion entries span the years 1999 to 2026. */
export const historyMoment: { dayAt: PartAt; tickAt: PartAt } = {
  dayAt: (id) => HISTORY_START_DAY + Math.floor(historyTicks(id) / TICKS_PER_DAY),
  tickAt: (id) => historyTicks(id) % TICKS_PER_DAY,
};
