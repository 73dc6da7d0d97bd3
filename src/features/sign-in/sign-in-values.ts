import * as z from 'zod';
import { isHeaderText } from '@/contract/authorization';
import { storedValue } from '@/lib/base/local-setting';

/** The values of the sign-in form. Errors are keys of messages in the namespace `signIn`. */
export const signInSchema = z.object({
  method: z.enum(['password', 'api-key']),
  serviceAddress: z.string().trim().min(1, 'addressMissing'),
  userName: z.string().min(1, 'userNameMissing'),
  password: z.string().min(1, 'passwordMissing'),
  clientId: z.string().trim().min(1, 'clientIdMissing').refine(isHeaderText, 'headerUnsafeField'),
  keepSignedIn: z.boolean(),
});

/** The values of the form that asks for the password alone. */
export const passwordSchema = signInSchema.pick({ password: true });

export type SignInValues = z.infer<typeof signInSchema>;
export type SignInMethod = SignInValues['method'];

/** The values without the password, which is never stored: parsing drops it. */
export const typedSchema = z.object({
  method: z.enum(['password', 'api-key']),
  serviceAddress: z.string(),
  userName: z.string(),
  clientId: z.string(),
  keepSignedIn: z.boolean(),
});

/** The typed values, for the page after a reload. Where the browser refuses storage they are typed again. */
export const typedValues = storedValue(() => sessionStorage, 'colonnade-sign-in-typed', typedSchema);
