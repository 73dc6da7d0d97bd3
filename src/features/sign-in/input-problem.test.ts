import { describe, expect, test } from 'vitest';
import type { ServiceFailure } from '@/ui/http/service-error';
import { fieldToTryAgain, wrongInput } from './input-problem';
import type { SignInValues } from './sign-in-values';

const GOOD: SignInValues = {
  method: 'api-key',
  serviceAddress: 'https://prices.example.com/papi',
  userName: 'robot',
  password: 'schlüssel',
  clientId: 'colonnade',
  keepSignedIn: false,
};

describe('what cannot be sent', () => {
  test.each<[string, Partial<SignInValues>, string | null]>([
    ['nothing is wrong', {}, null],
    ['an address to be repaired', { serviceAddress: 'prices.example.com' }, null],
    ['plain http', { serviceAddress: 'http://prices.example.com/papi' }, 'serviceAddress'],
    ['a colon', { userName: 'ro:bot' }, 'userName'],
    ['a colon, and more', { userName: 'ro:bot', password: 'ключ' }, 'userName'],
    ['letters in the user name', { userName: 'робот' }, 'userName'],
    ['letters in the password', { password: 'ключ' }, 'password'],
    ['a blank at the end', { password: 'key ' }, 'password'],
    ['what a form carries, a header does not', { method: 'password', userName: 'ро:бот' }, null],
  ])('%s', (_, changes, field) => {
    expect(wrongInput({ ...GOOD, ...changes })?.field ?? null).toBe(field);
  });
});

describe('where to go on', () => {
  test.each<[ServiceFailure, string]>([
    [{ kind: 'unauthenticated' }, 'password'],
    [{ kind: 'unreachable' }, 'serviceAddress'],
    [{ kind: 'malformed', detail: 'token' }, 'serviceAddress'],
    [{ kind: 'rejected', status: 404, messages: [] }, 'serviceAddress'],
    [{ kind: 'rejected', status: 400, messages: [] }, 'password'],
    [{ kind: 'throttled', retryAfterS: 5, untilMs: 0 }, 'password'],
    [{ kind: 'timed-out', timeoutMs: 30_000 }, 'password'],
  ])('after %j: %s', (failure, field) => {
    const problem = { kind: 'service', failure, host: 'prices.example.com' } as const;
    expect(fieldToTryAgain(problem, false)).toBe(field);
    // If the address is fixed, the user cannot correct it.
    expect(fieldToTryAgain(problem, true)).toBe('password');
  });

  test('after a cancel: the password, which has left its field', () => {
    expect(fieldToTryAgain('cancelled', false)).toBe('password');
  });
});
