import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SignInInputError, type SignInInputProblem } from '@/session/sign-in';
import { isLongWait } from '@/ui/http/retry-policy';
import { ServiceError, type ServiceFailure } from '@/ui/http/service-error';

export type SignInProblem =
  /** The input is invalid and was not sent. */
  | { readonly kind: 'input'; readonly problem: SignInInputProblem }
  | { readonly kind: 'service'; readonly failure: ServiceFailure; readonly host: string };

export interface SignInAttempt<Input> {
  readonly isBusy: boolean;
  readonly problem: SignInProblem | null;
  /** Resolves to the problem, or to null on success. Rejects only for unknown causes. */
  readonly submit: (input: Input) => Promise<SignInProblem | 'cancelled' | null>;
  readonly report: (problem: SignInProblem) => void;
  readonly clearProblem: () => void;
  readonly cancel: () => void;
}

/** Runs one sign-in attempt at a time. A new attempt, `cancel` and unmounting abort the running attempt. */
export function useSignInAttempt<Input>(
  send: (input: Input, options: { readonly signal: AbortSignal }) => Promise<void>,
  /** Returns the service address in the input, which must be valid. */
  addressOf: (input: Input) => string,
): SignInAttempt<Input> {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  // The message asks the user to restore the connection. The connection is back, so the message is removed.
  useWindowEvent('online', () => setProblem((met) => (isUnreachable(met) ? null : met)));

  function problemOf(error: unknown, input: Input): SignInProblem | 'cancelled' {
    if (error instanceof SignInInputError) return { kind: 'input', problem: error.problem };
    if (!(error instanceof ServiceError)) throw error;
    if (error.failure.kind === 'cancelled') return 'cancelled';
    return { kind: 'service', failure: error.failure, host: new URL(addressOf(input)).host };
  }

  async function submit(input: Input): Promise<SignInProblem | 'cancelled' | null> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setProblem(null);
    try {
      await send(input, { signal: controller.signal });
      return null;
    } catch (error) {
      const met = problemOf(error, input);
      if (met !== 'cancelled') setProblem(met);
      return met;
    } finally {
      if (running.current === controller) setBusy(false);
    }
  }

  return {
    isBusy,
    problem,
    submit,
    report: setProblem,
    clearProblem: () => {
      setProblem(null);
    },
    cancel: () => running.current?.abort(),
  };
}

function isUnreachable(problem: SignInProblem | null): boolean {
  return problem?.kind === 'service' && problem.failure.kind === 'unreachable';
}

/** Whether the service asks for a short wait, which the form counts down. After a longer wait, the user decides. */
export function isWaitAskedFor(problem: SignInProblem | null): boolean {
  return problem?.kind === 'service' && problem.failure.kind === 'throttled' && !isLongWait(problem.failure);
}
