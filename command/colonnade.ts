// This import must come first, because the modules below create zod schemas while they load.
import '@/ui/config/zod-settings';
import { isCommandWhole, readEngineModule } from './engine/engine-module';
import { engineStarter } from './engine/start-engine';
import { runCommand } from './run-command';
import { writeAll } from './write-all';

const stopped = new AbortController();
const leaving = new Set<() => void>();
let stoppedBy: NodeJS.Signals | null = null;

function leaveAll(): void {
  for (const leave of leaving) leave();
}
process.on('exit', leaveAll);

/** Ends the process with the signal itself, so that a shell or a scheduler sees that the signal ended it. */
function endBy(signal: NodeJS.Signals): void {
  leaveAll();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stoppedBy !== null) endBy(signal);
    stoppedBy = signal;
    stopped.abort(new Error('stopped'));
  });
}

// Without this listener, an uncaught exception would end the process with 1, which is the exit code for findings.
const failed = new Promise<never>((_, reject) => {
  process.on('uncaughtException', reject);
});
failed.catch(() => undefined);

// `writeAll` already reports a failed write to its caller. Errors of standard error cannot be reported anywhere.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const code = await runCommand(process.argv.slice(2), {
  environment: process.env,
  out: (text) => writeAll(process.stdout, text),
  err: (text) => process.stderr.write(text),
  isWatched: process.stderr.isTTY,
  isWhole: isCommandWhole(),
  startEngine: engineStarter(readEngineModule),
  signal: stopped.signal,
  failed,
  onLeave: (callback) => {
    leaving.add(callback);
    return () => leaving.delete(callback);
  },
});

const end = stoppedBy as NodeJS.Signals | null;
if (end === null) {
  await writeAll(process.stderr, '').catch(() => undefined);
  // Setting `process.exitCode` is not enough, because an engine that is still starting sets it again once it is ready.
  process.exit(code);
} else endBy(end);
