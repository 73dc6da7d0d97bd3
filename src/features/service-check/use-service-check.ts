import { useCallback, useEffect, useState } from 'react';
import { DEFAULT_DESCRIPTION } from '@/contract/service-description';
import { browserClock } from '@/lib/base/clock';
import { checkService } from '@/service-check/check-service';
import type { CheckStep, ServiceCheck } from '@/service-check/check-step';
import { exchangeThrough } from '@/service-check/exchange';
import { useServiceClient, useSessionActions } from '@/session/session-context';

export type CheckState =
  | { readonly kind: 'running'; readonly steps: readonly CheckStep[] }
  | { readonly kind: 'cancelled'; readonly steps: readonly CheckStep[] }
  | { readonly kind: 'done'; readonly steps: readonly CheckStep[]; readonly check: ServiceCheck };

export interface RunningCheck {
  readonly state: CheckState;
  readonly cancel: () => void;
  readonly tryAgain: () => void;
}

const NO_STEPS: readonly CheckStep[] = [];

/** Checks the service of the signed-in account as soon as the screen is there. Leaving the screen cancels the check. */
export function useServiceCheck(): RunningCheck {
  const client = useServiceClient();
  const { tokenFacts } = useSessionActions();
  const [attempt, setAttempt] = useState(() => ({ controller: new AbortController() }));
  const [state, setState] = useState<CheckState>({ kind: 'running', steps: NO_STEPS });

  useEffect(() => {
    const { signal } = attempt.controller;
    // A component that is mounted twice in development must not start with a cancelled check.
    const own = new AbortController();
    const either = AbortSignal.any([signal, own.signal]);
    const clock = browserClock();
    let steps = NO_STEPS;
    void run();
    async function run(): Promise<void> {
      try {
        const check = await checkService(client.dialect?.description ?? DEFAULT_DESCRIPTION, {
          exchange: exchangeThrough(client, clock.wallMs),
          clock,
          signal: either,
          token: tokenFacts(),
          onStep: (next) => {
            steps = next;
            if (!either.aborted) setState({ kind: 'running', steps });
          },
        });
        setState({ kind: 'done', steps: check.steps, check });
      } catch (error) {
        if (!either.aborted) throw error;
        if (signal.aborted) setState({ kind: 'cancelled', steps });
      }
    }
    return () => own.abort();
  }, [attempt, client, tokenFacts]);

  const cancel = useCallback(() => attempt.controller.abort(), [attempt]);
  const tryAgain = useCallback(() => {
    setState({ kind: 'running', steps: NO_STEPS });
    setAttempt({ controller: new AbortController() });
  }, []);
  return { state, cancel, tryAgain };
}
