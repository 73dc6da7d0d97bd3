import type { EngineWorker } from '@/analysis/engine/create-engine-connection';
import { openDatabase, type Database } from '@/analysis/engine/database';
import type { EngineMessage, EngineReply } from '@/analysis/engine/engine-messages';
import { serveEngine } from '@/analysis/engine/serve-engine';
import { identifier, sql } from '@/analysis/engine/sql';
import { duckDBInProcess } from './duckdb-in-process';
import { oncePerFile } from './once-per-file';

// This module runs the worker's code with the real engine in the test's process. e2e/journeys/analysis-engine.spec.ts tests what needs a
// real worker.

/** The memory that the engine takes when it starts. */
const MEMORY_BYTES = 16_777_216;

const databaseOfFile = oncePerFile(async () => openDatabase(await duckDBInProcess(), () => MEMORY_BYTES));

/** The database of all engines that a test file starts. */
export function databaseInProcess(): Promise<Database> {
  return databaseOfFile();
}

/** Starts the engine's worker in the process of a test, without a thread. */
export function startInProcess(): EngineWorker {
  let onReply: (reply: EngineReply) => void = () => undefined;
  let isOver = false;
  const database = databaseOfFile().then((opened) => {
    for (const table of ['rows_1', 'rows_2']) opened.execute(sql`DROP TABLE IF EXISTS ${identifier(table)}`);
    return opened;
  });
  let lastId = 0;
  const receive = serveEngine({
    openDatabase: () => database,
    report: (reply) => {
      if (!isOver) onReply(structuredClone(reply));
    },
    receiveMessages: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return {
    send: (message, transfer) => {
      const received: EngineMessage = structuredClone(message, { transfer });
      lastId = message.id;
      setImmediate(() => receive(received));
    },
    listen: (listener) => {
      onReply = listener;
    },
    terminate: () => {
      isOver = true;
      for (let id = 1; id <= lastId; id += 1) receive({ id, command: 'cancel' });
    },
  };
}
