import { expect, test } from 'vitest';
import { typedSchema } from './sign-in-values';

test('of what was typed the password alone is not kept for a reload', () => {
  const typed = {
    method: 'password',
    serviceAddress: 'https://prices.test/papi',
    userName: 'anna',
    clientId: 'colonnade',
    keepSignedIn: true,
  };
  expect(typedSchema.parse({ ...typed, password: 'secret' })).toEqual(typed);
});
