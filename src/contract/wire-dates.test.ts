import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWireDates, type WireDates } from './wire-dates';

const known = new Map<string, WireDates>();

function datesOf(dates: 'iso-utc' | 'epoch-ms' | 'dotnet', zone: string): WireDates {
  const converted = known.get(`${dates} ${zone}`) ?? createWireDates({ dates, zone });
  if (converted === null) throw new Error('Nothing is converted.');
  known.set(`${dates} ${zone}`, converted);
  return converted;
}

const DAY = { isDay: true };
const MOMENT = { isDay: false };

describe('a moment is shown as the clocks of the zone showed it', () => {
  test.each([
    ['iso-utc', '2026-01-30T23:00:00Z', DAY, '2026-01-31'],
    ['iso-utc', '2026-06-30T22:00:00.000Z', DAY, '2026-07-01'],
    ['iso-utc', '2026-06-30T10:00:00.1234567Z', MOMENT, '2026-06-30T12:00:00.1234567'],
    ['iso-utc', '2026-01-31T00:00:00+01:00', DAY, '2026-01-31'],
    ['iso-utc', '2026-01-31T02:30-0500', MOMENT, '2026-01-31T08:30:00'],
    ['iso-utc', '2026-01-31', DAY, '2026-01-31'],
    ['epoch-ms', 1_769_814_000_000, DAY, '2026-01-31'],
    ['epoch-ms', '1769814000000', DAY, '2026-01-31'],
    ['epoch-ms', -1, MOMENT, '1970-01-01T00:59:59.999'],
    ['dotnet', '/Date(1769814000000)/', DAY, '2026-01-31'],
    ['dotnet', '/Date(1769814000123+0100)/', MOMENT, '2026-01-31T00:00:00.123'],
  ] as const)('%s: %s', (dates, written, field, expected) => {
    expect(datesOf(dates, 'Europe/Vienna').read(written, field)).toBe(expected);
  });

  test('a day at another hour than midnight shows the hour: its zone is not that of the description', () => {
    expect(datesOf('epoch-ms', 'Europe/Vienna').read(1_769_817_600_000, DAY)).toBe('2026-01-31T01:00:00.000');
  });

  test.each([null, true, 'soon', '2026-13-45T10:00:00Z', '/Date(x)/', 1.5, 1e300])(
    '%j is no date',
    (value) => {
      for (const dates of ['iso-utc', 'epoch-ms', 'dotnet'] as const)
        expect(datesOf(dates, 'Europe/Vienna').read(value, MOMENT)).toBe(value);
    },
  );

  test('in the text of a page, other values keep their text', () => {
    const dotnet = datesOf('dotnet', 'UTC');
    expect(dotnet.rewritten(String.raw`"\/Date(0)\/"`, DAY)).toBe('"1970-01-01"');
    expect(dotnet.rewritten(String.raw`"\/Date(0)\/"`, MOMENT)).toBe('"1970-01-01T00:00:00.000"');
    expect(dotnet.rewritten('"a\\u0062"', DAY)).toBe('"a\\u0062"');
    expect(dotnet.rewritten('null', DAY)).toBe('null');
    const epoch = datesOf('epoch-ms', 'UTC');
    expect(epoch.rewritten('1e3', MOMENT)).toBe('1e3');
    expect(epoch.rewritten('0', MOMENT)).toBe('"1970-01-01T00:00:00.000"');
  });
});

