import type { EngineConnection } from '@/features/workbench/rows-read/engine/engine-connection';
import type { Clock } from '@/lib/base/clock';
import type { RetryUntilDone } from '@/ui/http/retry-until-done';
import type { ServiceFailure } from '@/ui/http/service-error';
import type { SignedIn } from './connection/sign-in';
import type { Progress } from './progress';
import type { CommandWords } from './words';

export interface RunContext {
  readonly signedIn: SignedIn;
  readonly words: CommandWords;
  readonly clock: Clock;
  /** Aborted with the error that ends the run: the run was stopped, or the service has been silent for too long. */
  readonly signal: AbortSignal;
  readonly retryUntilDone: RetryUntilDone['retryUntilDone'];
  /** To be called when the service has answered. */
  readonly noteProgress: () => void;
  /** To be called when the service does not answer, and is asked again. */
  readonly noteFailure: (failure: ServiceFailure) => void;
  /** Connects to an engine, which the run starts only if a command needs it. */
  readonly connectEngine: () => EngineConnection;
  readonly progress: Progress;
  /** Registers a callback for the case that the process ends before the work is done. Returns a function that removes it. */
  readonly onLeave: (callback: () => void) => () => void;
}
