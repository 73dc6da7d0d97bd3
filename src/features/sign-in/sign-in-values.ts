import * as z from 'zod';

/** What the form holds. Problems are ids of messages in the namespace `signIn`. */
export const signInSchema = z.object({
  method: z.enum(['password', 'api-key']),
  serviceAddress: z.string().trim().min(1, 'addressMissing'),
  userName: z.string().min(1, 'userNameMissing'),
  password: z.string().min(1, 'passwordMissing'),
  clientId: z.string().trim().min(1, 'clientIdMissing'),
  keepSignedIn: z.boolean(),
});

export type SignInValues = z.infer<typeof signInSchema>;
export type SignInMethod = SignInValues['method'];
