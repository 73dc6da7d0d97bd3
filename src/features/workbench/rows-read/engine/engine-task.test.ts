import { expect, test, vi } from 'vitest';
import { EngineError } from './analysis-engine';
import { createEngineTask, type TaskOutcome, type TaskRun } from './engine-task';

/** A run that ends only when the test tells it to. */
function controlledRun(key: string) {
  const drop = vi.fn(() => Promise.resolve());
  let resolve: (outcome: TaskOutcome<string>) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<TaskOutcome<string>>((onDone, onError) => {
    [resolve, reject] = [onDone, onError];
  });
  let wasAborted = () => false;
  const run: TaskRun<string, number> = {
    key,
    work: (signal, report) => {
      wasAborted = () => signal.aborted;
      report(1);
      return promise;
    },
    onDone: vi.fn(),
  };
  const settle = async (end: () => void) => {
    end();
    await promise.catch(() => undefined);
    await Promise.resolve();
  };
  return {
    run,
    drop,
    finish: () => settle(() => resolve({ result: key, drop })),
    fail: (error: unknown) => settle(() => reject(error)),
    wasAborted: () => wasAborted(),
  };
}

test('the last result stays until another run has its own, and is dropped then', async () => {
  const task = createEngineTask<string, number>();
  const [first, second] = [controlledRun('first'), controlledRun('second')];
  task.start(first.run);
  expect(task.getState()).toEqual({ result: null, progress: 1, failed: null });
  await first.finish();
  expect(task.getState()).toEqual({ result: 'first', progress: null, failed: null });
  expect(first.run.onDone).toHaveBeenCalledWith('first');
  task.start(second.run);
  expect(task.getState()).toEqual({ result: 'first', progress: 1, failed: null });
  expect(first.drop).not.toHaveBeenCalled();
  await second.finish();
  expect(task.getState().result).toBe('second');
  expect(first.drop).toHaveBeenCalledOnce();
  task.release();
  expect(second.drop).toHaveBeenCalledOnce();
  expect(task.getState()).toEqual({ result: null, progress: null, failed: null });
});

test('what runs have come to is the same object while one reports its progress', async () => {
  const task = createEngineTask<string, number>();
  const [first, second] = [controlledRun('first'), controlledRun('second')];
  const before = task.getEnd();
  task.start(first.run);
  expect(task.getState().progress).toBe(1);
  expect(task.getEnd()).toBe(before);
  await first.finish();
  const end = task.getEnd();
  expect(end.result).toBe('first');
  task.start(second.run);
  expect(task.getEnd()).toBe(end);
  await second.fail(new EngineError({ kind: 'too-large' }));
  expect(task.getEnd()).toMatchObject({ result: 'first', failed: { key: 'second' } });
  task.release();
  expect(task.getEnd()).toMatchObject({ result: null, failed: null });
});

test('a run that another one has replaced shows nothing, and drops what it leaves', async () => {
  const task = createEngineTask<string, number>();
  const [first, second] = [controlledRun('first'), controlledRun('second')];
  task.start(first.run);
  task.start(second.run);
  expect(first.wasAborted()).toBe(true);
  await second.finish();
  await first.finish();
  expect(task.getState().result).toBe('second');
  expect(first.drop).toHaveBeenCalledOnce();
  expect(first.run.onDone).not.toHaveBeenCalled();
});

test('a cancelled run leaves the last result, and what it still brings is dropped', async () => {
  const task = createEngineTask<string, number>();
  const [first, second] = [controlledRun('first'), controlledRun('second')];
  task.start(first.run);
  await first.finish();
  task.start(second.run);
  task.cancel();
  expect(second.wasAborted()).toBe(true);
  expect(task.getState()).toEqual({ result: 'first', progress: null, failed: null });
  await second.finish();
  expect(task.getState().result).toBe('first');
  expect(second.drop).toHaveBeenCalledOnce();
});

test('a failure names what was wanted, and goes with the next run', async () => {
  const task = createEngineTask<string, number>();
  const [first, second] = [controlledRun('first'), controlledRun('second')];
  task.start(first.run);
  await first.fail(new EngineError({ kind: 'out-of-memory' }));
  const failed = { key: 'first', failure: { kind: 'out-of-memory' } };
  expect(task.getState()).toEqual({ result: null, progress: null, failed });
  task.start(second.run);
  expect(task.getState().failed).toBeNull();
});

test('rows that were released meanwhile are no failure', async () => {
  const task = createEngineTask<string, number>();
  const run = controlledRun('first');
  task.start(run.run);
  await run.fail(new DOMException('The rows are gone.', 'AbortError'));
  expect(task.getState()).toEqual({ result: null, progress: null, failed: null });
});

test('a result goes with the start of the next run where it does not stay', async () => {
  const task = createEngineTask<string, number>({ keepsResult: false });
  const run = controlledRun('first');
  task.start(run.run);
  await run.finish();
  task.start({ ...controlledRun('second').run, firstProgress: 0 });
  expect(task.getState().result).toBeNull();
  expect(run.drop).toHaveBeenCalledOnce();
});

test('results that are still on screen are held as long as that takes', async () => {
  const task = createEngineTask<string, number>({ heldResults: 2 });
  const runs = ['first', 'second', 'third'].map(controlledRun);
  for (const { run, finish } of runs) {
    task.start(run);
    await finish();
  }
  expect(runs.map(({ drop }) => drop.mock.calls.length)).toEqual([1, 0, 0]);
});
