import type { EngineConnection } from '@/analysis/engine/engine-connection';
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
  /** Aborted when the run is stopped, or when the service has not answered for too long. Its reason is the error of the run. */
  readonly signal: AbortSignal;
  readonly retryUntilDone: RetryUntilDone['retryUntilDone'];
  /** Restarts the time limit. Must be called each time that the service has answered. */
  readonly noteProgress: () => void;
  /** Notes why a call is repeated. The error that ends the run at the time limit contains the last failure. */
  readonly noteFailure: (failure: ServiceFailure) => void;
  /** Starts an engine and connects to it. Only commands that need an engine call it. */
  readonly connectEngine: () => EngineConnection;
  readonly progress: Progress;
  /** Tells the user a sentence beside the report, such as what is done in another way than the view says. */
  readonly tell: (text: string) => void;
  /** Registers a callback for the case that the process ends before the work is done. Returns a function that removes it. */
  readonly onLeave: (callback: () => void) => () => void;
}