describe('a time that is asked for is the moment that it means', () => {
  test.each([
    ['iso-utc', '2026-01-31', MOMENT, '2026-01-30T23:00:00Z'],
    ['iso-utc', '2026-01-31', DAY, '2026-01-31'],
    ['iso-utc', '2026-06-30T12:00:00.1234560', MOMENT, '2026-06-30T10:00:00.123456Z'],
    ['epoch-ms', '2026-01-31', DAY, '1769814000000'],
    ['dotnet', '2026-01-31', MOMENT, '/Date(1769814000000)/'],
    ['iso-utc', '2026-10-25T03:00:00', MOMENT, '2026-10-25T02:00:00Z'],
    // Clocks go from 2:00 to 3:00, so nothing is shown as this time.
    ['iso-utc', '2026-03-29T02:30:00', MOMENT, null],
    // Clocks go from 3:00 back to 2:00.
    ['iso-utc', '2026-10-25T02:30:00', MOMENT, null],
    ['iso-utc', '9999-12-31T23:59:59', MOMENT, null],
    ['epoch-ms', '9999-12-31T23:59:59.9999999', MOMENT, null],
  ] as const)('%s: %s', (dates, value, field, expected) => {
    const written = datesOf(dates, 'Europe/Vienna').written(value, 'equals', field);
    expect(written?.value ?? null).toBe(expected);
  });

  const SKIPPED = '2026-03-29T02:30:00';
  const TWICE = '2026-10-25T02:30:00';
  const OPEN = '9999-12-31T23:59:59';
  test.each([
    // The first moment after the gap is shown as 3:00.
    ['lessThanOrEquals', SKIPPED, 'lessThan 2026-03-29T01:00:00Z'],
    ['greaterThan', SKIPPED, 'greaterThanOrEquals 2026-03-29T01:00:00Z'],
    // Some moments before the later 2:30 are shown as later times, and some after the earlier 2:30 as earlier ones.
    ['lessThanOrEquals', TWICE, null],
    ['greaterThan', TWICE, null],
    ['lessThan', OPEN, null],
    ['greaterThanOrEquals', OPEN, null],
    ['lessThanOrEquals', OPEN, null],
    ['greaterThan', OPEN, null],
    // The first and the last of the times that are shown twice.
    ['lessThan', '2026-10-25T02:00:00', 'lessThan 2026-10-25T00:00:00Z'],
    ['greaterThanOrEquals', '2026-10-25T02:00:00', 'greaterThanOrEquals 2026-10-25T00:00:00Z'],
    ['greaterThanOrEquals', '2026-10-25T02:00:00.1', null],
    ['lessThanOrEquals', `${OPEN}.9999999`, 'lessThanOrEquals 9999-12-31T23:59:59.9999999Z'],
    ['greaterThan', `${OPEN}.9999999`, 'greaterThan 9999-12-31T23:59:59.9999999Z'],
  ] as const)('%s %s', (op, value, expected) => {
    const written = datesOf('iso-utc', 'Europe/Vienna').written(value, op, MOMENT);
    expect(written && `${written.op} ${written.value}`).toBe(expected);
  });

  test.each([
    ['Atlantic/Azores', '2026-10-25T00:00:00Z'],
    ['America/Havana', '2026-11-01T04:00:00Z'],
  ])('a day filter in %s begins with the day, though clocks go back to its midnight', (zone, first) => {
    const day = zone === 'Atlantic/Azores' ? '2026-10-25' : '2026-11-01';
    for (const op of ['lessThan', 'greaterThanOrEquals'] as const)
      expect(datesOf('iso-utc', zone).written(day, op, MOMENT)).toEqual({ op, value: first });
  });

  test.each([
    [
      'dotnet',
      'America/New_York',
      'lessThanOrEquals',
      '9999-12-31T23:59:59.9999999',
      '/Date(253402300799999)/',
    ],
    ['epoch-ms', 'America/New_York', 'greaterThan', '9999-12-31T23:59:59.9999999', '253402300799999'],
    ['dotnet', 'Asia/Kolkata', 'greaterThanOrEquals', '0001-01-01', '/Date(-62135596800000)/'],
  ] as const)('%s in %s: no moment beyond the calendar is sent', (dates, zone, op, value, expected) => {
    expect(datesOf(dates, zone).written(value, op, MOMENT)).toEqual({ op, value: expected });
  });

  test('a day that begins after a gap of the clocks is the first moment after it', () => {
    const epoch = datesOf('epoch-ms', 'America/Sao_Paulo');
    const start = Date.parse('2018-11-04T03:00:00Z');
    expect(epoch.read(start, DAY)).toBe('2018-11-04');
    expect(epoch.written('2018-11-04', 'equals', DAY)).toEqual({ op: 'equals', value: String(start) });
  });

  // The service compares whole milliseconds.
  test.each([
    ['lessThanOrEquals', '123'],
    ['greaterThan', '123'],
    ['lessThan', '124'],
    ['greaterThanOrEquals', '124'],
  ] as const)('%s a part of a millisecond', (op, expected) => {
    const epoch = datesOf('epoch-ms', 'UTC');
    expect(epoch.written('1970-01-01T00:00:00.1230001', op, MOMENT)).toEqual({ op, value: expected });
  });
});

