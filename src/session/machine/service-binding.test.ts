import { describe, expect, test } from 'vitest';
import { boundService, configuredService, isStillBound, type ConfiguredService } from './service-binding';

const HERE = 'http://localhost:4800/papi';
const A = 'https://a.example.com/papi';
const B = 'https://b.example.com/papi';

const passThrough = (upstreamAddress: string): ConfiguredService => ({
  serviceAddress: HERE,
  isFixed: true,
  upstreamAddress,
});
const proposed = (serviceAddress: string | null): ConfiguredService => ({
  serviceAddress,
  isFixed: false,
  upstreamAddress: null,
});
const fixed = (serviceAddress: string): ConfiguredService => ({ ...proposed(serviceAddress), isFixed: true });

test.each([
  ['an address typed', B, proposed(A), B],
  ['a pass-through', HERE, passThrough(A), A],
  ['a pass-through, its service with a slash', HERE, passThrough(`${A}/`), A],
  ['an address typed beside a pass-through', B, { ...passThrough(A), isFixed: false }, B],
])('the service behind %s', (_, address, configured, expected) => {
  expect(boundService(address, configured)).toBe(expected);
});

describe('a session that was made under another configuration', () => {
  test.each<[string, string, ConfiguredService, ConfiguredService, boolean]>([
    ['the same pass-through', HERE, passThrough(A), passThrough(A), true],
    ['a pass-through to another service', HERE, passThrough(A), passThrough(B), false],
    ['a pass-through that did not say where it leads', HERE, fixed(HERE), passThrough(A), false],
    ['another fixed address', A, fixed(A), fixed(B), false],
    ['an address that is fixed now', A, proposed(null), fixed(A), true],
    ['an address typed in place of one that is fixed now', B, proposed(A), fixed(A), false],
    ['an address typed, with the same proposal', B, proposed(A), proposed(A), true],
    ['an address typed, with another proposal', B, proposed(A), proposed(null), false],
    ['the demo, left for a service', A, proposed(A), fixed(B), false],
  ])('%s: %#', (_, serviceAddress, then, now, expected) => {
    const account = { serviceAddress, service: boundService(serviceAddress, then) };
    expect(isStillBound(account, then, now)).toBe(expected);
  });
});

test('the configuration is compared as sign-in addresses are', () => {
  const config = { serviceAddress: `${A}/token`, serviceAddressFixed: true, custody: 'server' } as const;
  expect(configuredService(config, null)).toEqual({ ...fixed(A), custody: 'server' });
  const byPage = { custody: 'page' } as const;
  expect(configuredService({ ...byPage, serviceAddressFixed: true }, null)).toEqual({
    ...proposed(null),
    ...byPage,
  });
  expect(configuredService({ ...byPage, serviceAddressFixed: false }, A)).toEqual({
    ...proposed(A),
    ...byPage,
  });
});
