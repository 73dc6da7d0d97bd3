import { afterEach, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '@/ui/config/runtime-config';
import { narrowPolicy } from './narrow-policy';

afterEach(() => document.head.replaceChildren());

const policies = () =>
  [...document.head.querySelectorAll<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')].map(
    ({ content }) => content,
  );

test.each([
  [
    'a fixed service and its events',
    {
      serviceAddress: 'https://prices.example.com:8443/papi',
      eventsAddress: 'https://events.example.com/changes?all=1',
    },
    "connect-src 'self' https://prices.example.com:8443 https://events.example.com",
  ],
  [
    'a service that sends its events itself',
    { serviceAddress: 'https://a.example/papi', eventsAddress: 'https://a.example/events' },
    "connect-src 'self' https://a.example",
  ],
  [
    'a service that is passed through',
    { serviceAddress: `${window.location.origin}/papi` },
    "connect-src 'self'",
  ],
  [
    'an address that error reports go to',
    { serviceAddress: 'https://a.example/papi', reportTo: 'https://reports.example.com/console' },
    "connect-src 'self' https://a.example https://reports.example.com",
  ],
  [
    'a path that error reports go to',
    { serviceAddress: 'https://a.example/papi', reportTo: '/reports' },
    "connect-src 'self' https://a.example",
  ],
  ['the demo', { demo: true }, "connect-src 'self'"],
])('%s can be called, and nothing else', (_, config, policy) => {
  narrowPolicy(document, { ...DEFAULT_CONFIG, serviceAddressFixed: true, ...config });
  expect(policies()).toEqual([policy]);
});

test('where the address is typed, every one stays open', () => {
  narrowPolicy(document, { ...DEFAULT_CONFIG, serviceAddress: 'https://a.example/papi' });
  expect(policies()).toEqual([]);
});

test('an installation without the analysis compiles no WebAssembly, whatever the address', () => {
  narrowPolicy(document, { ...DEFAULT_CONFIG, analysis: false });
  narrowPolicy(document, { ...DEFAULT_CONFIG, analysis: false, serviceAddressFixed: true });
  expect(policies()).toEqual(["script-src 'self'", "connect-src 'self'; script-src 'self'"]);
});
