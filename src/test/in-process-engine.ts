import { createRequire } from 'node:module';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import type { EngineWorker } from '@/features/workbench/analysis/engine/create-engine-connection';
import { openDatabase, type Database } from '@/features/workbench/analysis/engine/database';
import type { EngineReply } from '@/features/workbench/analysis/engine/engine-messages';
import { serveEngine } from '@/features/workbench/analysis/engine/serve-engine';
import { identifier, sql } from '@/features/workbench/analysis/engine/sql';

let loaded: Promise<Database> | null = null;

/** Starts the engine's worker in the process of a test that renders the application: the real engine, without a thread. */
export function startInProcessEngine(): EngineWorker {
  let onReply: (reply: EngineReply) => void = () => undefined;
  let isOver = false;
  let lastId = 0;
  // It takes a second to load.
  loaded ??= loadInNode();
  const database = loaded.then((opened) => {
    for (const table of ['rows_1', 'rows_2']) opened.execute(sql`DROP TABLE IF EXISTS ${identifier(table)}`);
    return opened;
  });
  const receive = serveEngine({
    openDatabase: () => database,
    report: (reply) => {
      if (!isOver) setImmediate(() => onReply(reply));
    },
    receiveMessages: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return {
    send: (message) => {
      lastId = message.id;
      setImmediate(() => {
        if (!isOver) receive(message);
      });
    },
    listen: (listener) => {
      onReply = listener;
    },
    terminate: () => {
      isOver = true;
      // What a thread would take with it.
      for (let id = 1; id <= lastId; id += 1) receive({ id, command: 'cancel' });
    },
  };
}

async function loadInNode(): Promise<Database> {
  const module = (name: string) =>
    createRequire(import.meta.url).resolve(`@duckdb/duckdb-wasm/dist/duckdb-${name}.wasm`);
  const bindings = await createDuckDB(
    { mvp: { mainModule: module('mvp'), mainWorker: '' }, eh: { mainModule: module('eh'), mainWorker: '' } },
    new VoidLogger(),
    NODE_RUNTIME,
  );
  await bindings.instantiate();
  return openDatabase(bindings, () => 16_777_216);
}
