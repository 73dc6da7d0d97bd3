import { expect, test } from 'vitest';
import { eventsAddressFor } from './events-address';

const DEMO = 'https://demo.invalid/papi';
const SERVICE = 'https://prices.example.com/papi';
const EVENTS = 'https://events.example.com/stream';

test.each([
  ['the demo has its own', DEMO, { eventsAddress: EVENTS }, `${DEMO}/events`],
  ['the deployment names both', SERVICE, { serviceAddress: SERVICE, eventsAddress: EVENTS }, EVENTS],
  ['none is named', SERVICE, { serviceAddress: SERVICE }, null],
  [
    'another service gets no credentials of this one',
    'https://other.example.com/papi',
    { serviceAddress: SERVICE, eventsAddress: EVENTS },
    null,
  ],
  [
    'of the same origin',
    SERVICE,
    { eventsAddress: 'https://prices.example.com/events' },
    'https://prices.example.com/events',
  ],
])('%s', (_, serviceAddress, config, expected) => {
  expect(eventsAddressFor(serviceAddress, { ...config, demoServiceAddress: DEMO })).toBe(expected);
});

test('a described service has its stream below its own address, whatever is configured', () => {
  const config = { eventsAddress: EVENTS, demoServiceAddress: DEMO };
  expect(eventsAddressFor(SERVICE, config, '/v2/changes')).toBe(`${SERVICE}/v2/changes`);
  expect(eventsAddressFor(DEMO, config, '/v2/changes')).toBe(`${DEMO}/v2/changes`);
  expect(eventsAddressFor(SERVICE, { demoServiceAddress: DEMO }, null)).toBeNull();
});
