// Must come first: the modules below create schemas while they load.
import '@/shared/config/zod-settings';
import { readEngineModule } from './engine/engine-module';
import { runCommand } from './run-command';

const stopped = new AbortController();
const leaving = new Set<() => void>();
let stoppedBy: NodeJS.Signals | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Pressed again: at once.
    if (stoppedBy !== null) process.exit(1);
    stoppedBy = signal;
    stopped.abort(new Error('stopped'));
  });
}
// Whatever ends the process, nothing unfinished stays behind.
process.on('exit', () => {
  for (const leave of leaving) leave();
});
// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', () => process.exit(0));

const code = await runCommand(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isWatched: process.stderr.isTTY,
  readModule: readEngineModule,
  signal: stopped.signal,
  onLeave: (callback) => {
    leaving.add(callback);
    return () => leaving.delete(callback);
  },
});

const end = stoppedBy as NodeJS.Signals | null;
if (end === null) process.exitCode = code;
else {
  // Ends as the signal would have ended it, so that a shell or a scheduler sees what has happened.
  process.removeAllListeners(end);
  process.kill(process.pid, end);
}
