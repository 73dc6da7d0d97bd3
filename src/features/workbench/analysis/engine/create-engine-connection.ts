import { EngineError } from './analysis-engine';
import type { EngineConnection } from './engine-connection';

/** Starts the engine. There is none yet: no view is offered that would need it. */
export function createEngineConnection(): EngineConnection {
  throw new EngineError({ kind: 'unsupported', detail: 'There is no engine.' });
}
