import type { EngineConnection } from '@/features/workbench/rows-read/engine/engine-connection';
import type { Clock } from '@/lib/base/clock';
import type { RetryUntilDone } from '@/ui/http/retry-until-done';
import type { ServiceFailure } from '@/ui/http/service-error';
import type { SignedIn } from './connection/sign-in';
import type { Progress } from './progress';
import type { Words } from './words';

/** What the work of a run stands on. */
export interface RunContext {
  readonly signedIn: SignedIn;
  readonly words: Words;
  readonly clock: Clock;
  /** Aborted with the error that ends the run: it was stopped, or the service has not answered for too long. */
  readonly signal: AbortSignal;
  readonly retryUntilDone: RetryUntilDone['retryUntilDone'];
  /** The service has answered. */
  readonly noteProgress: () => void;
  /** The service does not answer for now, and is asked again. */
  readonly noteFailure: (failure: ServiceFailure) => void;
  /** Connects to an engine of the run's own, which only some commands need. */
  readonly connectEngine: () => EngineConnection;
  readonly progress: Progress;
  /** Calls back when the process ends before its work is done. Returns what forgets the callback. */
  readonly onLeave: (callback: () => void) => () => void;
}
