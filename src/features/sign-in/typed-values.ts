import * as z from 'zod';
import type { SignInValues } from './sign-in-values';

/** What the form holds except the password, which is never stored. */
const typedSchema = z.object({
  method: z.enum(['password', 'api-key']),
  serviceAddress: z.string(),
  userName: z.string(),
  clientId: z.string(),
  keepSignedIn: z.boolean(),
});

const STORAGE_KEY = 'colonnade-sign-in-typed';

/** Keeps what was typed for the page after a reload; where the browser refuses storage it is typed again. */
export function keepTypedValues(values: SignInValues): void {
  try {
    // The schema takes the password off.
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(typedSchema.parse(values)));
  } catch {
    // As above.
  }
}

/** What the page before a reload has kept; null for nothing. */
export function keptTypedValues(): z.output<typeof typedSchema> | null {
  try {
    return typedSchema.parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return null;
  }
}

export function forgetTypedValues(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Then there is nothing to forget.
  }
}
