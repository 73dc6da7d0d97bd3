import type { EngineConnection } from '../rows-read/engine/engine-connection';
import { sharedConnection } from '../rows-read/engine/shared-connection';

/** The engine that the views of a routine use one after the other: to start one takes longer than to compare a thousand rows. */
export interface RoutineEngine {
  /** Connects a view. After a failure, whatever its cause, the next view gets another engine. */
  readonly connect: () => EngineConnection;
  readonly end: () => void;
}

/** Creates the engine of a routine, which `start` starts with the first view. */
export function createRoutineEngine(start: () => EngineConnection): RoutineEngine {
  let current: EngineConnection | null = null;

  function end(engine: EngineConnection | null): void {
    engine?.terminate();
    if (engine === current) current = null;
  }

  function started(): EngineConnection {
    const engine = start();
    // A failure is told where the first table is created.
    engine.open(NEVER).catch(() => undefined);
    return engine;
  }

  return {
    connect: () => {
      const engine = (current ??= started());
      return sharedConnection(engine, () => end(engine));
    },
    end: () => end(current),
  };
}

const NEVER = new AbortController().signal;
