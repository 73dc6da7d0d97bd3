import { useCallback, useEffect, useRef, useState } from 'react';
import { DEFAULT_DESCRIPTION } from '@/contract/service-description';
import { browserClock } from '@/lib/base/clock';
import { checkService } from '@/service-check/check-service';
import type { CheckStep, ServiceCheck } from '@/service-check/check-step';
import { exchangeThrough } from '@/service-check/exchange';
import { useServiceClient, useSessionActions } from '@/session/session-context';

export type CheckState =
  /** Nothing has been sent yet. */
  | { readonly kind: 'idle'; readonly steps: readonly CheckStep[] }
  | { readonly kind: 'running'; readonly steps: readonly CheckStep[] }
  /** Something unexpected has ended the check. */
  | { readonly kind: 'failed'; readonly steps: readonly CheckStep[] }
  | { readonly kind: 'cancelled'; readonly steps: readonly CheckStep[] }
  | { readonly kind: 'done'; readonly steps: readonly CheckStep[]; readonly check: ServiceCheck };

export interface RunningCheck {
  readonly state: CheckState;
  /**
   * Starts a check from its first step. `priceColumnsPath` is the address of the list of price columns, from a person who knows it. Does
   * nothing while a check is running.
   */
  readonly start: (priceColumnsPath?: string) => void;
  /** Ends the running check, and aborts the request that it waits for. */
  readonly cancel: () => void;
}

const NO_STEPS: readonly CheckStep[] = [];

/** Checks the service of the signed-in account when the user starts it. Leaving the screen cancels the check. */
export function useServiceCheck(): RunningCheck {
  const client = useServiceClient();
  const { tokenFacts } = useSessionActions();
  const [state, setState] = useState<CheckState>({ kind: 'idle', steps: NO_STEPS });
  const running = useRef<AbortController | null>(null);

  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  const start = useCallback(
    (priceColumnsPath?: string) => {
      if (running.current !== null) return;
      const controller = new AbortController();
      running.current = controller;
      void run(controller.signal);

      async function run(signal: AbortSignal): Promise<void> {
        const clock = browserClock();
        let steps = NO_STEPS;
        setState({ kind: 'running', steps });
        try {
          const check = await checkService(client.dialect?.description ?? DEFAULT_DESCRIPTION, {
            exchange: exchangeThrough(client, clock.wallMs),
            clock,
            signal,
            token: tokenFacts(),
            priceColumnsPath,
            onStep: (next) => {
              steps = next;
              if (!signal.aborted) setState({ kind: 'running', steps });
            },
          });
          setState({ kind: 'done', steps: check.steps, check });
        } catch (error) {
          setState({ kind: signal.aborted ? 'cancelled' : 'failed', steps });
          if (!signal.aborted) throw error;
        } finally {
          running.current = null;
        }
      }
    },
    [client, tokenFacts],
  );

  return { state, start, cancel };
}
