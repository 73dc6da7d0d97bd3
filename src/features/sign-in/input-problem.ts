import { apiKeyProblem } from '@/contract/authorization';
import { parseServiceAddress, type ServiceAddressProblem } from '@/session/machine/service-address';
import type { SignInProblem } from './use-sign-in-attempt';
import type { SignInValues } from './sign-in-values';

/** An invalid field and its error. `message` is the key of a message in the namespace `signIn`. */
export interface WrongField {
  readonly field: 'serviceAddress' | 'userName' | 'password';
  readonly problem: SignInProblem;
  readonly message: string;
}

/** Returns the field whose value cannot be sent; null if all values are valid. */
export function wrongInput(values: SignInValues): WrongField | null {
  const parsed = parseServiceAddress(values.serviceAddress);
  if (!parsed.ok) {
    return {
      field: 'serviceAddress',
      problem: { kind: 'input', problem: parsed.problem },
      message: ADDRESS_PROBLEMS[parsed.problem],
    };
  }
  const problem = values.method === 'api-key' ? apiKeyProblem(values.userName, values.password) : null;
  if (problem === null) return null;
  const isInUserName = problem === 'colon-in-user-name' || apiKeyProblem(values.userName, '') !== null;
  return {
    field: isInUserName ? 'userName' : 'password',
    problem: { kind: 'input', problem },
    message: problem === 'colon-in-user-name' ? 'colonTitle' : 'headerUnsafeField',
  };
}

/** Returns the field that should receive the focus after a failed attempt. */
export function fieldToTryAgain(
  problem: SignInProblem | 'cancelled',
  isAddressFixed: boolean,
): 'serviceAddress' | 'password' {
  if (problem === 'cancelled' || problem.kind === 'input' || isAddressFixed) return 'password';
  switch (problem.failure.kind) {
    case 'unreachable':
    case 'malformed':
    case 'beyond-limit':
    case 'oversized':
      return 'serviceAddress';
    case 'rejected':
      return problem.failure.status === 404 ? 'serviceAddress' : 'password';
    case 'unauthenticated':
    case 'forbidden':
    case 'expired-snapshot':
    case 'misdirected':
    case 'no-custody':
    case 'throttled':
    case 'timed-out':
    case 'cancelled':
      return 'password';
  }
}

const ADDRESS_PROBLEMS = {
  empty: 'addressMissing',
  unreadable: 'addressNotAnAddress',
  'other-scheme': 'addressNotAnAddress',
  'plain-http': 'addressPlainHttp',
  'loopback-name': 'addressLoopbackName',
  'credentials-in-address': 'addressHasCredentials',
} as const satisfies Record<ServiceAddressProblem, string>;
