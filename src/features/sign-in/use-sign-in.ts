import { useEffect, useRef, useState } from 'react';
import { useSessionActions } from '@/session/session-context';
import { SignInInputError, type SignInInputProblem } from '@/session/sign-in';
import { ServiceError, type ServiceFailure } from '@/shared/http/service-error';
import type { SignInValues } from './sign-in-values';

/** Why nobody is signed in after trying. */
export type SignInProblem =
  /** It was not even sent. */
  | { readonly kind: 'input'; readonly problem: SignInInputProblem }
  | { readonly kind: 'service'; readonly failure: ServiceFailure; readonly host: string };

export interface SignIn {
  readonly isBusy: boolean;
  readonly problem: SignInProblem | null;
  /** `serviceAddress` must already be a checked one. Resolves to whether it worked; never rejects for a known cause. */
  readonly submit: (form: SignInValues) => Promise<boolean>;
  readonly report: (problem: SignInProblem) => void;
  readonly clearProblem: () => void;
  readonly cancel: () => void;
}

/** One sign-in at a time, cancellable; leaving the screen cancels too. */
export function useSignIn(onSignedIn: () => void): SignIn {
  const { signIn } = useSessionActions();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function submit(form: SignInValues): Promise<boolean> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setProblem(null);
    try {
      await signIn(form, { signal: controller.signal });
      onSignedIn();
      return true;
    } catch (error) {
      if (error instanceof SignInInputError) setProblem({ kind: 'input', problem: error.problem });
      else if (!(error instanceof ServiceError)) throw error;
      else if (error.failure.kind !== 'cancelled') {
        setProblem({ kind: 'service', failure: error.failure, host: new URL(form.serviceAddress).host });
      }
      return false;
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