describe('a comparison finds the rows that are shown as it says', () => {
  const FORMS = ['iso-utc', 'epoch-ms', 'dotnet'] as const;
  type Form = (typeof FORMS)[number];
  const RANGES = ['lessThan', 'lessThanOrEquals', 'greaterThan', 'greaterThanOrEquals'] as const;
  const OPS = ['equals', 'notEquals', 'containsAny', ...RANGES] as const;
  type Op = (typeof OPS)[number];
  const HOURS_S = 14 * 3600;
  const secondsOf = (moment: string) => Date.parse(moment) / 1000;
  const around = (moment: string, reach = 10_800) =>
    fc.integer({ min: secondsOf(moment) - reach, max: secondsOf(moment) + reach });
  const textOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19);

  function wireOf(form: Form, seconds: number): string | number {
    const ms = seconds * 1000;
    return { 'iso-utc': `${textOf(seconds)}Z`, 'epoch-ms': ms, dotnet: `/Date(${ms})/` }[form];
  }
  const msOf = (wire: string) => (wire.endsWith('Z') ? Date.parse(wire) : Number(/-?\d+/.exec(wire)?.[0]));

  function passes<Value extends string | number>(
    value: Value,
    op: string,
    others: readonly Value[],
  ): boolean {
    const [other = value] = others;
    switch (op as Op) {
      case 'equals':
      case 'containsAny':
        return others.includes(value);
      case 'notEquals':
        return !others.includes(value);
      case 'lessThan':
        return value < other;
      case 'lessThanOrEquals':
        return value <= other;
      case 'greaterThan':
        return value > other;
      case 'greaterThanOrEquals':
        return value >= other;
    }
  }

  /** Whether a row of this moment is shown as asked for, and whether the service finds it; null if the comparison is refused. */
  function compared(form: Form, zone: string, seconds: number, op: Op, asked: string) {
    const dates = datesOf(form, zone);
    const shown = String(dates.read(wireOf(form, seconds), MOMENT)).slice(0, 19);
    const written = dates.written(asked, op, MOMENT);
    if (written === null) return null;
    return {
      isShown: passes(shown, op, [asked]),
      isFound: passes(seconds * 1000, written.op, [msOf(written.value)]),
    };
  }

  const forms = fc.constantFrom(...FORMS);
  const ops = fc.constantFrom(...OPS);
  const CHANGES = [
    ['Europe/Vienna', '2026-03-29T01:00Z'],
    ['Europe/Vienna', '2026-10-25T01:00Z'],
    ['Europe/London', '2026-10-25T01:00Z'],
    ['America/New_York', '2026-03-08T07:00Z'],
    ['America/New_York', '2026-11-01T06:00Z'],
    ['Pacific/Auckland', '2026-04-04T14:00Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00Z'],
    ['America/Havana', '2025-11-02T05:00Z'],
    ['Atlantic/Azores', '2026-10-25T01:00Z'],
    ['Asia/Kolkata', '2026-04-04T14:00Z'],
    ['UTC', '2026-04-04T14:00Z'],
  ] as const;

  test('around changes of clocks, or it is refused', () => {
    const places = fc.constantFrom(...CHANGES).chain(([zone, change]) =>
      fc.record({
        zone: fc.constant(zone),
        seconds: around(change),
        // Every time that clocks show near the change, or skip.
        asked: around(change).chain((moment) =>
          fc.constantFrom(-5, -4, -3, -2, 0, 1, 2, 5.5, 12, 13).map((hours) => textOf(moment + hours * 3600)),
        ),
      }),
    );
    fc.assert(
      fc.property(forms, places, ops, (form, { zone, seconds, asked }, op) => {
        const result = compared(form, zone, seconds, op, asked);
        if (result !== null) expect(result.isFound).toBe(result.isShown);
      }),
      { numRuns: 1_000 },
    );
  });

  test('at both ends of the calendar', () => {
    const [first, last] = [secondsOf('0001-01-01T00:00:00Z'), secondsOf('9999-12-31T23:59:59Z')];
    const ends = fc.oneof(
      fc.constantFrom(first, last),
      fc.integer({ min: first, max: first + 2 * HOURS_S }),
      fc.integer({ min: last - 2 * HOURS_S, max: last }),
    );
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Vienna',
      'Asia/Kolkata',
      'Pacific/Auckland',
      'America/New_York',
    );
    fc.assert(
      fc.property(forms, zones, ends, ends, ops, (form, zone, seconds, wall, op) => {
        const result = compared(form, zone, seconds, op, textOf(wall));
        if (result !== null) expect(result.isFound).toBe(result.isShown);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('times of the clock of the service are moments in UTC, whatever the zone', () => {
  expect(datesOf('epoch-ms', 'Europe/Vienna').moment(1_769_814_000_123)).toBe('2026-01-30T23:00:00.123Z');
  expect(datesOf('dotnet', 'Europe/Vienna').moment('/Date(0+0100)/')).toBe('1970-01-01T00:00:00.000Z');
  expect(datesOf('iso-utc', 'Europe/Vienna').moment('2026-01-31T00:00:00+01:00')).toBe(
    '2026-01-30T23:00:00.000Z',
  );
  expect(datesOf('iso-utc', 'Europe/Vienna').moment('soon')).toBe('soon');
});

test('dates that the service writes as the contract says are not converted', () => {
  expect(createWireDates({ dates: 'iso', zone: 'UTC' })).toBeNull();
});
