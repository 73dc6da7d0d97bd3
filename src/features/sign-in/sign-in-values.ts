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

/** The values of the form that asks only for the password. */
export const passwordSchema = signInSchema.pick({ password: true });

export type SignInValues = z.infer<typeof signInSchema>;
export type SignInMethod = SignInValues['method'];

/** The values without the password, which is never stored. Parsing with this schema drops it. */
export const typedSchema = z.object({
  method: z.enum(['password', 'api-key']),
  serviceAddress: z.string(),
  userName: z.string(),
  clientId: z.string(),
  keepSignedIn: z.boolean(),
});

/** The typed values, which are restored after a reload. If the browser refuses storage, users have to type them again. */
export const typedValues = storedValue(() => sessionStorage, 'colonnade-sign-in-typed', typedSchema);
