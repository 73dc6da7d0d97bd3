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
