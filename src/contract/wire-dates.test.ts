import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWireDates } from './wire-dates';

function datesOf(dates: 'iso-utc' | 'epoch-ms' | 'dotnet', zone: string) {
  const converted = createWireDates({ dates, zone });
  if (converted === null) throw new Error('Nothing is converted.');
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
    // Clocks went from 2:00 to 3:00, and from 3:00 back to 2:00.
    ['iso-utc', '2026-03-29T02:30:00', MOMENT, null],
    ['iso-utc', '2026-10-25T02:30:00', MOMENT, null],
    ['iso-utc', '2026-10-25T03:00:00', MOMENT, '2026-10-25T02:00:00Z'],
    ['epoch-ms', '9999-12-31T23:59:59.9999999', MOMENT, null],
  ] as const)('%s: %s', (dates, value, field, expected) => {
    expect(datesOf(dates, 'Europe/Vienna').written(value, 'equals', field)).toBe(expected);
  });

  // The service compares whole milliseconds.
  test.each([
    ['lessThanOrEquals', '123'],
    ['greaterThan', '123'],
    ['lessThan', '124'],
    ['greaterThanOrEquals', '124'],
  ] as const)('%s a part of a millisecond', (op, expected) => {
    const epoch = datesOf('epoch-ms', 'UTC');
    expect(epoch.written('1970-01-01T00:00:00.1230001', op, MOMENT)).toBe(expected);
  });
});

describe('a moment that is read and sent back is the same moment', () => {
  const [FIRST_S, LAST_S] = [
    Date.parse('0001-01-01T00:00:00Z') / 1000,
    Date.parse('9999-12-31T23:59:59Z') / 1000,
  ];
  const around = (moment: string) => {
    const seconds = Date.parse(moment) / 1000;
    return fc.integer({ min: seconds - 10_800, max: seconds + 10_800 });
  };
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Vienna',
    'Asia/Kolkata',
    'Pacific/Auckland',
    'America/New_York',
  );
  const forms = fc.constantFrom('iso-utc' as const, 'epoch-ms' as const, 'dotnet' as const);

  function sentBack(form: 'iso-utc' | 'epoch-ms' | 'dotnet', zone: string, seconds: number): number | null {
    const ms = seconds * 1000;
    const wire = { 'iso-utc': new Date(ms).toISOString(), 'epoch-ms': ms, dotnet: `/Date(${ms})/` }[form];
    const dates = datesOf(form, zone);
    const sent = dates.written(String(dates.read(wire, MOMENT)), 'equals', MOMENT);
    if (sent === null) return null;
    return form === 'iso-utc' ? Date.parse(sent) : Number(/-?\d+/.exec(sent)?.[0]);
  }

  test('at both ends of the calendar', () => {
    // Further from the ends, a clock of the zone may show the same as an end of the calendar in UTC.
    const ends = fc.oneof(
      fc.integer({ min: LAST_S - 3599, max: LAST_S }),
      fc.integer({ min: LAST_S - 864_000, max: LAST_S - 172_800 }),
      fc.integer({ min: FIRST_S, max: FIRST_S + 3599 }),
      fc.integer({ min: FIRST_S + 172_800, max: FIRST_S + 864_000 }),
    );
    fc.assert(
      fc.property(forms, zones, ends, (form, zone, seconds) => {
        expect(sentBack(form, zone, seconds)).toBe(seconds * 1000);
      }),
    );
  });

  test('around changes of clocks, or it is not sent', () => {
    const changes = fc.oneof(
      ...[
        '2026-03-29T01:00Z',
        '2026-10-25T01:00Z',
        '2026-03-08T07:00Z',
        '2026-11-01T06:00Z',
        '2026-04-04T14:00Z',
      ].map(around),
    );
    fc.assert(
      fc.property(forms, zones, changes, (form, zone, seconds) => {
        expect([null, seconds * 1000]).toContain(sentBack(form, zone, seconds));
      }),
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
