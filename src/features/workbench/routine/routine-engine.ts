import type { EngineConnection } from '@/analysis/engine/engine-connection';
import { sharedConnection } from '@/analysis/engine/shared-connection';

/** The engine that the views of a routine use in turn, because starting an engine takes longer than comparing a thousand rows. */
export interface RoutineEngine {
  /** Connects a view. After any failure the next view gets a new engine. */
  readonly connect: () => EngineConnection;
  readonly end: () => void;
}

/** Creates the engine of a routine; `start` is called for the first view. */
export function createRoutineEngine(start: () => EngineConnection): RoutineEngine {
  let current: EngineConnection | null = null;

  function end(engine: EngineConnection | null): void {
    engine?.terminate();
    if (engine === current) current = null;
  }

  function started(): EngineConnection {
    const engine = start();
    // A failure is ignored here, because creating the first table reports it.
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
